import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal';
import type { Traffic } from '../traffic';
import { grantToken, type LoginWorld } from './grant';

declare module 'fastify' {
	interface FastifyRequest {
		/** The merchant the Bearer token was issued to. */
		merchantId: number;
		accessToken: string;
	}
}

/** Both token addresses (contract, endpoint 1), form-encoded only. Answers and errors are those of Keycloak. */
export async function tokenRoutes(
	app: FastifyInstance,
	world: LoginWorld & { traffic: Traffic },
): Promise<void> {
	app.removeAllContentTypeParsers();
	await app.register(formbody);
	for (const secretRequired of [false, true]) {
		const path = `${secretRequired ? '' : '/auth'}/realms/api/protocol/openid-connect/token`;
		app.post(path, async (request, reply) => {
			const { grant_type: grant = '' } = (request.body ?? {}) as { grant_type?: string };
			const { status, body } = grantToken(world, request.body, { secretRequired });
			world.traffic.countTokenRequest(grant, String(body.error ?? 'granted'));
			const headers = { 'cache-control': 'no-store', pragma: 'no-cache' };
			return reply.code(status).headers(headers).send(body);
		});
	}
}

/** The slice of the world that says whether a token is valid. */
export type Guarded = Pick<LoginWorld, 'tokens' | 'clock'>;

/** Every route of `app` needs `Authorization: Bearer` (contract, "Authentication" 1 and 3). */
export function requireBearer(app: FastifyInstance, world: Guarded): void {
	app.addHook('onRequest', async (request, reply) => checkBearer(world, request, reply));
}

/** Says whose token a request carries, or refuses it with 401. */
export function checkBearer(
	{ tokens, clock }: Guarded,
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

/** Header `token` of the gifting assignment must carry the same token (contract, "Authentication" 3), with or without the word Bearer. */
export function requireTokenHeader({ headers: { token }, accessToken }: FastifyRequest): void {
	if (token === accessToken || token === `Bearer ${accessToken}`) return;
	throw new Refusal(401, 'UNAUTHORIZED', 'header "token" does not carry the Bearer token', 'token');
}
