import { z } from 'zod';
import type { PaymentService } from '../payments/services';
import type { Parameters } from '../payments/signature';
import type { TransactionRecord } from '../payments/transaction-record';
import type { Catalogue } from '../catalogue';
import type { Clock } from '../clock';
import type { Payments } from '../payments/payments';
import { Refusal } from '../refusal';
import type { Settings } from '../settings';
import { EVENT_TYPES, notificationFields } from './fields';
import { loopbackAddress } from './loopback';
import { samplePayment, RESULTS, unusedId } from './sample';
import { ENCODINGS, messageOf } from './message';
import type { Outgoing } from './notifier';
import { TAMPERINGS, tampered } from './tamper';

/** What notifications are made of. */
export interface Seller {
	settings: Settings;
	clock: Clock;
	catalogue: Catalogue;
	payments: Payments;
}

const value = z.union([z.string(), z.number(), z.boolean()]).transform(String).nullable();

/** Body of `POST /_sandbox/notifications/fire`. */
export const fireRequest = z
	.object({
		url: loopbackAddress.optional(),
		serviceKey: z.string().optional(),
		encoding: z.enum(ENCODINGS).optional(),
		fields: z.record(value).default({}),
		tamper: z.union([z.enum(TAMPERINGS), z.boolean()]).default(false),
		retry: z.boolean().default(false),
	})
	.strict();

type FireRequest = z.output<typeof fireRequest>;

/** Whose name an event has that is sent without a signature. */
const STAND_IN = 'COINSHOP07';

/** A sample event: a standard one of the service, with the fields that were given instead. */
export function firedNotification(world: Seller, asked: FireRequest): Outgoing {
	const service = serviceNamed(world, asked.serviceKey ?? STAND_IN);
	const signing = asked.serviceKey === undefined ? null : service.signing;
	const url = asked.url ?? (asked.serviceKey === undefined ? null : service.notificationUrl);
	if (url === null) {
		throw new Refusal(400, 'INVALID_REQUEST', 'url is needed, the service has none', 'url');
	}
	const encoding = asked.encoding ?? service.notificationEncoding;
	const fields = changed(standardFields(world, service, asked.fields), asked.fields);
	const message = messageOf(fields, { url, encoding, signing });
	const { retry } = asked;
	if (asked.tamper === false) return { kind: 'fired', message, retry };
	if (!signing) {
		const words = 'without serviceKey, or for a service without a key, nothing can be forged';
		throw new Refusal(400, 'INVALID_REQUEST', words, 'tamper');
	}
	const tampering = asked.tamper === true ? 'value' : asked.tamper;
	return { kind: 'fired', message: tampered(message, tampering, signing), tampering, retry };
}

export function serviceNamed(world: Seller, serviceKey: string): PaymentService {
	const service = world.payments.services.find(serviceKey);
	if (service) return service;
	throw new Refusal(404, 'INVALID_SERVICE', `service ${serviceKey} is not known`, 'serviceKey');
}

function standardFields(
	world: Seller,
	service: PaymentService,
	given: FireRequest['fields'],
): Parameters {
	const operator = world.catalogue.operator('FR_DEMOTEL');
	if (!operator) throw new Error('the seed has changed');
	const transactionId = unusedId();
	const payment = samplePayment({
		transactionId,
		service,
		operator,
		action: actionNamed(given.event_type) ?? (service.period ? 'SUB_RENEW' : 'CHARGE'),
		result: RESULTS.find((result) => result === given.status) ?? 'success',
		price: service.prices[0] ?? null,
		msisdn: '33639980001',
		reference: `fired-${transactionId}`,
		at: world.clock.now(),
	});
	return notificationFields(world, payment);
}

function actionNamed(
	eventType: string | null | undefined,
): TransactionRecord['action'] | undefined {
	const names = Object.entries(EVENT_TYPES) as [TransactionRecord['action'], string][];
	return names.find(([, name]) => name === eventType)?.[0];
}

/** `null` takes a field away. */
function changed(fields: Parameters, given: FireRequest['fields']): Parameters {
	const all = { ...Object.fromEntries(fields), ...given };
	return Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null);
}
