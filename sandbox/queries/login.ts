import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkBearer, type Guarded } from '../auth/login';
import { isSameText } from '../payments/signature';
import { Refusal } from '../refusal';
import { QUERY_LOGINS } from '../seed';
import type { Configured } from '../settings';

declare module 'fastify' {
	interface FastifyRequest {
		/** The body exactly as it came: a signature covers it. */
		bodyText: string;
	}
}

const HEADERS = {
	user: 'CENTILI-ACCESS-USER',
	sign: 'CENTILI-ACCESS-SIGN',
	timestamp: 'CENTILI-ACCESS-TIMESTAMP',
};
/** Seconds that the timestamp may be off. */
const TIMESTAMP_MAX_AGE = 60;

/** Every route of `app` needs a Bearer token, or three headers (docs/platform-interface.md, "Search authentication"). */
export function requireQueryLogin(app: FastifyInstance, world: Guarded & Configured): void {
	keepBodyText(app);
	app.addHook('onRequest', async (request, reply) => {
		if (!usesHeaders(world, request)) checkBearer(world, request, reply);
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

function usesHeaders({ settings: { queryLogin } }: Configured, request: FastifyRequest): boolean {
	return queryLogin === 'either'
		? headerOf(request, HEADERS.user) !== ''
		: queryLogin === 'headers';
}

function merchantOf({ clock }: Pick<Guarded, 'clock'>, request: FastifyRequest): number {
	const missing = Object.values(HEADERS).find((name) => headerOf(request, name) === '');
	if (missing) throw unauthorized(`header ${missing} is missing`, missing);
	const timestamp = headerOf(request, HEADERS.timestamp);
	const secondsOff = Math.abs(clock.now() / 1000 - Number(timestamp));
	if (!/^\d{9,11}$/.test(timestamp) || secondsOff > TIMESTAMP_MAX_AGE) {
		throw unauthorized('the timestamp must be the time now in Unix seconds', HEADERS.timestamp);
	}
	const login = QUERY_LOGINS.find((one) => one.user === headerOf(request, HEADERS.user));
	if (!login) throw unauthorized('the user is not known', HEADERS.user);
	const { protocol, host, url, method, bodyText } = request;
	const expected = createHmac('SHA1', login.key)
		.update(`${timestamp}${method}${protocol}://${host}${url}${bodyText}`)
		.digest('hex');
	if (isSameText(headerOf(request, HEADERS.sign), expected)) return login.merchantId;
	throw unauthorized('the signature is wrong', HEADERS.sign);
}

function headerOf({ headers }: FastifyRequest, name: string): string {
	const value = headers[name.toLowerCase()];
	return typeof value === 'string' ? value : '';
}

function unauthorized(words: string, field: string): Refusal {
	return new Refusal(401, 'UNAUTHORIZED', words, field);
}
