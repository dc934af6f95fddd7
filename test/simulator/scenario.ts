import fc from 'fast-check';
import { faultNames, type Fault } from './faults';

/** What a list does: its operation, and where its references come from. */
export const listKinds = ['campaign', 'gifts', 'references', 'payments', 'pins', 'reads'] as const;

export interface ListItem {
	/** Tells numbers apart; in a campaign two items may go to the same one. */
	who: number;
	kind: 'good' | 'unknown' | 'blacklisted' | 'badInput';
}

export interface List {
	kind: (typeof listKinds)[number];
	items: ListItem[];
	/** From a data pool with 50 MB. */
	isPoor: boolean;
	checkBalance: boolean;
}

/** One execution of n8n. Times in milliseconds. */
export interface ExecutionPlan {
	/** Which of the lists, and which of n8n's processes. */
	list: number;
	process: number;
	/** With the execution before, after it, or when all it sent shows. */
	start: 'atOnce' | 'next' | 'settled';
	delay: number;
	/** How often n8n runs the node (Retry On Fail). */
	nodeTries: number;
	continueOnFail: boolean;
	concurrency: number;
	requestsPerSecond: number | undefined;
	stopAfterFailures: number;
	tries: number;
	retryFor: number;
	cancelAt: number | undefined;
	sendUntil: number | undefined;
	/** The process dies when it calls the clock or the network for the nth time. */
	dieAt: number | undefined;
}

export interface Scenario {
	seed: number;
	lists: List[];
	executions: ExecutionPlan[];
	faults: Fault[];
	/** Milliseconds; `lag` is how late lists show what was done, and `spare` is what the settling time has on top. */
	timeout: number;
	lag: number;
	spare: number;
	/** Seconds. */
	accessTokenLifetime: number;
	refreshTokenLifetime: number;
}

const item: fc.Arbitrary<ListItem> = fc.record({
	who: fc.nat(30),
	kind: fc.oneof(
		{ weight: 12, arbitrary: fc.constant('good' as const) },
		{ weight: 1, arbitrary: fc.constantFrom('unknown', 'blacklisted', 'badInput') },
	),
});

const list: fc.Arbitrary<List> = fc.record({
	kind: fc.oneof(
		{ weight: 3, arbitrary: fc.constant('campaign' as const) },
		{ weight: 3, arbitrary: fc.constantFrom(...listKinds) },
	),
	items: fc.array(item, { minLength: 1, maxLength: 20 }),
	isPoor: rarely(4),
	checkBalance: rarely(1),
});

const execution: fc.Arbitrary<ExecutionPlan> = fc.record({
	list: fc.nat(1),
	process: fc.constantFrom(0, 0, 1),
	start: fc.constantFrom('atOnce', 'next', 'settled'),
	delay: fc.constantFrom(0, 0, 20, 1500),
	nodeTries: fc.constantFrom(1, 1, 2, 3),
	continueOnFail: fc.constantFrom(true, true, false),
	concurrency: fc.constantFrom(10, 1, 2, 5, 50),
	requestsPerSecond: fc.constantFrom(undefined, undefined, 3, 10, 0.5),
	stopAfterFailures: fc.constantFrom(20, 0, 3),
	tries: fc.constantFrom(5, 1, 2, 3),
	retryFor: fc.constantFrom(30_000, 5_000, 120_000),
	cancelAt: fc.option(fc.nat(8_000), { nil: undefined, freq: 6 }),
	sendUntil: fc.option(fc.nat(8_000), { nil: undefined, freq: 6 }),
	dieAt: fc.option(fc.integer({ min: 1, max: 120 }), { nil: undefined, freq: 6 }),
});

const fault: fc.Arbitrary<Fault> = fc.record({
	on: fc.constantFrom('write', 'write', 'read', 'read', 'token'),
	nth: fc.oneof(fc.nat(5), fc.nat(40)),
	times: fc.constantFrom(1, 1, 1, 2, 4, 40),
	what: fc.constantFrom(...faultNames),
	/** Where between the earliest and the latest it happens, 0 to 1. */
	when: fc.constantFrom(0.5, 0, 1),
});

/** Calm ones, in which everything must be given, among stormy ones. */
export const scenarios: fc.Arbitrary<Scenario> = fc.record({
	seed: fc.nat(),
	lists: fc.array(list, { minLength: 2, maxLength: 2 }),
	executions: fc.array(execution, { minLength: 1, maxLength: 4 }),
	faults: fc.oneof(
		{ weight: 1, arbitrary: fc.constant<Fault[]>([]) },
		{ weight: 6, arbitrary: fc.array(fault, { maxLength: 8 }) },
	),
	timeout: fc.constantFrom(1_000, 2_000, 4_000),
	lag: fc.constantFrom(0, 1_000, 3_000),
	spare: fc.constantFrom(2_500, 10_000),
	accessTokenLifetime: fc.constantFrom(300, 40, 10, 3),
	refreshTokenLifetime: fc.constantFrom(1_800, 30),
});

function rarely(freq: number): fc.Arbitrary<boolean> {
	return fc.nat(freq).map((drawn) => drawn === freq);
}
