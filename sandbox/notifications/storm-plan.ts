import type { Operator } from '../catalogue';
import type { PaymentService } from '../payments/services';
import type { Parameters } from '../payments/signature';
import type { TransactionRecord } from '../payments/transaction-record';
import { Refusal } from '../refusal';
import type { DeliveryStatus } from './delivery';
import { Dice } from './dice';
import { notificationFields } from './fields';
import { serviceNamed, type Seller } from './fire';
import { samplePayment, type Result } from './sample';
import { type Message, messageOf } from './message';
import type { StormRequest } from './storm-request';
import { TAMPERINGS, tampered, type Tampering } from './tamper';

/** One delivery of a storm, as its ledger keeps it. */
export interface StormEvent {
	/** Which genuine event this is, repeats or forges: from 1. */
	readonly event: number;
	readonly kind: 'genuine' | 'duplicate' | 'tampered';
	readonly tampering: Tampering | null;
	readonly message: Message;
	attempts: number;
	lastStatus: number | null;
	lastError: string | null;
	/** The beginning of what was answered last. */
	lastBody: string;
	status: DeliveryStatus;
}

interface Target {
	service: PaymentService;
	url: string;
}

// Room for the largest storm of each seed, clear of the platform's own ids and of `unusedId`.
const FIRST_ID = 1_000_000_000;
const IDS_OF_A_SEED = 1_000_000;

/** A copy comes with the original or soon after, or much later: so far in events. */
const SOON = 5;
const LATE = 500;

/** Everything a storm will send, in the order in which it is first sent. */
export function stormPlan(world: Seller, asked: StormRequest): StormEvent[] {
	const dice = new Dice(asked.seed);
	const targets = asked.targets.map(({ serviceKey, url }): Target => {
		const service = serviceNamed(world, serviceKey);
		const address = url ?? asked.url ?? service.notificationUrl;
		if (address !== null) return { service, url: address };
		const words = `service ${serviceKey} has no notificationUrl, so a url is needed`;
		throw new Refusal(400, 'INVALID_REQUEST', words, 'targets');
	});
	const unsigned = targets.find(({ service }) => service.signing === null);
	if (asked.tampered > 0 && unsigned) {
		const words = `service ${unsigned.service.serviceKey} has no signature key, so nothing can be forged`;
		throw new Refusal(400, 'INVALID_REQUEST', words, 'tampered');
	}
	const someOf = (part: number) =>
		new Set(dice.order(asked.count).slice(0, Math.round(asked.count * part)));
	const copied = someOf(asked.duplicates);
	const forged = someOf(asked.tampered);
	const placed: { place: number; event: StormEvent }[] = [];
	for (let n = 0; n < asked.count; n += 1) {
		const target = itemAt(targets, n);
		const { signing } = target.service;
		const encoding = dice.pick(asked.encodings);
		const fields = eventFields(world, { asked, n, service: target.service, dice });
		const message = messageOf(fields, { url: target.url, encoding, signing });
		placed.push({ place: n, event: newEvent(n, 'genuine', message) });
		if (copied.has(n)) {
			const { url } = dice.pick(targets.filter(({ service }) => service === target.service));
			const copy = messageOf(fields, { url, encoding, signing });
			const place = n + 0.5 + dice.below(dice.pick([SOON, LATE]));
			placed.push({ place, event: newEvent(n, 'duplicate', copy) });
		}
		if (forged.has(n) && signing) {
			const how = dice.pick(TAMPERINGS);
			const event = newEvent(n, 'tampered', tampered(message, how, signing), how);
			placed.push({ place: n + dice.below(LATE) - LATE / 2, event });
		}
	}
	return placed.sort((a, b) => a.place - b.place).map(({ event }) => event);
}

function newEvent(
	n: number,
	kind: StormEvent['kind'],
	message: Message,
	tampering: Tampering | null = null,
): StormEvent {
	return {
		event: n + 1,
		kind,
		tampering,
		message,
		attempts: 0,
		lastStatus: null,
		lastError: null,
		lastBody: '',
		status: 'PENDING',
	};
}

interface Wanted {
	asked: StormRequest;
	n: number;
	service: PaymentService;
	dice: Dice;
}

function eventFields(world: Seller, { asked, n, service, dice }: Wanted): Parameters {
	const result = dice.weighted<Result>({ success: 0, failed: 0, canceled: 0, ...asked.results });
	const payment = samplePayment({
		transactionId: FIRST_ID + asked.seed * IDS_OF_A_SEED + n,
		service,
		...anybody(world, dice),
		action: dice.pick(actionsOf(service, result)),
		result,
		price: dice.pick(service.prices),
		// Text that a careless encoding or signature would break.
		...(n % 7 === 0 && { userId: `Zoë & Søn +${n} = 100 %` }),
		reference: `storm-${asked.seed}-${n + 1}`,
		at: world.clock.now(),
	});
	return notificationFields(world, payment);
}

function actionsOf(service: PaymentService, result: Result): TransactionRecord['action'][] {
	if (!service.period) return ['CHARGE'];
	return result === 'success'
		? ['SUB_START', 'SUB_RENEW', 'SUB CANCEL']
		: ['SUB_START', 'SUB_RENEW'];
}

function anybody(world: Seller, dice: Dice): { operator: Operator; msisdn: string } {
	const { operator: code, from, to } = dice.pick(world.catalogue.data.numberRanges);
	const operator = world.catalogue.operator(code);
	if (!operator) throw new Error(`operator ${code} is not in the seed`);
	return { operator, msisdn: String(Number(from) + dice.below(Number(to) - Number(from) + 1)) };
}

function itemAt<Item>(items: readonly Item[], n: number): Item {
	const item = items[n % items.length];
	if (item === undefined) throw new Error('the list is empty');
	return item;
}
