import { grantToken } from '../../sandbox/auth/grant';
import { assignGift } from '../../sandbox/gifting/assign';
import { balance, giftsShown } from '../../sandbox/gifting/routes';
import { servicesOfMerchant } from '../../sandbox/gifting/routes';
import { paymentResponse, refusedResponse } from '../../sandbox/payments/response';
import { startPayment } from '../../sandbox/payments/start';
import { paymentOfMerchant, submitPin } from '../../sandbox/payments/pin';
import { searchTransactions } from '../../sandbox/queries/search';
import { Refusal } from '../../sandbox/refusal';
import type { World } from '../../sandbox/world';

/** A request as it arrives; `token` is that of the header `Authorization`, `giftToken` that of the header `token`. */
export interface Arrival {
	method: string;
	path: string;
	query: unknown;
	body: unknown;
	token: string;
	giftToken?: string;
}

export interface Reply {
	status: number;
	body: unknown;
	headers?: Record<string, string>;
}

type Route = (world: World, merchantId: number, arrival: Arrival) => Reply;

const ok = (body: unknown): Reply => ({ status: 200, body });
const pinPath = '/api/payment/1_4/transaction/';

const routes: Record<string, Route> = {
	'POST /datagifting/v1/service/transaction': (world, merchantId, { body, token, giftToken }) => {
		if (giftToken !== token && giftToken !== `Bearer ${token}`) throw unauthorized();
		return ok(assignGift(world, merchantId, body));
	},
	'GET /datagifting/v1/transaction': (world, merchantId, { query }) =>
		ok(giftsShown(world, merchantId, query)),
	'GET /datagifting/v1/services': (world, merchantId) => ok(servicesOfMerchant(world, merchantId)),
	'GET /datagifting/v1/services/balance': (world, merchantId, { query }) =>
		ok(balance(world, merchantId, query)),
	'POST /v1/transactions': (world, merchantId, { body }) =>
		ok(searchTransactions(world, merchantId, body)),
	'POST /api/payment/1_4/subscribe': (world, merchantId, { body }) => {
		const payment = startPayment(world, { merchantId, ip: '' }, body);
		return ok(paymentResponse(world, payment, ''));
	},
	[`POST ${pinPath}`]: (world, merchantId, { path, body }) => {
		const id = decodeURIComponent(path.slice(pinPath.length));
		const payment = paymentOfMerchant(world, id, merchantId);
		const { httpStatus, status, errorMessage } = submitPin(world, payment, body);
		const answer = paymentResponse(world, payment, '');
		const said = { status: status ?? answer.status, errorMessage: errorMessage ?? null };
		return { status: httpStatus, body: { ...answer, ...said } };
	},
};

/** The sandbox's domain code behind its addresses: no socket, no server. */
export function answerOf(world: World, arrival: Arrival): Reply {
	const { method, path } = arrival;
	try {
		const known = path.startsWith(pinPath) ? pinPath : path;
		const route = routes[`${method} ${known}`];
		if (!route) throw new Error(`The simulated platform has no ${method} ${path}`);
		const { status, body } = route(world, merchantOf(world, arrival.token), arrival);
		// What the core is given is a copy, as text is.
		return { status, body: JSON.parse(JSON.stringify(body)) as unknown };
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		const { httpStatus, status, message, body } = error;
		return path.endsWith('/subscribe') && httpStatus !== 401
			? ok(refusedResponse(status, message))
			: { status: httpStatus, body };
	}
}

/** Whether the platform takes an access token now. */
export function isValid({ tokens, clock }: World, text: string): boolean {
	return tokens.sessionOf(text, clock.now()) !== undefined;
}

function merchantOf({ tokens, clock }: World, text: string): number {
	const session = tokens.sessionOf(text, clock.now());
	if (!session) throw unauthorized();
	return session.account.merchantId;
}

function unauthorized(): Refusal {
	return new Refusal(401, 'UNAUTHORIZED', 'The token is not valid');
}

/** The token address with the sandbox's rules. @param mark makes the tokens unique */
export function tokenReply(world: World, form: URLSearchParams, mark: number): Promise<Reply> {
	const newToken = (kind: string) => `${kind}-${mark}`;
	const address = { secretRequired: true, newToken };
	return Promise.resolve(grantToken(world, Object.fromEntries(form), address));
}
