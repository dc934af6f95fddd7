import formbody from '@fastify/formbody';
import OAuth2Server from '@node-oauth/oauth2-server';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type About, Refusal } from '../refusal';
import type { Settings } from '../settings';
import type { Traffic } from '../traffic';
import { type LoginWorld, oauthModel, WRONG_CLIENT } from './model';

declare module 'fastify' {
	interface FastifyRequest {
		/** The merchant the Bearer token was issued to. */
		merchantId: number;
		accessToken: string;
	}
}

const GRANTS = ['password', 'refresh_token'];

const form = z.object({
	grant_type: z.enum(['password', 'refresh_token']),
	client_id: z.string(),
	client_secret: z.string().optional(),
	username: z.string().optional(),
	password: z.string().optional(),
	refresh_token: z.string().optional(),
});

interface Answer {
	status: number;
	body: Record<string, unknown>;
}

/**
 * Both token addresses (contract, endpoint 1). A client secret is taken at both; the setting
 * `clientSecret` says where it is required. Form-encoded only; answers and errors are those of Keycloak.
 */
export async function tokenRoutes(
	app: FastifyInstance,
	world: LoginWorld & { traffic: Traffic },
): Promise<void> {
	app.removeAllContentTypeParsers();
	await app.register(formbody);
	app.setErrorHandler<FastifyError>(async (error, _request, reply) => {
		const status = error.statusCode ?? 500;
		if (status === 415) return reply.code(415).send({ error: 'HTTP 415 Unsupported Media Type' });
		if (status < 500) return reply.code(status).send({ error: 'invalid_request' });
		app.log.error(error);
		return reply.code(500).send({ error: 'unknown_error' });
	});

	const addresses = [
		{ path: '/auth/realms/api/protocol/openid-connect/token', secretRequired: false },
		{ path: '/realms/api/protocol/openid-connect/token', secretRequired: true },
	];
	for (const { path, secretRequired } of addresses) {
		const server = new OAuth2Server({ model: oauthModel(world, { secretRequired }) });
		const about: About = { summary: 'Get a token by password or refresh token', body: form };
		app.post(path, { config: { about } }, async (request, reply) => {
			const { grant_type: grant = '' } = (request.body ?? {}) as { grant_type?: string };
			const { status, body } = await answer(server, request);
			const counted = GRANTS.includes(grant) ? grant : 'other';
			world.traffic.countTokenRequest(counted, String(body.error ?? 'granted'));
			const headers = { 'cache-control': 'no-store', pragma: 'no-cache' };
			return reply.code(status).headers(headers).send(body);
		});
	}
}

async function answer(server: OAuth2Server, request: FastifyRequest): Promise<Answer> {
	const fields = z.record(z.string()).safeParse(request.body ?? {});
	if (!fields.success) return refuse(400, 'invalid_request', 'duplicated parameter');
	const { grant_type: grantType } = fields.data;
	if (!grantType) return refuse(400, 'invalid_request', 'Missing form parameter: grant_type');
	if (!GRANTS.includes(grantType)) {
		return refuse(400, 'unsupported_grant_type', 'Unsupported grant_type');
	}
	const oauthRequest = new OAuth2Server.Request({
		method: request.method,
		headers: request.headers as Record<string, string>,
		query: {},
		body: fields.data,
	});
	const oauthResponse = new OAuth2Server.Response();
	try {
		await server.token(oauthRequest, oauthResponse, {
			allowExtendedTokenAttributes: true,
			requireClientAuthentication: { password: false, refresh_token: false },
		});
		return { status: 200, body: oauthResponse.body };
	} catch (error) {
		if (!(error instanceof OAuth2Server.OAuthError) || error.code >= 500) throw error;
		if (error instanceof OAuth2Server.InvalidClientError) {
			return refuse(401, error.name, WRONG_CLIENT);
		}
		return refuse(error.code, error.name, error.message.replaceAll('`', ''));
	}
}

function refuse(status: number, error: string, description: string): Answer {
	return { status, body: { error, error_description: description } };
}

/** Every route of `app` needs `Authorization: Bearer` (contract, "Authentication" 1 and 3). */
export function requireBearer(app: FastifyInstance, world: LoginWorld): void {
	app.decorateRequest('merchantId', 0);
	app.decorateRequest('accessToken', '');
	app.addHook('onRequest', bearerCheck(world));
}

/** Says whose token a request carries, or refuses it with 401. */
export function bearerCheck(world: LoginWorld) {
	const server = new OAuth2Server({ model: oauthModel(world, { secretRequired: false }) });
	return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
		const { authorization } = request.headers;
		const oauthRequest = new OAuth2Server.Request({
			method: request.method,
			headers: authorization ? { authorization } : {},
			query: {},
		});
		const oauthResponse = new OAuth2Server.Response();
		try {
			const token = await server.authenticate(oauthRequest, oauthResponse);
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
	{ headers: { token }, accessToken }: FastifyRequest,
	form: Settings['giftTokenHeader'],
): void {
	const isRaw = form !== 'bearer' && token === accessToken;
	const isBearer = form !== 'raw' && token === `Bearer ${accessToken}`;
	if (isRaw || isBearer) return;
	throw new Refusal(401, 'UNAUTHORIZED', 'header "token" does not carry the Bearer token', 'token');
}
