import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { requireTokenHeader } from '../auth/login';
import { type Catalogue, type Service, serviceOfMerchant } from '../catalogue';
import type { Shop } from '../payments/payments';
import { serviceKey } from '../payments/request';
import { visibility } from '../queries/search';
import { invalid, parseOrRefuse, Refusal, route } from '../refusal';
import { referenceShown } from '../references';
import type { Configured } from '../settings';
import { assignGift, balanceEntry, type Giving, msisdn, poolsOf } from './assign';

const giftsQuery = z.object({ serviceKey, msisdn: msisdn.optional() });
const servicesQuery = z.object({ merchantId: z.string().optional() });
const balanceQuery = z.object({ serviceKey, operator: z.string() });

/** The four data gifting operations: contract, endpoints 2 to 5. */
export function giftingRoutes(app: FastifyInstance, world: Giving & Shop): void {
	app.post('/datagifting/v1/service/transaction', async (request) => {
		requireTokenHeader(request);
		return assignGift(world, request.merchantId, request.body);
	});

	route(
		app,
		'GET /datagifting/v1/transaction',
		{ query: giftsQuery },
		({ query }, _reply, { merchantId }) => giftsShown(world, merchantId, query),
	);

	route(
		app,
		'GET /datagifting/v1/services',
		{ query: servicesQuery },
		({ query }, _reply, request) => {
			const { merchantId } = query;
			// Contract, endpoint 4: only a gateway takes it from the token.
			if (merchantId === undefined && world.settings.merchantId === 'required') {
				throw invalid('merchantId: is required', 'merchantId');
			}
			if (merchantId !== undefined && merchantId !== String(request.merchantId)) {
				const words = `the token does not belong to merchant ${merchantId}`;
				throw new Refusal(403, 'UNAUTHORIZED', words, 'merchantId');
			}
			return servicesOfMerchant(world, request.merchantId);
		},
	);

	route(
		app,
		'GET /datagifting/v1/services/balance',
		{ query: balanceQuery },
		({ query }, _reply, { merchantId }) => balance(world, merchantId, query),
	);
}

/** Contract, endpoint 3: the gifts of a service, or of one number in it. */
export function giftsShown(
	world: Configured & Pick<Giving, 'catalogue' | 'clock' | 'ledger'>,
	merchantId: number,
	asked: unknown,
) {
	const query = parseOrRefuse(giftsQuery, asked);
	const { services } = world.catalogue.data;
	const service = serviceOfMerchant(services, merchantId, query.serviceKey);
	const isVisible = visibility(world);
	const gifts = world.ledger
		.gifts(query.serviceKey, query.msisdn)
		.filter(({ timeCreated }) => isVisible(timeCreated));
	const { references, packageForm } = world.settings;
	// Lists are long, so a record is copied only if it differs.
	if (references === 'exact' && packageForm === 'flat') return gifts;
	return gifts.map((gift) => ({
		...gift,
		clientId: referenceShown(world, gift.clientId),
		...(packageForm === 'nested' && { packages: packagesShown(world, service) }),
	}));
}

/** Contract, endpoint 4: all services of a merchant, also those that sell, with packages and operators. */
function servicesOfMerchant(world: Giving & Shop, merchantId: number) {
	const { catalogue, pools, payments } = world;
	const { services, operators } = catalogue.data;
	const isOwn = (service: { merchantId: number }) => service.merchantId === merchantId;
	const giving = services.filter(isOwn).map((service) => {
		const own = pools.filter((one) => one.serviceKey === service.serviceKey);
		const codes = [...new Set(own.map(({ operator }) => operator))];
		const packages = packagesShown(world, service);
		return { ...service, type: 'DATA_GIFTING', packages, operators: codes };
	});
	const selling = payments.services.all.filter(isOwn).map((service) => ({
		serviceKey: service.serviceKey,
		serviceName: service.serviceName,
		merchantId,
		type: 'CONTENT',
		packages: service.prices.map((price) => ({ name: price.priceId, ...price })),
		operators: operators.map(({ code }) => code),
	}));
	return [...giving, ...selling];
}

/** The packages of a service; nested, each with its operators and their networks (setting `packageForm`). */
function packagesShown(
	{ settings, catalogue }: Configured & { catalogue: Catalogue },
	{ packages }: Service,
) {
	if (settings.packageForm === 'flat') return packages;
	const operators = catalogue.data.operators.map(({ code, country, mcc, mnc }) => {
		return { code, country, networks: [{ mcc, mnc }] };
	});
	return packages.map((one) => ({ ...one, operators }));
}

/** Contract, endpoint 5. */
export function balance(
	{ catalogue, pools }: Pick<Giving, 'catalogue' | 'pools'>,
	merchantId: number,
	asked: unknown,
) {
	const query = parseOrRefuse(balanceQuery, asked);
	serviceOfMerchant(catalogue.data.services, merchantId, query.serviceKey);
	if (!catalogue.operator(query.operator)) {
		const words = `operator ${query.operator} is not known`;
		throw new Refusal(404, 'INVALID_OPERATOR_CODE', words, 'operator');
	}
	return poolsOf(pools, query).map(balanceEntry);
}
