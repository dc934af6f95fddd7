import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { requireTokenHeader } from '../auth/bearer';
import { numberShown } from '../payments/number-form';
import { visibility } from '../queries/visibility';
import { parseOrRefuse, Refusal } from '../refusal';
import type { World } from '../world';
import { assignGift } from './assign';
import { msisdn, serviceKey } from './fields';
import type { Gift } from './ledger';
import { balanceEntry } from './pools';
import { serviceOfMerchant, servicesOfMerchant } from './services';

const transactionsQuery = z.object({ serviceKey, msisdn: msisdn.optional() });
const servicesQuery = z.object({ merchantId: z.string().optional() });
const balanceQuery = z.object({ serviceKey, operator: z.string() });

/** The four data gifting operations: contract, endpoints 2 to 5. */
export function giftingRoutes(app: FastifyInstance, world: World): void {
	app.post('/datagifting/v1/service/transaction', async (request) => {
		requireTokenHeader(request, world.settings.giftTokenHeader);
		return giftShown(world, assignGift(world, request.merchantId, request.body));
	});

	app.get('/datagifting/v1/transaction', async (request) =>
		giftsShown(world, request.merchantId, request.query),
	);

	app.get('/datagifting/v1/services', async (request) => {
		const { merchantId } = parseOrRefuse(servicesQuery, request.query);
		if (merchantId === undefined && world.settings.merchantIdRequired) {
			throw new Refusal(400, 'INVALID_REQUEST', 'merchantId: Required', 'merchantId');
		}
		if (merchantId !== undefined && merchantId !== String(request.merchantId)) {
			const words = `the token does not belong to merchant ${merchantId}`;
			throw new Refusal(403, 'UNAUTHORIZED', words, 'merchantId');
		}
		return servicesOfMerchant(world, request.merchantId);
	});

	app.get('/datagifting/v1/services/balance', async (request) =>
		balance(world, request.merchantId, request.query),
	);
}

/** Contract, endpoint 3: the gifts of a service, or of one number in it. */
export function giftsShown(world: World, merchantId: number, asked: unknown) {
	const query = parseOrRefuse(transactionsQuery, asked);
	serviceOfMerchant(world.catalogue, query.serviceKey, merchantId);
	const isVisible = visibility(world);
	return world.ledger
		.gifts(query.serviceKey, query.msisdn)
		.filter(({ timeCreated }) => isVisible(timeCreated))
		.map((gift) => {
			const { clientId, ...rest } = giftShown(world, gift);
			return world.settings.giftReferences === 'hidden' ? rest : { ...rest, clientId };
		});
}

function giftShown(world: World, gift: Gift) {
	const { transactionId, amount } = gift;
	const [id, megabytes] = [numberShown(world, transactionId), numberShown(world, amount)];
	return { ...gift, transactionId: id, amount: megabytes };
}

/** Contract, endpoint 5. */
export function balance(world: World, merchantId: number, asked: unknown) {
	const query = parseOrRefuse(balanceQuery, asked);
	serviceOfMerchant(world.catalogue, query.serviceKey, merchantId);
	if (!world.catalogue.operator(query.operator)) {
		const words = `operator ${query.operator} is not known`;
		throw new Refusal(404, 'INVALID_OPERATOR_CODE', words, 'operator');
	}
	return world.pools.of(query.serviceKey, query.operator).map((pool) => {
		const { totalAmount, assignedAmount, expirationDate } = balanceEntry(pool);
		return {
			totalAmount: numberShown(world, totalAmount),
			assignedAmount: numberShown(world, assignedAmount),
			expirationDate,
		};
	});
}
