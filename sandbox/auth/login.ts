import formbody from '@fastify/formbody';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type About, Refusal } from '../refusal';
import type { Settings } from '../settings';
import type { Traffic } from '../traffic';
import { grantToken, type LoginWorld, tokenForm } from './grant';

declare module 'fastify' {
	interface FastifyRequest {
		/** The merchant the Bearer token was issued to. */
		merchantId: number;
		accessToken: string;
	}
}

const GRANTS = ['password', 'refresh_token'];

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

	const about: About = { summary: 'Get a token by password or refresh token', body: tokenForm };
	for (const secretRequired of [false, true]) {
		const path = `${secretRequired ? '' : '/auth'}/realms/api/protocol/openid-connect/token`;
		app.post(path, { config: { about } }, async (request, reply) => {
			const { grant_type: grant = '' } = (request.body ?? {}) as { grant_type?: string };
			const { status, body } = grantToken(world, request.body, { secretRequired });
			const counted = GRANTS.includes(grant) ? grant : 'other';
			world.traffic.countTokenRequest(counted, String(body.error ?? 'granted'));
			const headers = { 'cache-control': 'no-store', pragma: 'no-cache' };
			return reply.code(status).headers(headers).send(body);
		});
	}
}

/** Every route of `app` needs `Authorization: Bearer` (contract, "Authentication" 1 and 3). */
export function requireBearer(app: FastifyInstance, world: LoginWorld): void {
	app.addHook('onRequest', async (request, reply) => checkBearer(world, request, reply));
}

/** Says whose token a request carries, or refuses it with 401. */
export function checkBearer(
	{ tokens, clock }: LoginWorld,
	request: FastifyRequest,
	reply: FastifyReply,
): void {
	const [, text = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
	const session = tokens.sessionOf(text, clock.now());
	if (!session) {
		reply.header('www-authenticate', 'Bearer realm="api", error="invalid_token"');
		throw new Refusal(401, 'UNAUTHORIZED', 'the access token is missing or not valid');
	}
	request.merchantId = session.account.merchantId;
	request.accessToken = text;
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
