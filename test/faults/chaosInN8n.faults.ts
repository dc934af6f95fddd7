import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { ruleSchema } from '../../sandbox/faults/rule';
import { post } from '../support/e2e/calling';
import { basic, billing, called, to, workflowOf } from '../support/e2e/drawing';
import { freshN8n, type FreshN8n } from '../support/freshN8n';
import { assigning, recipients } from '../support/gifting';
import { Workspace } from '../support/workspace';
import { kinds, listDelaySeconds, rulesOf, timeoutMs } from './kinds';
import { badOnes, isAbout, numberFrom, tallyOf, type Account } from './tally';

const gifts = recipients(numberFrom('GIFTS', 300, 5_000)) as { phone: string }[];
const path = 'gifts-in-chaos';
/** The share of requests that something goes wrong with. */
const share = 0.2;
/** A token expires under fifty requests at once. */
const rareChance = 1 / 2000;

const options = {
	timeoutSeconds: timeoutMs / 1000,
	concurrency: 50,
	// n8n and the sandbox are separate programs here, and each may delay the other. So few attempts that items fail.
	attempts: 3,
	retryForSeconds: 600,
	settleSeconds: 3,
	stopAfterFailures: 0,
};
const parameters = { ...assigning, amount: 1, clientReference: '', campaign: 'chaos', options };
const assign = billing('Assign', 'mobileDataGifting', parameters);
const nodes = [
	called(path),
	basic('Split', 'splitOut', 1, { fieldToSplitOut: 'body.customers' }),
	{ ...assign, onError: 'continueRegularOutput' },
];
const workflow = workflowOf(path, nodes, { Call: to('Split'), Split: to('Assign') });

let fresh: FreshN8n;
let workspace: Workspace;

beforeAll(async () => {
	fresh = await freshN8n();
	workspace = await Workspace.open(undefined, { url: fresh.n8n.url, client: fresh.client });
	await workspace.publish({ [path]: workflow });
});

afterAll(async () => {
	await fresh.n8n.stop();
	await workspace.sandbox.close();
});

it('a list under every fault at once gives each gift once, and the rest when it runs again', async () => {
	const { faults, settings } = workspace.sandbox.world;
	const usual = kinds.filter(({ endsRun, hidden }) => !endsRun && !hidden);
	const rules = usual.flatMap((kind, salt) => {
		const others = usual.filter(({ isAtLogin }) => isAtLogin === kind.isAtLogin).length;
		// A request passes all of them; only the first that strikes counts.
		const chance = kind.fault.kind === 'expire' ? rareChance : 1 - (1 - share) ** (1 / others);
		return rulesOf(kind, { chance }, ['/datagifting/*'], salt);
	});
	faults.replace(z.array(ruleSchema).parse(rules));
	settings.queryDelaySeconds = listDelaySeconds;

	await runList();
	const before = timesGiven();
	// A list that doesn't show yet what the first run gave can't help.
	settings.queryDelaySeconds = 0;
	const second = await runList();

	const outcomes = second.map(({ outcome }) => outcome === 'alreadyGiven');
	expect(outcomes).toEqual(before.map((times) => times === 1));
});

function timesGiven(): number[] {
	const { ledger } = workspace.sandbox.world;
	return gifts.map(({ phone }) => ledger.gifts('LOYALTYDATA01', phone).length);
}

/** Runs the list, compares its items with the platform's ledger, and returns them. */
async function runList(): Promise<IDataObject[]> {
	const { url, sandbox } = workspace;
	const said = await post<IDataObject[]>(`${url}/webhook/${path}`, { customers: gifts });
	expect(said).toHaveLength(gifts.length);
	const times = timesGiven();
	const accounts = gifts.map((gift, at): Account => {
		const own = said.slice(at, at + 1);
		return { said: own, isOwn: isAbout(own, gift), times: times[at] ?? 0, mayBeUnknown: true };
	});
	const { faults, traffic } = sandbox.world;
	const struck = faults.report().reduce((sum, one) => sum + one.struck, 0) / traffic.report().total;
	expect(badOnes(accounts)).toEqual([]);
	// Most must get through, or the run has shown nothing.
	expect(tallyOf(accounts).right).toBeGreaterThanOrEqual(gifts.length * 0.9);
	expect(struck).toBeGreaterThan(0.15);
	return said;
}
