import type { Catalogue, Service } from '../catalogue';
import { Refusal } from '../refusal';

/** The service behind a key; refuses an unknown one (404) and another merchant's (403). */
export function serviceOfMerchant(
	catalogue: Catalogue,
	serviceKey: string,
	merchantId: number,
): Service {
	const service = catalogue.service(serviceKey);
	if (!service) {
		throw new Refusal(404, 'INVALID_SERVICE', `service ${serviceKey} is not known`, 'serviceKey');
	}
	if (service.merchantId !== merchantId) {
		const words = `service ${serviceKey} belongs to another merchant`;
		throw new Refusal(403, 'UNAUTHORIZED', words, 'serviceKey');
	}
	return service;
}

/** The services of a merchant, each with its packages and the operators it works with. */
export function servicesOfMerchant(catalogue: Catalogue, merchantId: number): Service[] {
	return catalogue.data.services.filter((service) => service.merchantId === merchantId);
}
