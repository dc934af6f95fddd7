import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerCheck } from '../auth/bearer';
import { isSignedWith } from '../payments/signature';
import { Refusal } from '../refusal';
import type { World } from '../world';
import { QUERY_LOGINS } from './login-seed';

/**
 * Every route of `app` needs an authentication header. The contract ("Authentication" 4) does not show its
 * name and scheme: Bearer as everywhere else, or the older three headers.
 */
export function requireQueryLogin(app: FastifyInstance, world: World): void {
	const checkBearer = bearerCheck(world);
	app.decorateRequest('merchantId', 0);
	app.decorateRequest('accessToken', '');
	app.addHook('onRequest', async (request, reply) => {
		const { queryLogin, queryUserHeader } = world.settings;
		const byHeaders =
			queryLogin === 'headers' ||
			(queryLogin === 'either' && headerOf(request, queryUserHeader) !== '');
		if (byHeaders) request.merchantId = merchantOf(world, request);
		else await checkBearer(request, reply);
	});
}

/** A guess: the recipe of public-facts.md, "sign", over `timestamp` and `user`, whatever the headers' names. */
function merchantOf({ settings, clock }: World, request: FastifyRequest): number {
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
	const parameters: [string, string][] = [
		['timestamp', timestamp],
		['user', user],
	];
	const signing = { algorithm: settings.queryAlgorithm, key: login.key };
	if (isSignedWith(parameters, sign, signing)) return login.merchantId;
	throw unauthorized('the signature is wrong', querySignatureHeader);
}

function headerOf({ headers }: FastifyRequest, name: string): string {
	const value = headers[name.toLowerCase()];
	return typeof value === 'string' ? value : '';
}

function unauthorized(words: string, field: string): Refusal {
	return new Refusal(401, 'UNAUTHORIZED', words, field);
}
