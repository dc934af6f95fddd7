import { z } from 'zod';
import { serviceOfMerchant } from '../catalogue';
import { parseOrRefuse, Refusal } from '../refusal';
import { hiddenAs, msisdnShown } from './customer';
import type { Payment } from './payment';
import type { Selling } from './payments';
import { serviceKey, withoutEmpty } from './request';
import type { Configured } from '../settings';
import { valuesShown } from '../values';
import type { PaymentService } from './services';
import { end } from './settle';
import { isSignedWith, type Parameters, parametersOf } from './signature';
import { isValid } from './subscriptions';

const timestampOf = (digits: RegExp, words: string) =>
	z
		.union([z.string(), z.number()])
		.transform(String)
		.refine((text) => digits.test(text), words);

/** Contract: Unix seconds; JSON clients send them as a number or as text. */
export const timestamp = timestampOf(/^\d{9,11}$/, 'must be a Unix timestamp in seconds');
/** Also in milliseconds: docs/platform-interface.md, "Identify a user". */
export const anyTimestamp = timestampOf(/^\d{9,14}$/, 'must be a Unix timestamp');

const identification = z.preprocess(
	withoutEmpty,
	z.object({ apikey: serviceKey, userid: z.string(), timestamp, sign: z.string().optional() }),
);

const NOBODY = { msisdn: null, operator: null, expirationdate: null };

/** Subscription identification, server to server (contract, endpoint 8). */
export function identify(
	{ payments, clock, settings }: Selling & Configured,
	merchantId: number,
	body: unknown,
) {
	const asked = parseOrRefuse(identification, body);
	const service = serviceOfMerchant(payments.services.all, merchantId, asked.apikey, 'apikey');
	checkSigned(service, parametersOf(body));
	const now = clock.now();
	const found = payments.subscriptions.ofUser(asked.apikey, asked.userid, now);
	return valuesShown(
		{ settings },
		{
			status: 'ACCEPTED',
			errorMessage: null,
			active: found?.record.active ?? false,
			valid: found !== undefined && isValid(found, now),
			...(found
				? {
						msisdn: msisdnShown(found.optIn),
						operator: found.record.operator,
						expirationdate: Math.floor(found.paidUntil / 1000),
					}
				: NOBODY),
			userid: asked.userid,
		},
	);
}

/** `active: false` in it says nothing about the customer (docs/platform-interface.md). */
export function refusedIdentification({ status, message, field }: Refusal, body: unknown) {
	const isOthers = status === 'UNAUTHORIZED' && field === 'apikey';
	return {
		status: isOthers || status === 'INVALID_SERVICE' ? 'INVALID_SERVICE' : 'INVALID_REQUEST',
		errorMessage: message,
		active: false,
		valid: false,
		...NOBODY,
		userid: (body as { userid?: unknown } | null)?.userid ?? null,
	};
}

/** The operator tells who is browsing; the transaction's id is what a payment may name as `identid`. */
export function recognize(
	world: Selling,
	service: PaymentService,
	msisdn: string,
): Payment | undefined {
	const operator = world.catalogue.subscriber(msisdn)?.operator;
	if (!operator) return undefined;
	const at = world.clock.now();
	const customer = { service, operator, msisdn, alias: hiddenAs(msisdn) };
	const action = 'SUB_IDENTIFY';
	const payment = world.payments.transactions.begin({ ...customer, action, price: null, at });
	end(world, payment, 'COMPLETED', at);
	return payment;
}

/** A wrong signature is refused, a missing one is not; with 403, as a new token would not help. */
export function checkSigned({ signing }: PaymentService, parameters: Parameters): void {
	const sign = new Map(parameters).get('sign') ?? '';
	if (sign !== '' && signing && !isSignedWith(parameters, sign, signing)) {
		throw new Refusal(403, 'UNAUTHORIZED', 'the signature is wrong', 'sign');
	}
}
