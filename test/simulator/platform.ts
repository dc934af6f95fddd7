import { QUERY_LOGINS } from '../../sandbox/seed';
import { assignGift } from '../../sandbox/gifting/assign';
import { balance, giftsShown } from '../../sandbox/gifting/routes';
import { refund, unsubscribe } from '../../sandbox/payments/aftersale';
import { paymentOfMerchant, submitPin } from '../../sandbox/payments/pin';
import { paymentResponse, refusedResponse } from '../../sandbox/payments/response';
import { startPayment } from '../../sandbox/payments/start';
import { searchSubscriptions, searchTransactions } from '../../sandbox/queries/search';
import { Refusal } from '../../sandbox/refusal';
import type { World } from '../../sandbox/world';

/** A request as it arrives. */
export interface Arrival {
	method: string;
	path: string;
	query: unknown;
	body: unknown;
	token: string;
	/** The key that signs it instead of a token. */
	searchKey?: string;
}

export interface Reply {
	status: number;
	body: unknown;
	headers?: Record<string, string>;
}

type Act<Answer> = (world: World, merchantId: number, arrival: Arrival) => Answer;

const ok =
	(act: Act<unknown>): Act<Reply> =>
	(...asked) => ({ status: 200, body: act(...asked) });

const accepted =
	(act: (world: World, merchantId: number, body: unknown) => unknown): Act<Reply> =>
	(world, merchantId, { body }) => {
		act(world, merchantId, body);
		return { status: 202, body: { status: 'ACCEPTED', errorMessage: '' } };
	};

const pinPath = '/api/payment/1_4/transaction/';

const routes: Record<string, Act<Reply>> = {
	'POST /datagifting/v1/service/transaction': ok((world, id, { body }) =>
		assignGift(world, id, body),
	),
	'GET /datagifting/v1/transaction': ok((world, id, { query }) => giftsShown(world, id, query)),
	'GET /datagifting/v1/services/balance': ok((world, id, { query }) => balance(world, id, query)),
	'POST /v1/transactions': ok((world, id, { body }) => searchTransactions(world, id, body)),
	'POST /v1/subscriptions': ok((world, id, { body }) => searchSubscriptions(world, id, body)),
	'POST /api/payment/1_4/refund': accepted(refund),
	'POST /api/payment/1_4/unsubscribe': accepted(unsubscribe),
	'POST /api/payment/1_4/subscribe': ok((world, merchantId, { body }) =>
		paymentResponse(startPayment(world, { merchantId, ip: '' }, body), ''),
	),
	[`POST ${pinPath}`]: (world, merchantId, { path, body }) => {
		const id = decodeURIComponent(path.slice(pinPath.length));
		const payment = paymentOfMerchant(world, id, merchantId);
		const { httpStatus, status, errorMessage } = submitPin(world, payment, body);
		const answer = paymentResponse(payment, '');
		const said = { status: status ?? answer.status, errorMessage: errorMessage ?? null };
		return { status: httpStatus, body: { ...answer, ...said } };
	},
};

/** The sandbox's domain code behind its addresses: no socket, no server. */
export function answerOf(world: World, arrival: Arrival): Reply {
	const { method, path, token, searchKey } = arrival;
	const route = routes[`${method} ${path.startsWith(pinPath) ? pinPath : path}`];
	if (!route) throw new Error(`The simulated platform has no ${method} ${path}`);
	try {
		const merchantId = searchKey === undefined ? bearerOf(world, token) : signerOf(searchKey);
		if (merchantId === undefined) throw new Refusal(401, 'UNAUTHORIZED', 'The login is not valid');
		const { status, body } = route(world, merchantId, arrival);
		// The core gets a copy, as it would from a text.
		return { status, body: JSON.parse(JSON.stringify(body)) as unknown };
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		const { httpStatus, status, message, body } = error;
		return path.endsWith('/subscribe') && httpStatus !== 401
			? { status: 200, body: refusedResponse(status, message) }
			: { status: httpStatus, body };
	}
}

const bearerOf = (world: World, token: string) =>
	world.tokens.sessionOf(token, world.clock.now())?.account.merchantId;

const signerOf = (searchKey: string) =>
	QUERY_LOGINS.find(({ key }) => key === searchKey)?.merchantId;
