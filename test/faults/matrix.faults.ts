import type { IDataObject } from 'n8n-workflow';
import pLimit from 'p-limit';
import type { CredentialsInMemory } from '../support/credentialsHelper';
import { loggedIn, recipients } from '../support/gifting';
import { Platform } from '../support/platform';
import { errorOf, outputOf, runNode } from '../support/runNode';
import { kinds, rulesOf, settleSeconds, timeoutMs, type Kind } from './kinds';
import { subjects, type Subject } from './samples';
import { badOnes, isAbout, numberFrom, tallyOf, type Account } from './tally';

/** One begins after the other, so that no platform delays another's logins. */
const oneByOne = pLimit(1);
/** How many operations share a platform; most of the time they wait for timeouts. */
const sharing = 4;
const items = numberFrom('ITEMS', 1, 3);
/** Each attempt waits twice as long as the one before. */
const attempts = numberFrom('ATTEMPTS', 5, 8);

/** All routes, because look-ups are struck as well. */
const everywhere = ['/datagifting/*', '/api/*', '/v1/*'];
/** Never strikes: it counts the PINs that arrive, also those that are never answered. */
const counter = { path: '/api/payment/*', fault: { kind: 'drop' }, chance: 0 } as const;
/** Outcomes by which a platform declines what it was asked: here it never does. */
const declined: unknown[] = [
	'invalidPin',
	'attemptsExceeded',
	'notCharged',
	'existingSubscription',
	'refused',
	'alreadyBeingCanceled',
	'noSuchSubscription',
];
/** Operations that are looked up by their reference. */
const ledgers = ['dataGift assign', 'payment start'];

interface Cell {
	name: string;
	subject: Subject;
	kind: Kind;
}

const cells: Cell[] = kinds.flatMap((kind) =>
	subjects
		.filter(({ key }) => kind.only !== 'ledgers' || ledgers.includes(key))
		.filter(({ operation }) => kind.only !== 'changes' || operation.effect !== 'read')
		.map((subject) => ({ name: `${subject.key}, ${kind.name}`, subject, kind })),
);

const results = new Map<string, Account[] | Error>();

beforeAll(async () => {
	await Promise.all(groups().map(runGroup));
	tallyOf([...results.values()].flatMap((one) => (Array.isArray(one) ? one : [])));
});

test.each(cells)('$name: done once or not at all, and said to be what it is', ({ name }) => {
	const accounts = results.get(name);
	if (!Array.isArray(accounts)) throw accounts;
	expect(badOnes(accounts)).toEqual([]);
});

/** Cells that follow each other on one platform. A login that was refused is remembered, so nothing follows it. */
function groups(): Cell[][] {
	return kinds.flatMap((kind) => {
		const own = cells.filter((cell) => cell.kind === kind);
		const size = kind.endsRun ? 1 : sharing;
		return own.flatMap((_, at) => (at % size === 0 ? [own.slice(at, at + size)] : []));
	});
}

async function runGroup(group: Cell[]): Promise<void> {
	const platform = await oneByOne(async () => await new Platform().start());
	const credentials = await oneByOne(async () => await loggedIn(platform));
	for (const [at, cell] of group.entries()) {
		const list = recipients((at + 1) * items)
			.slice(at * items)
			.map((one) => ({
				...one,
				...cell.subject.prepare?.(platform.sandbox.world, String(one.phone)),
			}));
		const accounts = runCell(cell, list, platform, credentials);
		results.set(cell.name, await accounts.catch((error: Error) => error));
	}
	await platform.close();
}

/** Runs an operation; gives the result of each item in order. @throws Error when the node stopped */
async function run(
	{ node, resource, operation, parameters }: Subject,
	list: IDataObject[],
	credentials: CredentialsInMemory,
	timeoutSeconds: number,
) {
	const options = { concurrency: 1, timeoutSeconds, attempts, settleSeconds };
	const record = await runNode({
		node,
		credentials,
		items: list,
		parameters: { resource, operation: operation.value, ...parameters, options },
		settings: { onError: 'continueRegularOutput' },
	});
	if (errorOf(record)) throw new Error(`the node stopped: ${errorOf(record)?.message}`);
	const output = outputOf(record).map(({ json, pairedItem }) => ({
		json,
		item: (pairedItem as { item: number }).item,
	}));
	return list.map((_, index) =>
		output.filter(({ item }) => item === index).map(({ json }) => json),
	);
}

/**
 * Runs an operation and compares. A fault strikes the first request, and then half of them.
 *
 * @throws Error when the cell shows nothing, because the fault did not strike
 */
async function runCell(
	{ name, subject, kind }: Cell,
	list: IDataObject[],
	platform: Platform,
	credentials: CredentialsInMemory,
): Promise<Account[]> {
	const { effect } = subject.operation;
	const { world } = platform.sandbox;
	platform.faults();
	const calm = effect === 'read' ? await run(subject, list, credentials, 60) : undefined;
	if (calm?.some(([first]) => !first || first.error !== undefined)) {
		throw new Error(`the sample is no good: ${JSON.stringify(calm)}`);
	}
	// The node knows that its token has expired, or a PIN would leave with it.
	if (kind.isAtLogin)
		Object.assign(credentials.stored.mobileBillingApi ?? {}, { accessExpiresAt: 1 });
	// Another sequence of strikes for each cell.
	const salt = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
	const once = rulesOf(kind, { times: 1 }, everywhere, salt);
	platform.faults(counter, ...once, ...rulesOf(kind, { chance: 0.5 }, everywhere, salt));
	// On a busy machine a short timeout would strike where no fault does.
	const said = await run(subject, list, credentials, kind.isSure ? 60 : timeoutMs / 1000);
	const [counted, ...rules] = world.faults.report();
	if (rules.every(({ struck }) => struck === 0)) throw new Error('no request was struck');
	const isSentTwice = effect === 'unrepeatable' && (counted?.matched ?? 0) > items;
	return list.map((item, index): Account => {
		const own = said[index] ?? [];
		if (calm) {
			// A read is right when it says what it says on a calm day.
			const isFailed = own.length === 1 && own[0]?.error !== undefined;
			const isOwn = isFailed || JSON.stringify(own) === JSON.stringify(calm[index]);
			const times = isFailed ? 0 : 1;
			return { said: own.slice(0, 1), isOwn, times, mayBeUnknown: false };
		}
		const times = isSentTwice ? 2 : (subject.timesDone?.(world, item) ?? 0);
		// An unknown outcome needs a reference, by which a person finds it.
		const isFindable = !kind.hidden || /"reference":"./.test(JSON.stringify(own));
		const mayBeUnknown = !kind.isSure && isFindable;
		const isOwn = isAbout(own, item) && !declined.includes(own[0]?.outcome);
		return { said: own, isOwn, times, mayBeUnknown };
	});
}
