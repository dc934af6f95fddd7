export interface Merchant {
	merchantId: number;
	name: string;
}

export interface Client {
	clientId: string;
	clientSecret: string;
}

export interface Login {
	username: string;
	password: string;
	merchantId: number;
}

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

export interface Service {
	serviceKey: string;
	serviceName: string;
	merchantId: number;
	type: 'DATA_GIFTING' | 'CONTENT';
	packages: DataPackage[];
}

/** What the platform knows before anybody calls it, and nothing of it changes. */
export interface CatalogueData {
	merchants: Merchant[];
	clients: Client[];
	logins: Login[];
	operators: Operator[];
	numberRanges: NumberRange[];
	/** Numbers inside a range that nobody has. */
	unassignedNumbers: string[];
	/** Numbers whose owner may not be served. */
	blacklistedNumbers: string[];
	services: Service[];
}

export interface Subscriber {
	operator: Operator;
	blacklisted: boolean;
}

/** Look-ups over the fixed part of the platform. */
export class Catalogue {
	private readonly services: Map<string, Service>;
	private readonly operators: Map<string, Operator>;
	private readonly unassigned: Set<string>;
	private readonly blacklisted: Set<string>;

	constructor(readonly data: CatalogueData) {
		this.services = new Map(data.services.map((service) => [service.serviceKey, service]));
		this.operators = new Map(data.operators.map((operator) => [operator.code, operator]));
		this.unassigned = new Set(data.unassignedNumbers);
		this.blacklisted = new Set(data.blacklistedNumbers);
	}

	service(serviceKey: string): Service | undefined {
		return this.services.get(serviceKey);
	}

	operator(code: string): Operator | undefined {
		return this.operators.get(code);
	}

	/** An operator by mobile country code and network code, run together. */
	operatorByNetwork(mccmnc: string): Operator | undefined {
		return this.data.operators.find(({ mcc, mnc }) => mcc + mnc === mccmnc);
	}

	merchantName(merchantId: number): string {
		return this.data.merchants.find((one) => one.merchantId === merchantId)?.name ?? '';
	}

	client(clientId: string): Client | undefined {
		return this.data.clients.find((client) => client.clientId === clientId);
	}

	/** The owner of a number (E.164 without plus), or undefined when nobody has it. */
	subscriber(msisdn: string): Subscriber | undefined {
		if (this.unassigned.has(msisdn)) return undefined;
		const range = this.data.numberRanges.find(
			({ from, to }) => msisdn.length === from.length && msisdn >= from && msisdn <= to,
		);
		const operator = range && this.operators.get(range.operator);
		return operator && { operator, blacklisted: this.blacklisted.has(msisdn) };
	}
}
