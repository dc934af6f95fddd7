import { Refusal } from './refusal';

export interface Operator {
	/** `<COUNTRY>_<OPERATOR>` */
	code: string;
	name: string;
	country: string;
	mcc: string;
	mnc: string;
	/** Its numbers, both included and of the same length: E.164 without plus. */
	from: string;
	to: string;
	/** Two special numbers of its range: a blacklisted number, and a number without a customer. */
	blacklisted?: string | undefined;
	unassigned?: string | undefined;
}

/** A service that gives away data. */
export interface Service {
	serviceKey: string;
	serviceName: string;
	merchantId: number;
	/** `amount` in MB. */
	packages: { packageId: number; name: string; amount: number; validityDays: number }[];
}

/** The platform's fixed data: operators, services and customers before the first call. */
export interface CatalogueData {
	merchants: { merchantId: number; name: string }[];
	clients: { clientId: string; clientSecret: string }[];
	operators: Operator[];
	services: Service[];
}

/** Look-ups over the fixed part of the platform. */
export class Catalogue {
	constructor(readonly data: CatalogueData) {}

	operator(code: string): Operator | undefined {
		return this.data.operators.find((one) => one.code === code);
	}

	/** The operator of a number (E.164 without plus); undefined for a number without a customer. */
	subscriber(msisdn: string): { operator: Operator; blacklisted: boolean } | undefined {
		const operator = this.data.operators.find(
			({ from, to }) => msisdn.length === from.length && msisdn >= from && msisdn <= to,
		);
		if (!operator || operator.unassigned === msisdn) return undefined;
		return { operator, blacklisted: operator.blacklisted === msisdn };
	}
}

/** The service behind a key, which stands in `field` of the request; refuses an unknown one with 404. */
export function serviceNamed<One extends { serviceKey: string }>(
	services: One[],
	serviceKey: string,
	field = 'serviceKey',
): One {
	const service = services.find((one) => one.serviceKey === serviceKey);
	if (service) return service;
	throw new Refusal(404, 'INVALID_SERVICE', `service ${serviceKey} is not known`, field);
}

/** The service behind a key; refuses another merchant's service with 403. */
export function serviceOfMerchant<One extends { serviceKey: string; merchantId: number }>(
	services: One[],
	merchantId: number,
	serviceKey: string,
	field = 'serviceKey',
): One {
	const service = serviceNamed(services, serviceKey, field);
	if (service.merchantId === merchantId) return service;
	const words = `service ${serviceKey} belongs to another merchant`;
	throw new Refusal(403, 'UNAUTHORIZED', words, field);
}
