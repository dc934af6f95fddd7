import type { Catalogue, Operator } from '../catalogue';
import type { Dice } from '../notifications/dice';
import { magicOf } from '../payments/magic';
import type { Subscriptions } from '../payments/subscriptions';
import type { Span } from './hours';

export interface Customer {
	operator: Operator;
	msisdn: string;
}

/** How many of a hundred customers are with each operator. */
const SHARES = {
	FR_DEMOTEL: 30,
	FR_FICTEL: 20,
	GB_SAMPLECELL: 10,
	GB_MADEUP: 10,
	DE_MUSTERFUNK: 5,
	SE_EXEMPELTEL: 5,
	XZ_SANDBOX: 20,
};
const XZ_CUSTOMERS = 50_000;

/** The people of the history. They have at most one subscription to a service at a time. */
export class Customers {
	private readonly taken = new Map<string, Span[]>();

	constructor(
		private readonly catalogue: Catalogue,
		private readonly subscriptions: Subscriptions,
	) {}

	/** Anybody who can pay. */
	pick(dice: Dice): Customer {
		const code = dice.weighted(SHARES);
		for (;;) {
			const msisdn = this.anyNumber(dice, code);
			const subscriber = this.catalogue.subscriber(msisdn);
			if (!subscriber || subscriber.blacklisted) continue;
			if (Object.keys(magicOf(msisdn)).length > 0) continue;
			return { operator: subscriber.operator, msisdn };
		}
	}

	/** The number of an operator that may not be served, if it has one. */
	blacklisted({ code }: Operator): string | undefined {
		const { blacklistedNumbers } = this.catalogue.data;
		return blacklistedNumbers.find(
			(msisdn) => this.catalogue.subscriber(msisdn)?.operator.code === code,
		);
	}

	/** Takes the time for a subscription, or answers false when there is one already. */
	take(serviceKey: string, msisdn: string, span: Span): boolean {
		const key = `${serviceKey} ${msisdn}`;
		const spans = this.taken.get(key) ?? this.known(serviceKey, msisdn);
		if (spans.some(({ from, until }) => span.from <= until && from <= span.until)) return false;
		this.taken.set(key, [...spans, span]);
		return true;
	}

	private anyNumber(dice: Dice, code: string): string {
		// The fourth digit is the flow.
		if (code === 'XZ_SANDBOX') {
			return `999${1 + dice.below(4)}${String(10_000 + dice.below(XZ_CUSTOMERS)).padStart(8, '0')}`;
		}
		const { numberRanges } = this.catalogue.data;
		const { from, to } = dice.pick(numberRanges.filter(({ operator }) => operator === code));
		return String(Number(from) + dice.below(Number(to) - Number(from) + 1));
	}

	/** What the sandbox had before the history was asked for. */
	private known(serviceKey: string, msisdn: string): Span[] {
		return this.subscriptions
			.ofNumber(msisdn)
			.filter(({ record }) => record.serviceKey === serviceKey)
			.map(({ record }) => ({
				from: instantOf(record.timeSubscribed),
				until: record.timeUnsubscribed === null ? Infinity : instantOf(record.timeUnsubscribed),
			}));
	}
}

function instantOf(utc: string): number {
	return Date.parse(`${utc.replace(' ', 'T')}Z`);
}
