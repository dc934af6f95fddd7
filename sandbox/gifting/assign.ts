import { z } from 'zod';
import { utcText } from '../clock';
import { numberOf } from '../payments/aliases';
import { parseOrRefuse, Refusal } from '../refusal';
import type { World } from '../world';
import { msisdn, serviceKey } from './fields';
import type { Gift } from './ledger';
import { serviceOfMerchant } from './services';

const assignmentSchema = z.object({
	serviceKey,
	msisdn,
	clientId: z.string().max(256, 'must be at most 256 characters').optional(),
	amount: z.number().positive('must be more than 0 MB'),
});

/**
 * Data gifting assignment (contract, endpoint 2). Every call that passes the checks assigns again, also
 * with a `clientId` seen before. Whatever happens is written to the ledger; a refusal is thrown.
 */
export function assignGift(world: World, merchantId: number, asked: unknown): Gift {
	const time = utcText(world.clock.now());
	try {
		const { gift, poolId } = decide(world, merchantId, asked, time);
		world.ledger.add({
			time,
			merchantId,
			asked,
			result: gift.status,
			httpStatus: 200,
			poolId,
			gift,
		});
		return gift;
	} catch (error) {
		if (error instanceof Refusal) {
			const { status: result, httpStatus, message: errorMessage } = error;
			world.ledger.add({ time, merchantId, asked, result, httpStatus, errorMessage });
		}
		throw error;
	}
}

function decide(world: World, merchantId: number, asked: unknown, timeCreated: string) {
	const { serviceKey, msisdn, clientId = null, amount } = parseOrRefuse(assignmentSchema, asked);

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
		const words = `number ${msisdn} is blacklisted`;
		throw new Refusal(422, 'SUBSCRIBER_BLACKLISTED', words, 'msisdn');
	}
	const { code: operator, country } = subscriber.operator;
	const pool = world.pools.take(serviceKey, operator, amount, world.clock.now());
	const gift: Gift = {
		transactionId: world.ledger.nextTransactionId(),
		serviceKey,
		msisdn,
		clientId,
		amount,
		operator,
		country,
		status: 'ASSIGNED',
		timeCreated,
	};
	return { gift, poolId: pool.poolId };
}
