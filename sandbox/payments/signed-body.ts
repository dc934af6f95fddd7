import { Refusal } from '../refusal';
import type { World } from '../world';
import { type PaymentService } from './services';
import { isSignedWith, parametersOf } from './signature';

/**
 * The service of a cancellation or refund, whose body is signed when the service has a key
 * (docs/platform-interface.md, "Cancel a subscription").
 */
export function serviceOfSigned(
	world: World,
	merchantId: number,
	body: { apikey: string; sign?: string | undefined },
	sent: unknown,
): PaymentService {
	const service = world.payments.services.find(body.apikey);
	if (service?.merchantId !== merchantId) throw invalid('Service does not exists.', 'apikey');
	const { signing } = service;
	if (signing && !isSignedWith(parametersOf(sent), body.sign ?? '', signing)) {
		throw invalid('Signature validation failed!', 'sign');
	}
	return service;
}

export function invalid(words: string, field: string): Refusal {
	return new Refusal(400, 'INVALID_REQUEST', words, field);
}

export function notAcceptable(words: string): Refusal {
	return new Refusal(406, 'NOT_ACCEPTABLE', words);
}
