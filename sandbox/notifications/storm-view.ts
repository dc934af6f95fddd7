import { DELIVERY_STATUSES } from './delivery';
import { parameter } from './message';
import type { Storm } from './storm';
import type { StormEvent } from './storm-plan';

const KINDS = ['genuine', 'duplicate', 'tampered'] as const;

/** How a storm goes, without its events. */
export function stormSummary({ asked, events, running, seconds }: Storm) {
	const counts = Object.fromEntries(
		KINDS.map((kind) => [
			kind,
			Object.fromEntries([['total', 0], ...DELIVERY_STATUSES.map((status) => [status, 0])]),
		]),
	) as Record<StormEvent['kind'], Record<StormEvent['status'] | 'total', number>>;
	let attempts = 0;
	for (const event of events) {
		counts[event.kind].total += 1;
		counts[event.kind][event.status] += 1;
		attempts += event.attempts;
	}
	const { DELIVERED, total } = counts.genuine;
	return {
		running,
		seconds,
		attempts,
		attemptsPerSecond: seconds > 0 ? Math.round(attempts / seconds) : 0,
		allTaken: DELIVERED === total,
		counts,
		asked,
	};
}

/** One line of a storm's ledger. */
export function stormLine(storm: StormEvent) {
	const { event, kind, tampering, message, attempts, status } = storm;
	const { lastStatus, lastError, lastBody } = storm;
	const field = (name: string) => parameter(message, name) ?? null;
	return {
		event,
		kind,
		tampering,
		transactionId: field('transactionid'),
		serviceKey: field('service'),
		eventType: field('event_type'),
		result: field('status'),
		msisdn: field('phone'),
		userId: field('userid'),
		operator: field('mnocode'),
		price: field('enduserprice'),
		reference: field('reference') ?? field('clientid'),
		encoding: message.encoding,
		url: message.url,
		attempts,
		lastStatus,
		lastError,
		lastBody,
		status,
	};
}
