import { Refusal } from '../refusal';
import type { World } from '../world';
import type { PaymentService } from './services';
import { isSignedWith, type Parameters } from './signature';

/**
 * The signature and age of an identification request (contract, "Authentication" 6 and 7). A wrong
 * signature is always refused; a missing one where the service, or the setting, demands it. 403 and not
 * 401: a new token would not help.
 */
export function checkSigned(world: World, service: PaymentService, parameters: Parameters): void {
	const { settings, clock } = world;
	const sign = parameters.find(([name]) => name === 'sign')?.[1];
	if (sign === undefined || sign === '') {
		if (service.requireSignature || (settings.requireSignature && service.signing)) {
			throw new Refusal(403, 'UNAUTHORIZED', 'the request must be signed', 'sign');
		}
	} else if (service.signing && !isSignedWith(parameters, sign, service.signing)) {
		throw new Refusal(403, 'UNAUTHORIZED', 'the signature is wrong', 'sign');
	}
	const timestamp = parameters.find(([name]) => name === 'timestamp')?.[1] ?? '';
	const seconds = Number(timestamp) / (timestamp.length > 11 ? 1000 : 1);
	const secondsOff = Math.abs(clock.now() / 1000 - seconds);
	if (settings.timestampMaxAge > 0 && secondsOff > settings.timestampMaxAge) {
		const words = `timestamp is ${Math.round(secondsOff)} seconds off`;
		throw new Refusal(400, 'INVALID_REQUEST', words, 'timestamp');
	}
}
