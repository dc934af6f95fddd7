import { serviceNamed } from '../catalogue';
import type { Encoding } from '../notifications/message';
import { Refusal } from '../refusal';
import { isSameText, type SigningKey } from './signature';

/** A package, in the currency of the customer's country. */
export interface Price {
	priceId: string;
	amount: number;
	price: number;
}

export interface Period {
	period: 'DAY' | 'WEEK' | 'MONTH';
	periodAmount: number;
}

/** A service that sells; contract, "The service". */
export interface PaymentService {
	serviceKey: string;
	serviceName: string;
	merchantId: number;
	active: boolean;
	/** Null for a service that charges once. */
	period: Period | null;
	prices: Price[];
	keyword: string;
	shortCode: string;
	signing: SigningKey | null;
	encryptedIds: boolean;
	/** API authentication of the partner panel; the password is a hash text. */
	apiLogin: { username: string; password: string } | null;
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

	named(serviceKey: string): PaymentService {
		return serviceNamed(this.all, serviceKey);
	}
}

/** Contract, "Authentication" 5: only where API authentication is activated for the service. */
export function requireApiLogin(
	{ apiLogin, serviceKey }: PaymentService,
	given: { username?: string | null | undefined; password?: string | null | undefined },
): void {
	if (!apiLogin) return;
	const isKnown = isSameText(given.username ?? '', apiLogin.username);
	if (isKnown && isSameText(given.password ?? '', apiLogin.password)) return;
	const words = `service ${serviceKey} needs the username and password hash of its partner panel`;
	throw new Refusal(403, 'UNAUTHORIZED', words, 'username');
}
