import { utcText } from '../clock';
import type { Settings } from '../settings';
import type { Payment } from './payment';

type Limits = Pick<Settings, 'dailyLimit' | 'monthlyLimit'>;

/** What each number has paid in each day and month (UTC), in its own currency. */
export class Spending {
	private readonly sums = new Map<string, number>();

	/** Counts a transaction that has reached its final state. */
	count({ record }: Payment, at: number): void {
		if (record.actionStatus !== 'COMPLETED' || record.price === 0) return;
		if (record.action === 'REFUND') return;
		for (const key of Object.values(keysOf(record.msisdn, at))) {
			this.sums.set(key, (this.sums.get(key) ?? 0) + cents(record.price));
		}
	}

	/** The status of the limit that `price` would exceed. */
	exceeded(msisdn: string, price: number, limits: Limits, at: number): string | undefined {
		const { day, month } = keysOf(msisdn, at);
		const passes = (key: string, limit: number) =>
			limit > 0 && (this.sums.get(key) ?? 0) + cents(price) > cents(limit);
		if (passes(day, limits.dailyLimit)) return 'DAILY_LIMIT_EXCEEDED';
		if (passes(month, limits.monthlyLimit)) return 'MONTHLY_LIMIT_EXCEEDED';
		return undefined;
	}
}

function keysOf(msisdn: string, at: number) {
	const date = utcText(at).slice(0, 10);
	return { day: `${msisdn} ${date}`, month: `${msisdn} ${date.slice(0, 7)}` };
}

// Sums of floats drift.
function cents(money: number): number {
	return Math.round(money * 100);
}
