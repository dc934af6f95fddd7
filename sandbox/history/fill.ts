import { utcText } from '../clock';
import { Dice } from '../notifications/dice';
import type { World } from '../world';
import { Customers } from './customers';
import { oneOffStory } from './one-off';
import type { PlannedTransaction } from './plan';
import { subscriptionStory } from './subscribing';
import type { Teller } from './tell';
import { writeHistory } from './write';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** What every other merchant has had, of what the first has. */
const OTHERS_SHARE = 0.03;

export interface HistoryRequest {
	/** Of the first merchant, exactly so many. */
	transactions: number;
	days: number;
	seed: number;
	/** Milliseconds since the Unix epoch; the last whole hour when it is not said. */
	until?: number | undefined;
}

/** Gives the platform a past. The same request and the same end give the same past. */
export function fillHistory(world: World, request: HistoryRequest) {
	const { transactions, days, seed } = request;
	const until = request.until ?? Math.floor(world.clock.now() / HOUR) * HOUR;
	const { catalogue, payments } = world;
	const before = payments.subscriptions.all.length;
	const customers = new Customers(catalogue, payments.subscriptions);
	const span = { from: until - days * DAY, until };
	const planned = catalogue.data.merchants.flatMap(({ merchantId }, index) => {
		const services = payments.services.all.filter((service) => {
			return service.active && service.merchantId === merchantId;
		});
		const teller = { dice: new Dice(seed + index), span, customers, services };
		return plan(teller, index === 0 ? transactions : Math.round(transactions * OTHERS_SHARE));
	});
	const ofOthers = planned.length - transactions;
	writeHistory(world, planned);
	return {
		transactions,
		ofOtherMerchants: ofOthers,
		subscriptions: payments.subscriptions.all.length - before,
		from: utcText(span.from),
		until: utcText(until),
		days,
		seed,
	};
}

/** Stories with exactly so many transactions in all. */
function plan(teller: Teller, count: number): PlannedTransaction[] {
	const sells = teller.services.some(({ period }) => period !== null);
	const planned: PlannedTransaction[] = [];
	while (planned.length < count) {
		const subscribes = sells && teller.dice.next() < 0.3;
		const story = subscribes ? subscriptionStory(teller) : oneOffStory(teller);
		if (!story || story.transactions.length > count - planned.length) continue;
		planned.push(...story.transactions);
	}
	return planned;
}
