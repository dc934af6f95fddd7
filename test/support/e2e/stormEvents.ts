import {
	notificationFields,
	type Result,
	samplePayment,
} from '../../../sandbox/notifications/event';
import {
	ENCODINGS,
	type Message,
	messageOf,
	parameter,
} from '../../../sandbox/notifications/message';
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
	/** The same seed has the same transaction IDs. */
	seed: number;
}

/** One delivery of a storm. */
export interface StormEvent {
	kind: 'genuine' | 'duplicate' | 'tampered';
	message: Message;
}

/** The element of a list that a number falls on. */
function at<T>(list: readonly T[], number: number): T {
	const one = list[Math.floor(number) % list.length];
	if (one === undefined) throw new Error('There is nothing to choose from');
	return one;
}

/** Everything a storm will send, in the order in which it is first sent. */
export function stormEvents(world: World, asked: StormRequest): StormEvent[] {
	const { targets, seed } = asked;
	const isOf = (share: number, n: number) => share > 0 && n % Math.round(1 / share) === 0;
	const placed = Array.from({ length: asked.count }, (_, n) => {
		const { serviceKey, url } = at(targets, n);
		const service = world.payments.services.named(serviceKey);
		const { signing } = service;
		const encoding = at(ENCODINGS, n / targets.length);
		const fields = fieldsOf(world, seed, n, service);
		const message = messageOf(fields, { url, encoding, signing });
		const events: (StormEvent & { place: number })[] = [{ place: n, kind: 'genuine', message }];
		if (isOf(asked.duplicates, n)) {
			const own = targets.filter((one) => one.serviceKey === serviceKey);
			const copy = messageOf(fields, { url: at(own, n + 1).url, encoding, signing });
			// Soon after the original, or much later.
			events.push({ place: n + at([0.5, 5, 500], n / 10), kind: 'duplicate', message: copy });
		}
		if (isOf(asked.tampered, n) && signing) {
			const forgery = forgeryOf(message, at(FORGERIES, n / 20));
			events.push({ place: n + at([-100, -5, 100], n / 60), kind: 'tampered', message: forgery });
		}
		return events;
	}).flat();
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

function fieldsOf(world: World, seed: number, n: number, service: PaymentService) {
	const result = at<Result>(['success', 'success', 'success', 'failed', 'canceled'], n / 3);
	const operator = at(world.catalogue.data.operators, n);
	const { from } = operator;
	const payment = samplePayment(result, {
		// Clear of the platform's own IDs.
		transactionId: 1_000_000_000 + seed * 1_000_000 + n,
		service,
		operator,
		msisdn: String(Number(from) + n),
		action: service.period ? at(['SUB_START', 'SUB_RENEW'] as const, n / 5) : 'CHARGE',
		price: at(service.prices, n),
		// Text that a careless encoding or signature would break.
		userId: n % 7 === 0 ? `Zoë & Søn +${n} = 100 %` : null,
		merchantReference: `storm-${seed}-${n + 1}`,
		at: world.clock.now(),
	});
	return notificationFields(world, payment);
}
