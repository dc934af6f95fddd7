import { Dice } from '../../../sandbox/dice';
import {
	notificationFields,
	type Result,
	samplePayment,
} from '../../../sandbox/notifications/event';
import {
	type Encoding,
	ENCODINGS,
	type Message,
	messageOf,
	parameter,
} from '../../../sandbox/notifications/message';
import type { TransactionRecord } from '../../../sandbox/payments/records';
import type { PaymentService } from '../../../sandbox/payments/services';
import type { World } from '../../../sandbox/world';

export interface StormRequest {
	/** Genuine events; duplicates and forged ones come on top. */
	count: number;
	/** Events go round these; a duplicate goes to any of its service. */
	targets: { serviceKey: string; url: string }[];
	/** Shares of `count`. */
	duplicates: number;
	tampered: number;
	/** Replays the storm: the same seed, the same events with the same transaction ids. */
	seed: number;
}

/** One delivery of a storm. */
export interface StormEvent {
	kind: 'genuine' | 'duplicate' | 'tampered';
	message: Message;
}

interface Target {
	service: PaymentService;
	url: string;
}

// Room for the largest storm of each seed, clear of the platform's own ids.
const firstId = 1_000_000_000;
const idsOfASeed = 1_000_000;
/** A copy comes with the original or soon after, or much later: so far in events. */
const [soon, late] = [5, 500];
const results = { success: 0.7, failed: 0.2, canceled: 0.1 };

/** Everything a storm will send, in the order in which it is first sent. */
export function stormEvents(world: World, asked: StormRequest): StormEvent[] {
	const dice = new Dice(asked.seed);
	const targets = asked.targets.map(({ serviceKey, url }): Target => {
		return { service: world.payments.services.named(serviceKey), url };
	});
	const numbers = Array.from({ length: asked.count }, (_, n) => n);
	const [copied, forged] = [asked.duplicates, asked.tampered].map((share) => {
		const shuffled = numbers.map((n) => ({ n, key: dice.next() })).sort((a, b) => a.key - b.key);
		return new Set(shuffled.slice(0, Math.round(asked.count * share)).map(({ n }) => n));
	});
	const placed = numbers.flatMap((n) => {
		const { service, url } = targets[n % targets.length] ?? dice.pick(targets);
		const { signing } = service;
		const encoding: Encoding = dice.pick(ENCODINGS);
		const fields = fieldsOf(world, asked.seed, n, service, dice);
		const message = messageOf(fields, { url, encoding, signing });
		const events: (StormEvent & { place: number })[] = [{ place: n, kind: 'genuine', message }];
		if (copied?.has(n)) {
			const to = dice.pick(targets.filter((one) => one.service === service)).url;
			const copy = messageOf(fields, { url: to, encoding, signing });
			const place = n + 0.5 + dice.below(dice.pick([soon, late]));
			events.push({ place, kind: 'duplicate', message: copy });
		}
		if (forged?.has(n) && signing) {
			const forgery = forgeryOf(message, dice.pick(FORGERIES));
			const place = n + dice.below(late) - late / 2;
			events.push({ place, kind: 'tampered', message: forgery });
		}
		return events;
	});
	return placed.sort((a, b) => a.place - b.place).map(({ kind, message }) => ({ kind, message }));
}

const FORGERIES = ['status', 'transactionid', 'promotion', 'sign'] as const;

/** A signed message with one field changed, added or taken away afterwards. */
function forgeryOf(message: Message, name: (typeof FORGERIES)[number]): Message {
	const others = message.parameters.filter(([other]) => other !== name);
	if (name === 'sign') return { ...message, parameters: others };
	const value = parameter(message, name) ?? '';
	const forged = { status: value === 'success' ? 'failed' : 'success', promotion: 'forged' };
	const transactionid = (value.startsWith('1') ? '2' : '1') + value.slice(1);
	return { ...message, parameters: [...others, [name, { ...forged, transactionid }[name]]] };
}

function fieldsOf(world: World, seed: number, n: number, service: PaymentService, dice: Dice) {
	const result = dice.weighted<Result>(results);
	const operator = dice.pick(world.catalogue.data.operators);
	const { from, to } = operator;
	const payment = samplePayment(result, {
		transactionId: firstId + seed * idsOfASeed + n,
		service,
		operator,
		msisdn: String(Number(from) + dice.below(Number(to) - Number(from) + 1)),
		action: dice.pick(actionsOf(service, result)),
		price: dice.pick(service.prices),
		// Text that a careless encoding or signature would break.
		userId: n % 7 === 0 ? `Zoë & Søn +${n} = 100 %` : null,
		merchantReference: `storm-${seed}-${n + 1}`,
		at: world.clock.now(),
	});
	return notificationFields(world, payment);
}

function actionsOf({ period }: PaymentService, result: Result): TransactionRecord['action'][] {
	if (!period) return ['CHARGE'];
	const charges: TransactionRecord['action'][] = ['SUB_START', 'SUB_RENEW'];
	return result === 'success' ? [...charges, 'SUB CANCEL'] : charges;
}
