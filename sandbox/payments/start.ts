import { parseOrRefuse, Refusal } from '../refusal';
import type { World } from '../world';
import { requireApiLogin, sellingService } from './access';
import { beginFlow } from './begin-flow';
import { type Customer, findCustomer } from './customer';
import { actionOf, rulesOf } from './flows';
import { magicOf } from './magic';
import { type NameValue, readParams } from './params';
import type { Payment } from './payment';
import type { PaymentService, Price } from './services';
import { charge, fail, failureOf } from './settle';
import { type SubscribeRequest, subscribeRequest } from './subscribe-request';

interface Caller {
	merchantId: number;
	ip: string;
}

/**
 * Payment initiation (contract, endpoint 6). Refuses with one of the contract's statuses; otherwise a
 * transaction has begun, and may have failed at once.
 */
export function startPayment(world: World, caller: Caller, body: unknown): Payment {
	const asked = parseOrRefuse(subscribeRequest, body);
	const params = asked.params === undefined ? [] : readParams(asked.params);
	const service = sellingService(world, asked.apikey, caller.merchantId);
	if (!service.active) {
		throw new Refusal(400, 'INACTIVE', `service ${asked.apikey} is not active`, 'apikey');
	}
	requireApiLogin(service, asked);
	const customer = findCustomer(world, asked);
	const magic = customer.msisdn ? magicOf(customer.msisdn) : {};
	if (magic.refuse) {
		throw new Refusal(400, magic.refuse, `magic number ${customer.msisdn}`, 'msisdn');
	}
	const { operator, msisdn, alias } = customer;
	if (asked.country && asked.country.toUpperCase() !== operator.country) {
		const words = `operator ${operator.code} is in ${operator.country}`;
		throw new Refusal(400, 'INVALID_REQUEST', words, 'country');
	}
	checkDesign(params, operator.code);
	const action = magic.action ?? actionOf(operator.code, msisdn);
	const returnUrl = asked.returnurl ?? null;
	if (action === 'URL_REDIRECT' && !returnUrl) {
		const words = `operator ${operator.code} redirects, returnurl is needed`;
		throw new Refusal(400, 'INVALID_REQUEST', words, 'returnurl');
	}
	const price = priceOf(service, asked);
	if (msisdn) checkMaySpend(world, service, msisdn, price);

	const at = world.clock.now();
	const payment = world.payments.transactions.begin({
		action: service.period ? 'SUB_START' : 'CHARGE',
		service,
		merchantName: world.catalogue.merchantName(service.merchantId),
		operator,
		price,
		msisdn,
		userId: asked.userid ?? null,
		alias,
		merchantReference: asked.clientid ?? null,
		ip: caller.ip,
		at,
	});
	const failing = failsAtOnce(world, customer);
	if (failing) fail(world, payment, at, failureOf(failing));
	else if (magic.completesAtOnce) charge(world, payment, at);
	else beginFlow(world, payment, { action, returnUrl, params, at });
	return payment;
}

function priceOf({ prices }: PaymentService, { price, priceid }: SubscribeRequest): Price {
	if (!/^\d{1,7}(\.\d{1,3})?$/.test(price)) {
		throw new Refusal(400, 'INVALID_PRICE', `${price} is not a decimal number`, 'price');
	}
	const packages = prices.filter(({ priceId }) => priceid === undefined || priceId === priceid);
	if (packages.length === 0) {
		throw new Refusal(400, 'INVALID_PRICE', `the service has no package ${priceid}`, 'priceid');
	}
	const found = packages.find((one) => one.price === Number(price));
	if (found) return found;
	const known = packages.map((one) => one.price.toFixed(2)).join(', ');
	throw new Refusal(400, 'INVALID_PRICE', `${price} is not one of: ${known}`, 'price');
}

function checkDesign(params: NameValue[], operator: string): void {
	for (const { name, value } of params) {
		if (name !== 'design_id' || rulesOf(operator).designs.includes(value)) continue;
		const words = `design_id ${value} is not allowed by operator ${operator}`;
		throw new Refusal(400, 'INVALID_REQUEST', words, 'params');
	}
}

function checkMaySpend(world: World, service: PaymentService, msisdn: string, { price }: Price) {
	const { subscriptions, spending } = world.payments;
	if (subscriptions.active(service.serviceKey, msisdn)) {
		const words = `${msisdn} is subscribed to ${service.serviceKey} already`;
		throw new Refusal(400, 'EXISTING_SUBSCRIPTION', words, 'msisdn');
	}
	const exceeded = spending.exceeded(msisdn, price, world.settings, world.clock.now());
	if (exceeded) {
		throw new Refusal(400, exceeded, failureOf(exceeded).errorMessage, 'price');
	}
}

function failsAtOnce({ catalogue }: World, { msisdn }: Customer): string | undefined {
	if (!msisdn) return undefined;
	if (catalogue.subscriber(msisdn)?.blacklisted) return 'SUBSCRIBER_BLACKLISTED';
	const { failsAtOnce: failing, failsAccepted } = magicOf(msisdn);
	return failing ?? failsAccepted;
}
