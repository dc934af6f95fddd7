import OAuth2Server from '@node-oauth/oauth2-server';
import { oauthModel } from '../../sandbox/auth/model';
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
	const token = tokens.accessToken(text);
	return token !== undefined && !token.session.revoked && token.expiresAt > clock.now();
}

function merchantOf(world: World, text: string): number {
	const token = world.tokens.accessToken(text);
	if (!token || !isValid(world, text)) throw unauthorized();
	return token.session.account.merchantId;
}

function unauthorized(): Refusal {
	return new Refusal(401, 'UNAUTHORIZED', 'The token is not valid');
}

/** The token address with the sandbox's rules. @param mark makes the tokens unique */
export async function tokenReply(
	world: World,
	form: URLSearchParams,
	mark: number,
): Promise<Reply> {
	const model = oauthModel(world, { secretRequired: true });
	const field = (name: string) => form.get(name) ?? '';
	const issue = async (client: OAuth2Server.Client, user: OAuth2Server.User) => {
		const tokens = { accessToken: `access-${mark}`, refreshToken: `refresh-${mark}`, scope: [] };
		const saved = await model.saveToken({ ...tokens, client, user }, client, user);
		if (!saved) throw new Error('The sandbox saved no token');
		const { accessToken: access_token, refreshToken: refresh_token } = saved;
		const { expires_in, refresh_expires_in } = saved;
		return ok({ access_token, refresh_token, expires_in, refresh_expires_in });
	};
	try {
		const client = await model.getClient(field('client_id'), field('client_secret'));
		if (!client) throw new Error('The sandbox knows no such client');
		if (field('grant_type') === 'password') {
			const user = await model.getUser(field('username'), field('password'), client);
			if (!user) throw new Error('The sandbox knows no such user');
			return await issue(client, user);
		}
		const token = await model.getRefreshToken(field('refresh_token'));
		if (!token) throw new Error('The sandbox knows no such token');
		await model.revokeToken(token);
		return await issue(client, token.user);
	} catch (error) {
		if (!(error instanceof OAuth2Server.OAuthError)) throw error;
		const { code, name, message } = error;
		return { status: code, body: { error: name, error_description: message } };
	}
}
