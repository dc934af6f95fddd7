import { z } from 'zod';
import type { Catalogue, Service } from '../catalogue';
import { type Clock, utcText } from '../clock';
import { numberOf } from '../payments/aliases';
import { serviceKey } from '../payments/request';
import { parseOrRefuse, Refusal } from '../refusal';
import { type Pool, takeFrom } from './pools';

/** Contract, "Common conventions": E.164 without the leading plus; or the alias of a number. */
export const msisdn = z
	.string()
	.refine(
		(named) => /^[1-9]\d{7,14}$/.test(numberOf(named)),
		'must be 8 to 15 digits, E.164 without plus',
	);

export const assignment = z.object({
	serviceKey,
	msisdn,
	clientId: z.string().max(256, 'must be at most 256 characters').optional(),
	amount: z.number().positive('must be more than 0 MB'),
});

/** A gifting transaction record; the contract does not show its fields. Amounts in MB, times `yyyy-MM-dd HH:mm:ss` UTC. */
export interface Gift extends Omit<z.output<typeof assignment>, 'clientId'> {
	transactionId: number;
	clientId: string | null;
	operator: string;
	country: string;
	status: 'ASSIGNED';
	timeCreated: string;
}

/** One assignment request: what was asked, and what the platform did about it. */
export interface LedgerEntry {
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

/** Every assignment request in order. */
export class Ledger {
	readonly entries: LedgerEntry[] = [];

	add(entry: LedgerEntry): void {
		this.entries.push(entry);
	}

	/** The gifts of a service, or of one number in it, oldest first. */
	gifts(serviceKey: string, msisdn?: string): Gift[] {
		const number = msisdn && numberOf(msisdn);
		return this.entries.flatMap(({ gift }) => {
			const isOf = gift?.serviceKey === serviceKey;
			return isOf && (!number || numberOf(gift.msisdn) === number) ? gift : [];
		});
	}
}

/** The part of the world that gifting looks at and changes. */
export interface Giving {
	clock: Clock;
	catalogue: Catalogue;
	pools: Pool[];
	ledger: Ledger;
}

/**
 * Data gifting assignment (contract, endpoint 2). Every call that passes the checks assigns again, also
 * with a `clientId` seen before. Whatever happens is written to the ledger; a refusal is thrown.
 */
export function assignGift(world: Giving, merchantId: number, asked: unknown): Gift {
	const time = utcText(world.clock.now());
	const entry = { time, merchantId, asked };
	try {
		const { gift, poolId } = give(world, merchantId, asked, time);
		world.ledger.add({ ...entry, result: gift.status, httpStatus: 200, poolId, gift });
		return gift;
	} catch (error) {
		if (error instanceof Refusal) {
			const { status: result, httpStatus, message: errorMessage } = error;
			world.ledger.add({ ...entry, result, httpStatus, errorMessage });
		}
		throw error;
	}
}

function give(world: Giving, merchantId: number, asked: unknown, timeCreated: string) {
	const { serviceKey, msisdn, clientId = null, amount } = parseOrRefuse(assignment, asked);
	const service = serviceOfMerchant(world.catalogue, serviceKey, merchantId);
	if (service.type !== 'DATA_GIFTING') {
		const words = `service ${serviceKey} does not give away data`;
		throw new Refusal(422, 'NOT_A_GIFTING_SERVICE', words, 'serviceKey');
	}
	const subscriber = world.catalogue.subscriber(numberOf(msisdn));
	if (!subscriber) {
		throw new Refusal(404, 'UNKNOWN_MSISDN', `number ${msisdn} is not known`, 'msisdn');
	}
	if (subscriber.blacklisted) {
		throw new Refusal(422, 'SUBSCRIBER_BLACKLISTED', `number ${msisdn} is blacklisted`, 'msisdn');
	}
	const { code: operator, country } = subscriber.operator;
	const { poolId } = takeFrom(world.pools, { serviceKey, operator, amount }, world.clock.now());
	const transactionId = 700_000_001 + world.ledger.entries.length;
	const about = { transactionId, serviceKey, msisdn, clientId, amount, operator, country };
	return { gift: { ...about, status: 'ASSIGNED' as const, timeCreated }, poolId };
}

/** The service behind a key; refuses an unknown one (404) and another merchant's (403). */
export function serviceOfMerchant(
	catalogue: Catalogue,
	serviceKey: string,
	merchantId: number,
): Service {
	const service = catalogue.service(serviceKey);
	if (!service) {
		throw new Refusal(404, 'INVALID_SERVICE', `service ${serviceKey} is not known`, 'serviceKey');
	}
	if (service.merchantId === merchantId) return service;
	const words = `service ${serviceKey} belongs to another merchant`;
	throw new Refusal(403, 'UNAUTHORIZED', words, 'serviceKey');
}
