export interface Operator {
	/** `<COUNTRY>_<OPERATOR>` */
	code: string;
	name: string;
	country: string;
	mcc: string;
	mnc: string;
}

/** Numbers `from`–`to`, both included and of the same length: E.164 without plus. */
export interface NumberRange {
	operator: string;
	from: string;
	to: string;
}

export interface DataPackage {
	packageId: number;
	name: string;
	/** MB */
	amount: number;
	validityDays: number;
}

/** A service as data gifting knows it. */
export interface Service {
	serviceKey: string;
	serviceName: string;
	merchantId: number;
	type: 'DATA_GIFTING' | 'CONTENT';
	packages: DataPackage[];
}

/** What the platform knows before anybody calls it, and nothing of it changes. */
export interface CatalogueData {
	merchants: { merchantId: number; name: string }[];
	clients: { clientId: string; clientSecret: string }[];
	operators: Operator[];
	numberRanges: NumberRange[];
	/** Numbers inside a range that nobody has. */
	unassignedNumbers: string[];
	/** Numbers whose owner may not be served. */
	blacklistedNumbers: string[];
	services: Service[];
}

/** Look-ups over the fixed part of the platform. */
export class Catalogue {
	constructor(readonly data: CatalogueData) {}

	service(serviceKey: string): Service | undefined {
		return this.data.services.find((one) => one.serviceKey === serviceKey);
	}

	operator(code: string): Operator | undefined {
		return this.data.operators.find((one) => one.code === code);
	}

	/** The owner of a number (E.164 without plus), or undefined when nobody has it. */
	subscriber(msisdn: string): { operator: Operator; blacklisted: boolean } | undefined {
		const { numberRanges, unassignedNumbers, blacklistedNumbers } = this.data;
		if (unassignedNumbers.includes(msisdn)) return undefined;
		const range = numberRanges.find(
			({ from, to }) => msisdn.length === from.length && msisdn >= from && msisdn <= to,
		);
		const operator = range && this.operator(range.operator);
		return operator && { operator, blacklisted: blacklistedNumbers.includes(msisdn) };
	}
}
