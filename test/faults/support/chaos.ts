import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox/sandbox';
import { kinds, listDelaySeconds, settlingTime, timeoutMs } from './kinds';
import { subjectOf } from './samples';
import { say, seed } from './seed';
import { accountOf, badOnes, saidByItem, tallyOf, totalText } from './tally';

/** The share of requests that something goes wrong with. */
const share = 0.2;

/** How often a token expires under all requests, by request: a run has fifty under way. */
const rareChance = 1 / 2000;

/** The operation that is tried. */
export const gifting = subjectOf('mobileDataGifting dataGift assign');

/** The options of a node that is to get through it. */
export const chaosOptions = (retry: object = {}) => ({
	timeout: timeoutMs / 1000,
	batching: { batch: { concurrency: 50 } },
	advancedRetry: { retry: { maxTries: 8, retryFor: 600, settlingTime, ...retry } },
});

/** Every kind of fault at once, in rules for `PUT /_sandbox/faults`: a share of the gifting requests is struck, and of the logins. */
export function chaosRules() {
	const usual = kinds.filter(({ inChaos }) => inChaos === 'usual');
	const sorted = [
		...kinds.filter(({ inChaos }) => inChaos === 'rare'),
		...usual.sort((a, b) => Number(a.isAtLogin) - Number(b.isAtLogin)),
	];
	return sorted.flatMap((kind, at) => {
		const others = usual.filter(({ isAtLogin }) => isAtLogin === kind.isAtLogin).length;
		// A request passes all of them; only the first that strikes counts.
		const usualChance = 1 - (1 - share) ** (1 / others);
		const chance = kind.inChaos === 'rare' ? rareChance : usualChance;
		return kind.rules({ chance, seed: seed + at }, ['/datagifting/*']);
	});
}

/** How long the sandbox takes to list a gift. */
export const chaosSettings = { queryDelaySeconds: listDelaySeconds };

/** So many customers, each with a number of their own. */
export function customers(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, at) => ({ phone: String(999_100_001_000 + at) }));
}

/** How often each item's gift was given. */
export function timesGiven({ world }: Sandbox, items: IDataObject[]): number[] {
	return items.map(({ phone }) => world.ledger.gifts('LOYALTYDATA01', String(phone)).length);
}

/** Compares the node's output with the platform's ledger. Most must get through, or the run has shown nothing. */
export function checkGifts(
	name: string,
	sandbox: Sandbox,
	items: IDataObject[],
	output: Pick<INodeExecutionData, 'json' | 'pairedItem'>[],
): void {
	const { faults, traffic } = sandbox.world;
	const { total } = traffic.report();
	const struck = faults.report().reduce((sum, one) => sum + one.struck, 0) / total;
	const said = saidByItem(output);
	const times = timesGiven(sandbox, items);
	const accounts = items.map((item, index) => ({
		...accountOf(said(index), item),
		times: times[index] ?? 0,
		mayBeUnknown: true,
	}));
	const tally = tallyOf(accounts);
	say(
		`${name}, ${items.length} gifts, FAULT_SEED=${seed}: ${Math.round(struck * 100)} % of ${total} requests struck. ${totalText([tally])}`,
	);
	expect(badOnes(accounts, said)).toEqual([]);
	expect(tally.right).toBeGreaterThanOrEqual(items.length * 0.97);
	expect(struck).toBeGreaterThan(0.15);
}
