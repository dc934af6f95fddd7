import { z } from 'zod';
import { type Catalogue, serviceOfMerchant } from '../catalogue';
import { type Clock, utcText } from '../clock';
import { numberOf } from '../payments/aliases';
import { magicOf } from '../payments/flows';
import { serviceKey, withoutEmpty } from '../payments/request';
import { parseOrRefuse, Refusal } from '../refusal';

/** Contract, "Common conventions": E.164 without the leading plus; or the alias of a number. */
export const msisdn = z
	.string()
	.refine(
		(named) => /^[1-9]\d{7,14}$/.test(numberOf(named)),
		'must be 8 to 15 digits, E.164 without plus',
	);

const assignment = z.preprocess(
	withoutEmpty,
	z.object({
		serviceKey,
		msisdn,
		clientId: z.string().max(256, 'must be at most 256 characters').optional(),
		amount: z.number().positive('must be more than 0 MB'),
	}),
);

/** A gifting transaction record; the contract does not show its fields. Amounts in MB, times `yyyy-MM-dd HH:mm:ss` UTC. */
interface Gift extends Omit<z.output<typeof assignment>, 'clientId'> {
	transactionId: number;
	clientId: string | null;
	operator: string;
	country: string;
	/** `ASSIGNED`; a magic number makes another one. */
	status: string;
	timeCreated: string;
}

/** One assignment request, and its result at the platform. */
interface LedgerEntry {
	time: string;
	merchantId: number;
	asked: unknown;
	/** The status of the gift, or the code of the refusal. */
	result: string;
	httpStatus: number;
	errorMessage?: string;
	gift?: Gift;
}

/** Every assignment request in order. */
export class Ledger {
	readonly entries: LedgerEntry[] = [];

	private readonly byNumber = new Map<string, Gift[]>();

	add(entry: LedgerEntry): void {
		this.entries.push(entry);
		const { gift } = entry;
		if (!gift) return;
		const number = numberOf(gift.msisdn);
		const own = this.byNumber.get(number);
		if (own) own.push(gift);
		else this.byNumber.set(number, [gift]);
	}

	/** The gifts of a service, or of one number in it, oldest first. */
	gifts(serviceKey: string, msisdn?: string): Gift[] {
		const gifts = msisdn
			? (this.byNumber.get(numberOf(msisdn)) ?? [])
			: this.entries.flatMap(({ gift }) => gift ?? []);
		return gifts.filter((gift) => gift.serviceKey === serviceKey);
	}
}

/** The part of the world that gifting looks at and changes. */
export interface Giving {
	clock: Clock;
	catalogue: Catalogue;
	pools: Pool[];
	ledger: Ledger;
}

/** Contract, endpoint 2. Assigns again for a `clientId` seen before; the ledger has every request, refused ones too. For magic numbers, the answer may differ from the record. */
export function assignGift(world: Giving, merchantId: number, asked: unknown): Gift {
	const time = utcText(world.clock.now());
	const entry = { time, merchantId, asked };
	try {
		const gift = give(world, merchantId, asked, time);
		world.ledger.add({ ...entry, result: gift.status, httpStatus: 200, gift });
		return { ...gift, status: magicOf(numberOf(gift.msisdn)).says ?? 'ASSIGNED' };
	} catch (error) {
		if (error instanceof Refusal) {
			const { status: result, httpStatus, message: errorMessage } = error;
			world.ledger.add({ ...entry, result, httpStatus, errorMessage });
		}
		throw error;
	}
}

function give(world: Giving, merchantId: number, asked: unknown, timeCreated: string): Gift {
	const { serviceKey, msisdn, clientId = null, amount } = parseOrRefuse(assignment, asked);
	serviceOfMerchant(world.catalogue.data.services, merchantId, serviceKey);
	const number = numberOf(msisdn);
	const subscriber = world.catalogue.subscriber(number);
	if (!subscriber) {
		throw new Refusal(404, 'INVALID_MSISDN', `number ${msisdn} is not known`, 'msisdn');
	}
	if (subscriber.blacklisted) {
		throw new Refusal(422, 'SUBSCRIBER_BLACKLISTED', `number ${msisdn} is blacklisted`, 'msisdn');
	}
	const { code: operator, country } = subscriber.operator;
	const status = magicOf(number).accepted ?? 'ASSIGNED';
	const pool = poolFor(world.pools, { serviceKey, operator, amount }, world.clock.now());
	if (status !== 'FAILED') pool.assignedAmount = taken(pool, amount);
	const transactionId = 700_000_001 + world.ledger.entries.length;
	const about = { transactionId, serviceKey, msisdn, clientId, amount, operator, country };
	return { ...about, status, timeCreated };
}

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

/** The unexpired pool that expires soonest and has room for all of `amount` MB. */
function poolFor(all: Pool[], asked: Owner & { amount: number }, nowMs: number): Pool {
	const { serviceKey, operator, amount } = asked;
	const pools = poolsOf(all, asked);
	if (pools.length === 0) {
		const words = `service ${serviceKey} has no data pool for operator ${operator}`;
		throw new Refusal(422, 'NO_POOL_FOR_OPERATOR', words, 'msisdn');
	}
	const pool = pools.find((one) => one.expiresAt > nowMs && taken(one, amount) <= one.totalAmount);
	if (pool) return pool;
	const words = `no data pool of service ${serviceKey} for operator ${operator} has ${amount} MB left`;
	throw new Refusal(409, 'POOL_EXHAUSTED', words, 'amount');
}

// In kilobytes: sums of decimals such as 0.1 + 0.2 must not exhaust a pool of 0.3.
function taken({ assignedAmount }: Pool, amount: number): number {
	return Math.round((assignedAmount + amount) * 1000) / 1000;
}

/** A pool as the balance operation shows it: contract, "Data pool balance entry". */
export function balanceEntry({ totalAmount, assignedAmount, expiresAt }: Pool) {
	return { totalAmount, assignedAmount, expirationDate: utcText(expiresAt) };
}
