import formbody from '@fastify/formbody';
import OAuth2Server from '@node-oauth/oauth2-server';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { World } from '../world';
import { oauthModel } from './oauth-model';

const GRANTS = ['password', 'refresh_token'];

interface Answer {
	status: number;
	body: Record<string, unknown>;
}

/**
 * Both token addresses (contract, endpoint 1). A client secret is taken at both; the setting
 * `clientSecret` says where it is required. Form-encoded only; answers and errors are those of Keycloak.
 */
export async function tokenRoutes(app: FastifyInstance, world: World): Promise<void> {
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
		app.post(path, async (request, reply) => {
			const { status, body } = await answer(server, request);
			world.traffic.countTokenRequest(grantOf(request.body), String(body.error ?? 'granted'));
			return reply
				.code(status)
				.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
				.send(body);
		});
	}
}

async function answer(server: OAuth2Server, request: FastifyRequest): Promise<Answer> {
	const form = z.record(z.string()).safeParse(request.body ?? {});
	if (!form.success) return refuse(400, 'invalid_request', 'duplicated parameter');
	const { grant_type: grantType } = form.data;
	if (!grantType) return refuse(400, 'invalid_request', 'Missing form parameter: grant_type');
	if (!GRANTS.includes(grantType)) {
		return refuse(400, 'unsupported_grant_type', 'Unsupported grant_type');
	}

	const oauthRequest = new OAuth2Server.Request({
		method: request.method,
		headers: request.headers as Record<string, string>,
		query: {},
		body: form.data,
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
			return refuse(401, error.name, 'Invalid client or Invalid client credentials');
		}
		return refuse(error.code, error.name, error.message.replaceAll('`', ''));
	}
}

function refuse(status: number, error: string, description: string): Answer {
	return { status, body: { error, error_description: description } };
}

function grantOf(body: unknown): string {
	const grant = z.object({ grant_type: z.string() }).safeParse(body).data?.grant_type;
	return grant && GRANTS.includes(grant) ? grant : 'other';
}
