import type { Catalogue, Service } from '../catalogue';
import type { PaymentService } from '../payments/services';
import { Refusal } from '../refusal';
import type { World } from '../world';

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

/**
 * Contract, endpoint 4: all services and packages of a merchant, also those that sell, each with the
 * operators it works with.
 */
export function servicesOfMerchant({ catalogue, pools, payments }: World, merchantId: number) {
	const { services, operators } = catalogue.data;
	const selling = payments.services.all.filter((service) => service.merchantId === merchantId);
	const sold = new Set(selling.map(({ serviceKey }) => serviceKey));
	const given = services.filter(
		(service) => service.merchantId === merchantId && !sold.has(service.serviceKey),
	);
	const allOperators = operators.map(({ code }) => code);
	return [
		...given.map((service) => ({ ...service, operators: pools.operators(service.serviceKey) })),
		...selling.map((service) => ({ ...contentService(service), operators: allOperators })),
	];
}

function contentService({ serviceKey, serviceName, merchantId, prices }: PaymentService) {
	return {
		serviceKey,
		serviceName,
		merchantId,
		type: 'CONTENT',
		packages: prices.map(({ priceId, amount, price }) => ({
			name: priceId,
			priceId,
			amount,
			price,
		})),
	};
}
