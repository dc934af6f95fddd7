import { z } from 'zod';
import { serviceKey } from '../gifting/fields';
import { parseOrRefuse, type Refusal } from '../refusal';
import type { World } from '../world';
import { sellingService } from './access';
import { hiddenAs, msisdnShown } from './hidden-number';
import { numberShown } from './number-form';
import type { Payment } from './payment';
import type { PaymentService } from './services';
import { complete } from './settle';
import { checkSigned } from './signed-request';
import { parametersOf } from './signature';
import { isValid } from './subscription';

/** Contract: Unix seconds; JSON clients send them as a number or as text. */
export const timestamp = z
	.union([z.string(), z.number()])
	.transform(String)
	.refine((text) => /^\d{9,11}$/.test(text), 'must be a Unix timestamp in seconds');

/** Also in milliseconds: docs/platform-interface.md, "Identify a user". */
export const anyTimestamp = z
	.union([z.string(), z.number()])
	.transform(String)
	.refine((text) => /^\d{9,14}$/.test(text), 'must be a Unix timestamp');

const identification = z.object({
	apikey: serviceKey,
	userid: z.string().min(1, 'must not be empty'),
	timestamp,
	sign: z.string().optional(),
});

/** Subscription identification, server to server (contract, endpoint 8). */
export function identify(world: World, merchantId: number, body: unknown) {
	const asked = parseOrRefuse(identification, body);
	const service = sellingService(world, asked.apikey, merchantId);
	checkSigned(world, service, parametersOf(body));
	const now = world.clock.now();
	const found = world.payments.subscriptions.ofUser(asked.apikey, asked.userid, now);
	const flag = (value: boolean) => (world.settings.flagsAsText ? String(value) : value);
	const accepted = { status: 'ACCEPTED', errorMessage: null };
	return {
		...(world.settings.identificationStatus && accepted),
		active: flag(found?.record.active ?? false),
		valid: flag(found !== undefined && isValid(found, now)),
		msisdn: found ? msisdnShown(found.optIn) : null,
		operator: found?.record.operator ?? null,
		expirationdate: found ? numberShown(world, Math.floor(found.paidUntil / 1000)) : null,
		userid: asked.userid,
	};
}

/** `active: false` in it says nothing about the customer (docs/platform-interface.md). */
export function refusedIdentification({ status, message, field }: Refusal, body: unknown) {
	const isOthers = status === 'UNAUTHORIZED' && field === 'apikey';
	const userid = (body as { userid?: unknown } | null)?.userid ?? null;
	return {
		status: isOthers || status === 'INVALID_SERVICE' ? 'INVALID_SERVICE' : 'INVALID_REQUEST',
		errorMessage: message,
		active: false,
		valid: false,
		msisdn: null,
		operator: null,
		expirationdate: null,
		userid,
	};
}

/**
 * The operator tells who is browsing. The transaction's id is what a payment may name as `identid`.
 * Undefined when nobody has the number.
 */
export function recognise(
	world: World,
	service: PaymentService,
	msisdn: string,
): Payment | undefined {
	const subscriber = world.catalogue.subscriber(msisdn);
	if (!subscriber) return undefined;
	const at = world.clock.now();
	const payment = world.payments.transactions.begin({
		action: 'SUB_IDENTIFY',
		service,
		merchantName: world.catalogue.merchantName(service.merchantId),
		operator: subscriber.operator,
		price: null,
		msisdn,
		userId: null,
		alias: hiddenAs(world, msisdn),
		at,
	});
	complete(world, payment, at);
	return payment;
}
