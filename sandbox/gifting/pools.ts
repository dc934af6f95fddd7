import { utcText } from '../clock';
import { Refusal } from '../refusal';

/** One of the data pools that a service may have for an operator. Amounts in MB. */
export interface Pool {
	poolId: number;
	serviceKey: string;
	operator: string;
	totalAmount: number;
	assignedAmount: number;
	/** Milliseconds since the Unix epoch. */
	expiresAt: number;
}

type Owner = Pick<Pool, 'serviceKey' | 'operator'>;

/** The pools of a service for an operator, the soonest to expire first. */
export function poolsOf(all: Pool[], { serviceKey, operator }: Owner): Pool[] {
	return all
		.filter((pool) => pool.serviceKey === serviceKey && pool.operator === operator)
		.sort((a, b) => a.expiresAt - b.expiresAt);
}

/**
 * Takes `amount` MB from the unexpired pool that expires soonest and has room for all of it.
 * Refuses with `NO_POOL_FOR_OPERATOR`, `POOL_EXPIRED` or `POOL_EXHAUSTED`.
 */
export function takeFrom(all: Pool[], asked: Owner & { amount: number }, nowMs: number): Pool {
	const { serviceKey, operator, amount } = asked;
	const whose = `service ${serviceKey} for operator ${operator}`;
	const pools = poolsOf(all, asked);
	if (pools.length === 0) {
		const words = `service ${serviceKey} has no data pool for operator ${operator}`;
		throw new Refusal(422, 'NO_POOL_FOR_OPERATOR', words, 'msisdn');
	}
	const unexpired = pools.filter((pool) => pool.expiresAt > nowMs);
	if (unexpired.length === 0) {
		const words = `every data pool of ${whose} has expired`;
		throw new Refusal(409, 'POOL_EXPIRED', words, 'serviceKey');
	}
	const pool = unexpired.find((one) => taken(one, amount) <= one.totalAmount);
	if (!pool) {
		const words = `no data pool of ${whose} has ${amount} MB left`;
		throw new Refusal(409, 'POOL_EXHAUSTED', words, 'amount');
	}
	pool.assignedAmount = taken(pool, amount);
	return pool;
}

// In kilobytes: sums of decimals such as 0.1 + 0.2 must not exhaust a pool of 0.3.
function taken({ assignedAmount }: Pool, amount: number): number {
	return Math.round((assignedAmount + amount) * 1000) / 1000;
}

/** A pool as the balance operation shows it: contract, "Data pool balance entry". */
export function balanceEntry({ totalAmount, assignedAmount, expiresAt }: Pool) {
	return { totalAmount, assignedAmount, expirationDate: utcText(expiresAt) };
}
