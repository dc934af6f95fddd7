import { z } from 'zod';
import type { Payment } from '../payments/payment';
import type { Selling } from '../payments/payments';
import type { TransactionRecord } from '../payments/records';
import type { PaymentService } from '../payments/services';
import { invalid } from '../refusal';
import { EVENT_TYPES, isResult, notificationFields, samplePayment } from './event';
import { ENCODINGS, messageOf, tampered, TAMPERINGS } from './message';
import type { Outgoing } from './notifier';
import { loopbackAddress } from './sender';

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
export function firedNotification(world: Selling, asked: FireRequest): Outgoing {
	const { serviceKey, retry, tamper } = asked;
	const service = world.payments.services.named(serviceKey ?? STAND_IN);
	const signing = serviceKey === undefined ? null : service.signing;
	const url = asked.url ?? (serviceKey === undefined ? null : service.notificationUrl);
	if (url === null) throw invalid('url is needed, the service has none', 'url');
	const encoding = asked.encoding ?? service.notificationEncoding;
	const standard = notificationFields(world, sampleOf(world, service, asked.fields));
	// `null` takes a field away.
	const fields = Object.entries({ ...Object.fromEntries(standard), ...asked.fields }).filter(
		(pair): pair is [string, string] => pair[1] !== null,
	);
	const message = messageOf(fields, { url, encoding, signing });
	if (tamper === false) return { kind: 'fired', message, retry };
	if (!signing) {
		const words = 'without serviceKey, or for a service without a key, nothing can be forged';
		throw invalid(words, 'tamper');
	}
	const tampering = tamper === true ? 'value' : tamper;
	return { kind: 'fired', message: tampered(message, tampering, signing), tampering, retry };
}

function sampleOf(
	{ catalogue, clock }: Selling,
	service: PaymentService,
	{ event_type: eventType, status }: FireRequest['fields'],
): Payment {
	const operator = catalogue.operator('FR_DEMOTEL');
	if (!operator) throw new Error('the seed has changed');
	const transactionId = unusedId();
	const actions = Object.keys(EVENT_TYPES) as TransactionRecord['action'][];
	const action = actions.find((one) => EVENT_TYPES[one] === eventType);
	return samplePayment(isResult(status) ? status : 'success', {
		transactionId,
		service,
		operator,
		action: action ?? (service.period ? 'SUB_RENEW' : 'CHARGE'),
		price: service.prices[0] ?? null,
		msisdn: '33639980001',
		merchantReference: `fired-${transactionId}`,
		at: clock.now(),
	});
}

let lastId = 0;

/** A number that no other event has, also after a reset and a restart, so that nobody takes it for an old one. */
function unusedId(): number {
	lastId = Math.max(lastId + 1, Date.now());
	return lastId;
}
