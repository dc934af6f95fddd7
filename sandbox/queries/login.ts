import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerCheck } from '../auth/login';
import type { LoginWorld } from '../auth/model';
import { isSameText } from '../payments/signature';
import { Refusal } from '../refusal';
import { QUERY_LOGINS } from '../seed';

declare module 'fastify' {
	interface FastifyRequest {
		/** The body exactly as it came: a signature covers it. */
		bodyText: string;
	}
}

/**
 * Every route of `app` needs a Bearer token, or the three headers without any OAuth login
 * (docs/platform-interface.md, "Search authentication").
 */
export function requireQueryLogin(app: FastifyInstance, world: LoginWorld): void {
	const checkBearer = bearerCheck(world);
	app.decorateRequest('merchantId', 0);
	app.decorateRequest('accessToken', '');
	keepBodyText(app);
	app.addHook('onRequest', async (request, reply) => {
		if (!usesHeaders(world, request)) await checkBearer(request, reply);
	});
	app.addHook('preValidation', async (request) => {
		if (usesHeaders(world, request)) request.merchantId = merchantOf(world, request);
	});
}

function keepBodyText(app: FastifyInstance): void {
	app.decorateRequest('bodyText', '');
	const parse = app.getDefaultJsonParser('error', 'error');
	app.addContentTypeParser(
		'application/json',
		{ parseAs: 'string' },
		(request, text: string, done) => {
			request.bodyText = text;
			return parse(request, text, done);
		},
	);
}

function usesHeaders({ settings }: LoginWorld, request: FastifyRequest): boolean {
	const { queryLogin, queryUserHeader } = settings;
	if (queryLogin !== 'either') return queryLogin === 'headers';
	return headerOf(request, queryUserHeader) !== '';
}

function merchantOf({ settings, clock }: LoginWorld, request: FastifyRequest): number {
	const read = (name: string) => {
		const value = headerOf(request, name);
		if (value === '') throw unauthorized(`header ${name} is missing`, name);
		return value;
	};
	const { queryUserHeader, querySignatureHeader, queryTimestampHeader } = settings;
	const user = read(queryUserHeader);
	const sign = read(querySignatureHeader);
	const timestamp = read(queryTimestampHeader);
	if (!/^\d{9,11}$/.test(timestamp)) {
		throw unauthorized('the timestamp must be Unix seconds', queryTimestampHeader);
	}
	const secondsOff = Math.abs(clock.now() / 1000 - Number(timestamp));
	const { queryTimestampMaxAge: maxAge } = settings;
	if (maxAge > 0 && secondsOff > maxAge) {
		const words = `the timestamp is ${Math.round(secondsOff)} seconds off`;
		throw unauthorized(words, queryTimestampHeader);
	}
	const login = QUERY_LOGINS.find((one) => one.user === user);
	if (!login) throw unauthorized('the user is not known', queryUserHeader);
	const { protocol, host, url, method, bodyText } = request;
	const address = settings.querySignedUrl === 'full' ? `${protocol}://${host}${url}` : url;
	const expected = createHmac(settings.queryAlgorithm, login.key)
		.update(timestamp + method + address + bodyText)
		.digest('hex');
	if (isSameText(sign, expected)) return login.merchantId;
	throw unauthorized('the signature is wrong', querySignatureHeader);
}

function headerOf({ headers }: FastifyRequest, name: string): string {
	const value = headers[name.toLowerCase()];
	return typeof value === 'string' ? value : '';
}

function unauthorized(words: string, field: string): Refusal {
	return new Refusal(401, 'UNAUTHORIZED', words, field);
}
