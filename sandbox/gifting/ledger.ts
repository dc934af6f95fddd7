import { fileUnder } from '../file-under';
import { numberOf } from '../payments/aliases';

/** A gifting transaction record; the contract does not show its fields. */
export interface Gift {
	transactionId: number;
	serviceKey: string;
	/** As the merchant gave it: a number or an alias. */
	msisdn: string;
	clientId: string | null;
	/** MB */
	amount: number;
	operator: string;
	country: string;
	status: 'ASSIGNED';
	/** `yyyy-MM-dd HH:mm:ss` UTC */
	timeCreated: string;
}

/** One assignment request: what was asked, and what the platform did about it. */
export interface LedgerEntry {
	/** `yyyy-MM-dd HH:mm:ss` UTC */
	time: string;
	merchantId: number;
	asked: unknown;
	/** `ASSIGNED`, or the code of the refusal. */
	result: string;
	httpStatus: number;
	errorMessage?: string;
	poolId?: number;
	gift?: Gift;
}

/** Every assignment request in order, and the gifts by service key and number. */
export class Ledger {
	readonly entries: LedgerEntry[] = [];
	private readonly giftsByService = new Map<string, Gift[]>();
	private readonly giftsByServiceAndNumber = new Map<string, Gift[]>();
	private giftCount = 0;

	nextTransactionId(): number {
		this.giftCount += 1;
		return 700_000_000 + this.giftCount;
	}

	add(entry: LedgerEntry): void {
		this.entries.push(entry);
		if (!entry.gift) return;
		fileUnder(this.giftsByService, entry.gift.serviceKey, entry.gift);
		fileUnder(
			this.giftsByServiceAndNumber,
			`${entry.gift.serviceKey} ${numberOf(entry.gift.msisdn)}`,
			entry.gift,
		);
	}

	/** The gifts of a service, or of one number in it, oldest first. */
	gifts(serviceKey: string, msisdn?: string): Gift[] {
		const found =
			msisdn === undefined
				? this.giftsByService.get(serviceKey)
				: this.giftsByServiceAndNumber.get(`${serviceKey} ${numberOf(msisdn)}`);
		return found ?? [];
	}
}
