import OAuth2Server from '@node-oauth/oauth2-server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal';
import type { Settings } from '../settings';
import type { World } from '../world';
import { oauthModel } from './oauth-model';

declare module 'fastify' {
	interface FastifyRequest {
		/** The merchant the Bearer token was issued to. */
		merchantId: number;
		accessToken: string;
	}
}

/** Every route of `app` needs `Authorization: Bearer` (contract, "Authentication" 1 and 3). */
export function requireBearer(app: FastifyInstance, world: World): void {
	app.decorateRequest('merchantId', 0);
	app.decorateRequest('accessToken', '');
	app.addHook('onRequest', bearerCheck(world));
}

/** Says whose token a request carries, or refuses it with 401. */
export function bearerCheck(world: World) {
	const server = new OAuth2Server({ model: oauthModel(world, { secretRequired: false }) });
	return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
		const { authorization } = request.headers;
		const oauthResponse = new OAuth2Server.Response();
		try {
			const token = await server.authenticate(
				new OAuth2Server.Request({
					method: request.method,
					headers: authorization ? { authorization } : {},
					query: {},
				}),
				oauthResponse,
			);
			request.merchantId = token.user.session.account.merchantId;
			request.accessToken = token.accessToken;
		} catch (error) {
			if (!(error instanceof OAuth2Server.OAuthError) || error.code >= 500) throw error;
			reply.headers(oauthResponse.headers ?? {});
			throw new Refusal(401, 'UNAUTHORIZED', error.message);
		}
	};
}

/** Header `token` of the gifting assignment must carry the same token (contract, "Authentication" 3). */
export function requireTokenHeader(
	request: FastifyRequest,
	form: Settings['giftTokenHeader'],
): void {
	const { token } = request.headers;
	const raw = form !== 'bearer' && token === request.accessToken;
	const bearer = form !== 'raw' && token === `Bearer ${request.accessToken}`;
	if (raw || bearer) return;
	throw new Refusal(401, 'UNAUTHORIZED', 'header "token" does not carry the Bearer token', 'token');
}
