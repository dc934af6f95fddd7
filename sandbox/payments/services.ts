import type { Encoding } from '../notifications/message';
import type { SigningKey } from './signature';

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
	/** What the merchant's pass-through value is called there (docs/platform-interface.md). */
	notificationReference: 'reference' | 'clientid';
}

/** The services that sell. Unlike the catalogue they can be changed while the sandbox runs. */
export class PaymentServices {
	readonly all: PaymentService[];
	private readonly byKey: Map<string, PaymentService>;

	constructor(services: PaymentService[]) {
		this.all = structuredClone(services);
		this.byKey = new Map(this.all.map((service) => [service.serviceKey, service]));
	}

	find(serviceKey: string): PaymentService | undefined {
		return this.byKey.get(serviceKey);
	}
}
