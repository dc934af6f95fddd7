import type { Encoding } from '../notifications/message';
import { Refusal } from '../refusal';
import { isSameText, type SigningKey } from './signature';

/** A package and what it costs in the currency of the customer's country. */
export interface Price {
	priceId: string;
	/** Quantity of what is bought (days, items): the transaction record's `amount`. */
	amount: number;
	price: number;
}

export interface Period {
	period: 'DAY' | 'WEEK' | 'MONTH';
	periodAmount: number;
}

/** A service that sells; contract, "What the service does" 2. */
export interface PaymentService {
	serviceKey: string;
	serviceName: string;
	merchantId: number;
	active: boolean;
	/** Null for a service that charges once. */
	period: Period | null;
	prices: Price[];
	/** What the customer sends to `shortCode`. */
	keyword: string;
	shortCode: string;
	signing: SigningKey | null;
	/** Unsigned identification requests are refused. */
	requireSignature: boolean;
	encryptedIds: boolean;
	/** API authentication of the partner panel; the password is a hash text. */
	apiLogin: { username: string; password: string } | null;
	/** Where the Payment Result Notification goes. */
	notificationUrl: string | null;
	notificationEncoding: Encoding;
}

/** The services that sell. Unlike the catalogue they can be changed while the sandbox runs. */
export class PaymentServices {
	readonly all: PaymentService[];

	constructor(services: PaymentService[]) {
		this.all = structuredClone(services);
	}

	find(serviceKey: string): PaymentService | undefined {
		return this.all.find((one) => one.serviceKey === serviceKey);
	}

	/** Refuses an unknown key; `field` is where it stands in the request. */
	named(serviceKey: string, field = 'serviceKey'): PaymentService {
		const service = this.find(serviceKey);
		if (service) return service;
		throw new Refusal(404, 'INVALID_SERVICE', `service ${serviceKey} is not known`, field);
	}

	/** The merchant's own service. The HTTP statuses are those of identification. */
	ofMerchant(serviceKey: string, merchantId: number): PaymentService {
		const service = this.named(serviceKey, 'apikey');
		if (service.merchantId === merchantId) return service;
		const words = `service ${serviceKey} belongs to another merchant`;
		throw new Refusal(403, 'UNAUTHORIZED', words, 'apikey');
	}
}

/** Contract, "Authentication" 5: only where API authentication is activated for the service. */
export function requireApiLogin(
	{ apiLogin, serviceKey }: PaymentService,
	{ username, password }: Partial<Record<'username' | 'password', string | null | undefined>>,
): void {
	if (!apiLogin) return;
	const isKnown = isSameText(username ?? '', apiLogin.username);
	if (isKnown && isSameText(password ?? '', apiLogin.password)) return;
	const words = `service ${serviceKey} needs the username and password hash of its partner panel`;
	throw new Refusal(403, 'UNAUTHORIZED', words, 'username');
}
