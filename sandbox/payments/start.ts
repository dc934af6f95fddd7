import { serviceOfMerchant } from '../catalogue';
import { invalid, parseOrRefuse } from '../refusal';
import { findCustomer } from './customer';
import { actionOf, magicOf } from './flows';
import type { Payment } from './payment';
import type { Selling } from './payments';
import { type SubscribeRequest, subscribeRequest } from './request';
import { type PaymentService, type Price, requireApiLogin } from './services';
import { beginFlow } from './session';
import { charge, end, failureOf } from './settle';

interface Caller {
	merchantId: number;
	ip: string;
}

/** Contract, endpoint 6: a refusal, or a transaction that has begun and may have failed at once. */
export function startPayment(world: Selling, caller: Caller, body: unknown): Payment {
	const asked = parseOrRefuse(subscribeRequest, body);
	const { all } = world.payments.services;
	const service = serviceOfMerchant(all, caller.merchantId, asked.apikey, 'apikey');
	if (!service.active) {
		throw invalid(`service ${asked.apikey} is not active`, 'apikey', 'INACTIVE');
	}
	requireApiLogin(service, asked);
	const customer = findCustomer(world, asked);
	const { operator, msisdn } = customer;
	const magic = msisdn ? magicOf(msisdn) : {};
	if (magic.refuse) throw invalid(`magic number ${msisdn}`, 'msisdn', magic.refuse);
	if (asked.country && asked.country.toUpperCase() !== operator.country) {
		throw invalid(`operator ${operator.code} is in ${operator.country}`, 'country');
	}
	const action = magic.action ?? actionOf(operator.code, msisdn);
	const returnUrl = asked.returnurl ?? null;
	if (action === 'URL_REDIRECT' && !returnUrl) {
		throw invalid(`operator ${operator.code} redirects, returnurl is needed`, 'returnurl');
	}
	const price = priceOf(service, asked);
	if (msisdn && world.payments.subscriptions.active(service.serviceKey, msisdn)) {
		const words = `${msisdn} is subscribed to ${service.serviceKey} already`;
		throw invalid(words, 'msisdn', 'EXISTING_SUBSCRIPTION');
	}

	const at = world.clock.now();
	const payment = world.payments.transactions.begin({
		action: service.period ? 'SUB_START' : 'CHARGE',
		service,
		...customer,
		price,
		...(asked.userid && { userId: asked.userid }),
		merchantReference: asked.clientid ?? null,
		ip: caller.ip,
		at,
	});
	const isBlacklisted = msisdn && world.catalogue.subscriber(msisdn)?.blacklisted;
	const magicFailure = magic.failsAtOnce ?? magic.failsAccepted;
	const failing = isBlacklisted ? 'SUBSCRIBER_BLACKLISTED' : magicFailure;
	if (failing) end(world, payment, 'FAILED', at, failureOf(failing));
	else if (magic.completesAtOnce) charge(world, payment, at);
	else beginFlow(world, payment, { action, returnUrl, at });
	return payment;
}

function priceOf({ prices }: PaymentService, { price, priceid }: SubscribeRequest): Price {
	const refuse = (words: string, field: string) => invalid(words, field, 'INVALID_PRICE');
	if (!/^\d{1,7}(\.\d{1,3})?$/.test(price)) {
		throw refuse(`${price} is not a decimal number`, 'price');
	}
	const packages = prices.filter(({ priceId }) => priceid === undefined || priceId === priceid);
	if (packages.length === 0) throw refuse(`the service has no package ${priceid}`, 'priceid');
	const found = packages.find((one) => one.price === Number(price));
	if (found) return found;
	const known = packages.map((one) => one.price.toFixed(2)).join(', ');
	throw refuse(`${price} is not one of: ${known}`, 'price');
}
