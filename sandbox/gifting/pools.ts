import { utcText } from '../clock';
import { Refusal } from '../refusal';

export interface PoolData {
	serviceKey: string;
	operator: string;
	/** MB */
	totalAmount: number;
	/** MB */
	assignedAmount: number;
	/** Milliseconds since the Unix epoch. */
	expiresAt: number;
}

export interface Pool extends PoolData {
	poolId: number;
}

/** The data pools of all services, several for each service and operator. */
export class Pools {
	readonly all: Pool[];
	private readonly byPair = new Map<string, Pool[]>();

	constructor(pools: PoolData[]) {
		this.all = pools.map((pool, index) => ({ poolId: index + 1, ...pool }));
		for (const pool of [...this.all].sort((a, b) => a.expiresAt - b.expiresAt)) {
			const pair = pairOf(pool.serviceKey, pool.operator);
			this.byPair.set(pair, [...(this.byPair.get(pair) ?? []), pool]);
		}
	}

	/** The pools of a service for an operator, the soonest to expire first. */
	of(serviceKey: string, operator: string): Pool[] {
		return this.byPair.get(pairOf(serviceKey, operator)) ?? [];
	}

	/** The operators for which a service has a pool. */
	operators(serviceKey: string): string[] {
		const pools = this.all.filter((pool) => pool.serviceKey === serviceKey);
		return [...new Set(pools.map(({ operator }) => operator))];
	}

	/**
	 * Takes `amount` MB from the unexpired pool that expires soonest and has room for all of it.
	 * Refuses with `NO_POOL_FOR_OPERATOR`, `POOL_EXPIRED` or `POOL_EXHAUSTED`.
	 */
	take(serviceKey: string, operator: string, amount: number, nowMs: number): Pool {
		const pools = this.of(serviceKey, operator);
		if (pools.length === 0) {
			const words = `service ${serviceKey} has no data pool for operator ${operator}`;
			throw new Refusal(422, 'NO_POOL_FOR_OPERATOR', words, 'msisdn');
		}
		const unexpired = pools.filter((pool) => pool.expiresAt > nowMs);
		if (unexpired.length === 0) {
			const words = `every data pool of service ${serviceKey} for operator ${operator} has expired`;
			throw new Refusal(409, 'POOL_EXPIRED', words, 'serviceKey');
		}
		const pool = unexpired.find(
			(one) => withinKilobytes(one.assignedAmount + amount) <= one.totalAmount,
		);
		if (!pool) {
			const words = `no data pool of service ${serviceKey} for operator ${operator} has ${amount} MB left`;
			throw new Refusal(409, 'POOL_EXHAUSTED', words, 'amount');
		}
		pool.assignedAmount = withinKilobytes(pool.assignedAmount + amount);
		return pool;
	}
}

/** A pool as the balance operation shows it: contract, "Data pool balance entry". */
export function balanceEntry(pool: Pool) {
	return {
		totalAmount: pool.totalAmount,
		assignedAmount: pool.assignedAmount,
		expirationDate: utcText(pool.expiresAt),
	};
}

function pairOf(serviceKey: string, operator: string): string {
	return `${serviceKey} ${operator}`;
}

// Sums of decimals such as 0.1 + 0.2 must not exhaust a pool of 0.3.
function withinKilobytes(megabytes: number): number {
	return Math.round(megabytes * 1000) / 1000;
}
