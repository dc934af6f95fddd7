import fc from 'fast-check';

/** The effect of a fault on a request. */
export interface Effect {
	/** How often the platform acts. */
	acts: 0 | 1 | 2;
	/** It acts after the client's timeout, and what it did shows within the settling time. */
	isLate?: boolean;
	/** No answer ever comes. */
	isSilent?: boolean;
	isSlow?: boolean;
	/** The code of the error in the place of an answer. */
	error?: string;
	/** The status in the place of the platform's. */
	status?: number;
	/** Half of the text of a 2xx. */
	isCut?: boolean;
	/** A gateway's page with that status. */
	isPage?: boolean;
	/** The platform's act is recorded as failed. */
	isUndone?: boolean;
	/** An unknown status or a failure, with the ID of a transaction that shows only much later. */
	isNamed?: boolean;
	/** The body of a 200 in the place of the platform's answer. */
	said?: object;
	/** An answer at which the function that reads it throws, or the one that makes an item of it. */
	poison?: 'reader' | 'result';
	/** An answer that throws on its way to its reader. */
	isBroken?: boolean;
	/** The platform gets it and is stuck for so long; then it answers look-ups before it acts on what it has received. */
	stuckMs?: number;
	/** The fate of the tokens before the request arrives. */
	tokens?: 'expire' | 'revoke';
}

/** A transaction that the platform names before it shows it. */
export const namedId = 990_000_001;

/** An unclear answer of 200. */
const saying = (acts: 0 | 1, said: object): Effect => ({ acts, said });
const naming = (said: object): Effect => ({
	...saying(0, { ...said, transactionId: namedId }),
	isNamed: true,
});

/** Statuses that a gateway sends with a page of its own. */
const page = (acts: 0 | 1, status: number): Effect => ({ acts, status, isPage: true });

/**
 * The fault list. A 401 and a 429 always come before acting: an answer that says the platform did not act, after it
 * acted, can't be told from a true one (docs/architecture.md, "Certainty").
 */
const effects = {
	refuseConnection: { acts: 0, error: 'ECONNREFUSED' },
	loseBefore: { acts: 0, error: 'ECONNRESET' },
	loseAfter: { acts: 1, error: 'ECONNRESET' },
	loseAndActLate: { acts: 1, error: 'ECONNRESET', isLate: true },
	hangBefore: { acts: 0, isSilent: true },
	hangAfter: { acts: 1, isSilent: true },
	hangAndActLate: { acts: 1, isSilent: true, isLate: true },
	slow: { acts: 1, isSlow: true },
	duplicate: { acts: 2 },
	cut: { acts: 1, isCut: true },
	cutBefore: { acts: 0, status: 200, isCut: true },
	unauthorized: { acts: 0, status: 401 },
	tooMany: { acts: 0, status: 429 },
	failBefore: { acts: 0, status: 500 },
	failAfter: { acts: 1, status: 502 },
	failAndActLate: { acts: 1, status: 504, isLate: true },
	busyBefore: { acts: 0, status: 503 },
	busyAfter: { acts: 1, status: 503 },
	timeOutBefore: { acts: 0, status: 408 },
	timeOutAfter: { acts: 1, status: 408 },
	forbiddenBefore: page(0, 403),
	forbiddenAfter: page(1, 403),
	missingBefore: page(0, 404),
	missingAfter: page(1, 404),
	unacceptableBefore: page(0, 406),
	unacceptableAfter: page(1, 406),
	undone: { acts: 1, error: 'ECONNRESET', isUndone: true },
	named: { acts: 0, isNamed: true },
	namedFailure: { acts: 0, status: 500, isNamed: true },
	namedFailed: naming({ actionStatus: 'FAILED' }),
	namedNo: naming({ success: false }),
	no: saying(0, { success: false }),
	codeBefore: saying(0, { code: 4021, description: 'Not enough data' }),
	codeAfter: saying(1, { code: 4021, description: 'Not enough data' }),
	errorsBefore: saying(0, { errors: ['Not enough data'] }),
	errorsAfter: saying(1, { errors: ['Not enough data'] }),
	yesButBefore: saying(0, { status: 'OK', errorMessage: 'timeout' }),
	yesButAfter: saying(1, { status: 'OK', errorMessage: 'timeout' }),
	poisonedBefore: { acts: 0, poison: 'reader' },
	poisonedAfter: { acts: 1, poison: 'reader' },
	poisonedResult: { acts: 1, poison: 'result' },
	brokenAfter: { acts: 1, isBroken: true },
	troubleBefore: { acts: 0, status: 200 },
	troubleAfter: { acts: 1, status: 200 },
	expire: { acts: 1, tokens: 'expire' },
	revoke: { acts: 1, tokens: 'revoke' },
} satisfies Record<string, Effect>;

export type Drawn<From> = From extends fc.Arbitrary<infer Value> ? Value : never;

const rarely = (freq: number) => fc.nat(freq).map((drawn) => drawn === freq);

/** Nothing, for most executions. */
const seldom = (drawn: fc.Arbitrary<number>) =>
	fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: drawn });

const item = fc.record({
	/** Tells numbers apart; in a campaign two items may go to the same one, and often do. */
	who: fc.oneof({ weight: 2, arbitrary: fc.nat(30) }, { weight: 1, arbitrary: fc.nat(2) }),
	kind: fc.oneof(
		{ weight: 12, arbitrary: fc.constant('good') },
		{ weight: 2, arbitrary: fc.constantFrom('unknown', 'unknown', 'blacklisted', 'badInput') },
	),
});
export type ListItem = Drawn<typeof item>;

const listParts = {
	/** Its operation, and where its references come from. */
	kind: fc.oneof(
		{ weight: 7, arbitrary: fc.constant('campaign') },
		{
			weight: 10,
			arbitrary: fc.constantFrom(
				'gifts',
				'references',
				'both',
				'payments',
				'orders',
				'orders',
				'pins',
				'refunds',
				'cancellations',
				'searches',
				'reads',
			),
		},
	),
	items: fc.array(item, { minLength: 1, maxLength: 20 }),
	/** From a data pool with 50 MB. */
	isPoor: rarely(4),
	checkBalance: rarely(1),
};
const list = fc.record(listParts);
export type List = Drawn<typeof list>;
/** A list for which a person waits, next to a list without one. */
const awaited = fc.record({
	...listParts,
	kind: fc.constantFrom('payments', 'orders', 'pins'),
	items: fc.array(item, { minLength: 4, maxLength: 10 }),
});
/** A list that is sent once for all executions. */
const onceForAll = fc.record({
	...listParts,
	kind: fc.constantFrom('orders', 'references', 'campaign'),
	items: fc.array(item, { minLength: 2, maxLength: 8 }),
});
const unawaited = fc.record({
	...listParts,
	kind: fc.constantFrom('campaign', 'gifts'),
	items: fc.array(item, { minLength: 4, maxLength: 20 }),
});

/** One execution of n8n. Times in milliseconds. */
const parts = {
	/** Which of the lists, and which of n8n's processes. */
	list: fc.nat(1),
	process: fc.constantFrom(0, 0, 1),
	/** With the execution before, after it, or when all it sent shows. */
	start: fc.constantFrom('atOnce', 'next', 'settled'),
	delay: fc.constantFrom<number[]>(0, 0, 20, 1500),
	/** How often n8n runs the node (Retry On Fail). */
	nodeTries: fc.constantFrom(1, 2, 1, 2, 3),
	continueOnFail: fc.constantFrom(true, true, false),
	concurrency: fc.constantFrom(10, 1, 2, 5, 50),
	/** 0 for no limit. */
	requestsPerSecond: fc.constantFrom(0, 0, 3, 10, 0.5),
	stopAfterFailures: fc.constantFrom(20, 0, 3),
	attempts: fc.constantFrom(5, 1, 2, 3),
	retryForMs: fc.constantFrom(30_000, 5_000, 120_000),
	cancelAt: seldom(fc.nat(8_000)),
	sendUntil: seldom(fc.nat(8_000)),
	/** The process dies when it calls the clock or the network for the nth time. */
	dieAt: seldom(fc.integer({ min: 1, max: 120 })),
};
const execution = fc.record(parts);
/** Several at once in one process, some of whose requests come too late for their turn. */
const crowded = fc.record({
	...parts,
	process: fc.constant(0),
	start: fc.constant('atOnce'),
	requestsPerSecond: fc.constantFrom(0, 3, 0.5),
	sendUntil: fc.constantFrom(undefined, undefined, 0, 20),
});
/** The same list in one process at the same time, run again by n8n. */
const simultaneous = fc.record({
	...parts,
	list: fc.constant(0),
	process: fc.constant(0),
	start: fc.constant('atOnce'),
	delay: fc.constantFrom(0, 3_000, 8_000, 15_000),
	nodeTries: fc.constantFrom(2, 3, 1),
	attempts: fc.constantFrom(1, 1, 2),
	requestsPerSecond: fc.constantFrom(0, 3, 0.5),
});
/** The same list again, when all that was sent shows. */
const repeated = fc.record({ ...parts, list: fc.constant(0), start: fc.constant('settled') });
export type ExecutionPlan = Drawn<typeof execution>;

/** Strikes the nth request of a kind and those after it. */
const fault = fc.record({
	on: fc.constantFrom('write', 'write', 'write', 'read', 'read', 'read', 'token', 'database'),
	nth: fc.oneof(fc.nat(5), fc.nat(40)),
	times: fc.constantFrom(1, 1, 1, 2, 4, 40),
	// A platform that puts a write on hold, or records that it failed, is an ordinary day.
	effect: fc.oneof(
		{ weight: 5, arbitrary: fc.constantFrom<Effect[]>(...Object.values(effects)) },
		{ weight: 1, arbitrary: fc.constantFrom<Effect[]>(effects.named, effects.undone) },
	),
	/** Its time between the earliest (0) and the latest (1). */
	when: fc.constantFrom(0.5, 0, 1),
});
export type Fault = Drawn<typeof fault>;

const { refuseConnection, loseBefore, loseAfter, loseAndActLate } = effects;
const { hangBefore, hangAfter, hangAndActLate, failBefore, failAfter, failAndActLate } = effects;
const { cut, unauthorized, tooMany, busyBefore, busyAfter, expire, revoke } = effects;

/** A row of a campaign is looked up after 60 to 80 s. */
const stuck = fc
	.oneof(fc.integer({ min: 60_000, max: 85_000 }), fc.integer({ min: 5_000, max: 150_000 }))
	.map((stuckMs): Effect => ({ acts: 1, stuckMs }));

/** Faults that tell no item that it's refused. */
export const networkFaults = fc.array(
	fc.record({
		on: fc.constantFrom<Fault['on'][]>('write', 'write', 'write', 'read', 'read'),
		nth: fc.oneof(fc.nat(5), fc.nat(40)),
		times: fc.constantFrom<Fault['times'][]>(1, 1, 2, 4, 40),
		effect: fc.oneof(
			{
				weight: 4,
				arbitrary: fc.constantFrom<Effect[]>(
					...[refuseConnection, loseBefore, loseAfter, loseAndActLate, hangBefore, hangAfter],
					...[hangAndActLate, failBefore, failAfter, failAndActLate, cut, unauthorized, tooMany],
					...[busyBefore, busyAfter, expire, revoke],
				),
			},
			{ weight: 1, arbitrary: stuck },
		),
		when: fc.constantFrom<Fault['when'][]>(0.5, 0, 1),
	}),
	{ maxLength: 5 },
);

/** A platform that turns the first writes away, or puts them on hold. */
const refusal = fc.record({
	on: fc.constant<Fault['on']>('write'),
	nth: fc.nat(2),
	times: fc.constantFrom<Fault['times'][]>(1, 1, 2),
	effect: fc.constantFrom<Effect[]>(effects.tooMany, effects.refuseConnection, effects.named),
	when: fc.constant<Fault['when']>(0.5),
});

/** The clock on the wall is set, by milliseconds. */
const setting = fc.record({
	at: fc.nat(10_000),
	by: fc.constantFrom(-3_600_000, -5_000, 5_000, 3_600_000),
});

/** Calm ones, in which everything must be given, among stormy ones. Times in milliseconds, lifetimes in seconds. */
const scene = {
	seed: fc.nat(),
	lists: fc.tuple(list, list),
	executions: fc.oneof(
		{ weight: 4, arbitrary: fc.array(execution, { minLength: 1, maxLength: 4 }) },
		{ weight: 1, arbitrary: fc.array(repeated, { minLength: 2, maxLength: 3 }) },
	),
	faults: fc.oneof(
		{ weight: 1, arbitrary: fc.constant<Fault[]>([]) },
		{ weight: 6, arbitrary: fc.array(fault, { maxLength: 8 }) },
	),
	timeoutMs: fc.constantFrom(1_000, 2_000, 4_000),
	/** The delay until lists show a new record. */
	lag: fc.constantFrom(0, 1_000, 3_000),
	/** The spare part of the settling time, in milliseconds. */
	spare: fc.constantFrom(2_500, 10_000),
	accessTokenLifetime: fc.constantFrom(300, 40, 10, 3),
	refreshTokenLifetime: fc.constantFrom(1_800, 30),
	/** How records show the merchant's references. */
	references: fc.oneof(
		{ weight: 9, arbitrary: fc.constant('exact') },
		{ weight: 1, arbitrary: fc.constantFrom('lowerCase', 'upperCase', 'cut', 'padded', 'hidden') },
	),
	/** Whether there are gifts from before, without references, and records hold lists in lists. */
	hasHistory: rarely(4),
	/** Whether the key that signs searches is wrong. */
	isKeyWrong: rarely(3),
	/** Whether the second list is the first one's, at another tenant of the same host. */
	tenants: fc.constantFrom('one', 'one', 'one', 'one', 'byPath', 'byAccount'),
	settings: fc.oneof(
		{ weight: 5, arbitrary: fc.constant<{ at: number; by: number }[]>([]) },
		{ weight: 1, arbitrary: fc.array(setting, { minLength: 1, maxLength: 2 }) },
	),
};
export const scenarios = fc.oneof(
	{ weight: 7, arbitrary: fc.record(scene) },
	{
		weight: 1,
		arbitrary: fc.record({
			...scene,
			lists: fc.tuple(awaited, unawaited),
			executions: fc.array(crowded, { minLength: 3, maxLength: 5 }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			...scene,
			lists: fc.tuple(onceForAll, list),
			executions: fc.array(simultaneous, { minLength: 2, maxLength: 4 }),
			faults: fc.array(refusal, { minLength: 1, maxLength: 3 }),
		}),
	},
);
export type Scenario = Drawn<typeof scenarios>;
