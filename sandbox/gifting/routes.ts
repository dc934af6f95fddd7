import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { requireTokenHeader } from '../auth/login';
import type { Selling } from '../payments/payments';
import { serviceKey } from '../payments/request';
import { visibility } from '../queries/search';
import { type About, invalid, parseOrRefuse, Refusal, route } from '../refusal';
import { assignGift, assignment, type Giving, msisdn, serviceOfMerchant } from './assign';
import { balanceEntry, poolsOf } from './pools';

const giftsQuery = z.object({ serviceKey, msisdn: msisdn.optional() });
const servicesQuery = z.object({ merchantId: z.string().optional() });
const balanceQuery = z.object({ serviceKey, operator: z.string() });

/** The four data gifting operations: contract, endpoints 2 to 5. */
export function giftingRoutes(app: FastifyInstance, world: Giving & Selling): void {
	const assigning: About = { summary: 'Assign a data gift', body: assignment };
	app.post(
		'/datagifting/v1/service/transaction',
		{ config: { about: assigning } },
		async (request) => {
			requireTokenHeader(request, world.settings.giftTokenHeader);
			return assignGift(world, request.merchantId, request.body);
		},
	);

	const listing = { summary: 'List the gifts of a service or number', query: giftsQuery };
	route(app, 'GET /datagifting/v1/transaction', listing, ({ query }, _reply, { merchantId }) =>
		giftsShown(world, merchantId, query),
	);

	const services = { summary: 'List the services of the merchant', query: servicesQuery };
	route(app, 'GET /datagifting/v1/services', services, ({ query }, _reply, request) => {
		const { merchantId } = query;
		if (merchantId === undefined && world.settings.merchantIdRequired) {
			throw invalid('merchantId: Required', 'merchantId');
		}
		if (merchantId !== undefined && merchantId !== String(request.merchantId)) {
			const words = `the token does not belong to merchant ${merchantId}`;
			throw new Refusal(403, 'UNAUTHORIZED', words, 'merchantId');
		}
		return servicesOfMerchant(world, request.merchantId);
	});

	const pools = { summary: 'Get the data pools of a service', query: balanceQuery };
	route(app, 'GET /datagifting/v1/services/balance', pools, ({ query }, _reply, { merchantId }) =>
		balance(world, merchantId, query),
	);
}

/** Contract, endpoint 3: the gifts of a service, or of one number in it. */
export function giftsShown(world: Giving & Selling, merchantId: number, asked: unknown) {
	const query = parseOrRefuse(giftsQuery, asked);
	serviceOfMerchant(world.catalogue, query.serviceKey, merchantId);
	const isVisible = visibility(world);
	return world.ledger
		.gifts(query.serviceKey, query.msisdn)
		.filter(({ timeCreated }) => isVisible(timeCreated))
		.map((gift) => {
			const { clientId, ...rest } = gift;
			return world.settings.giftReferences === 'hidden' ? rest : { ...rest, clientId };
		});
}

/**
 * Contract, endpoint 4: all services and packages of a merchant, also those that sell, each with the
 * operators it works with.
 */
export function servicesOfMerchant(
	{ catalogue, pools, payments }: Giving & Selling,
	merchantId: number,
) {
	const { services, operators } = catalogue.data;
	const isOwn = (service: { merchantId: number }) => service.merchantId === merchantId;
	const selling = payments.services.all.filter(isOwn);
	const isSelling = (key: string) => selling.some(({ serviceKey }) => serviceKey === key);
	const giving = services.filter((one) => isOwn(one) && !isSelling(one.serviceKey));
	const operatorsOf = (key: string) => {
		const codes = pools.filter((one) => one.serviceKey === key).map(({ operator }) => operator);
		return [...new Set(codes)];
	};
	return [
		...giving.map((service) => ({ ...service, operators: operatorsOf(service.serviceKey) })),
		...selling.map(({ serviceKey, serviceName, prices }) => ({
			serviceKey,
			serviceName,
			merchantId,
			type: 'CONTENT',
			packages: prices.map((price) => ({ name: price.priceId, ...price })),
			operators: operators.map(({ code }) => code),
		})),
	];
}

/** Contract, endpoint 5. */
export function balance(world: Giving & Selling, merchantId: number, asked: unknown) {
	const query = parseOrRefuse(balanceQuery, asked);
	serviceOfMerchant(world.catalogue, query.serviceKey, merchantId);
	if (!world.catalogue.operator(query.operator)) {
		const words = `operator ${query.operator} is not known`;
		throw new Refusal(404, 'INVALID_OPERATOR_CODE', words, 'operator');
	}
	return poolsOf(world.pools, query).map(balanceEntry);
}
