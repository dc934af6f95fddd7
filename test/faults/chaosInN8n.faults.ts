import axios from 'axios';
import { z } from 'zod';
import { ruleSchema } from '../../sandbox/faults/rule';
import { itemsOf } from '../support/n8nClient';
import { waitFor } from '../../scripts/host/wait';
import { nodeOf, startLooking, stopLooking, type Looking } from '../support/e2e/looking';
import { assigning } from '../support/gifting';
import { kinds, listDelaySeconds, rulesOf, timeoutMs } from './kinds';
import { customers } from './samples';
import { badOnes, isAbout, numberFrom, saidOf, seed, tallyOf, type Account } from './tally';

const gifts = customers(numberFrom('GIFTS', 300, 5_000));
const workflowId = 'giftsInChaos';
const path = 'gifts-in-chaos';
/** The share of requests that something goes wrong with. */
const share = 0.2;
/** A token expires under fifty requests at once. */
const rareChance = 1 / 2000;

const options = {
	timeout: timeoutMs / 1000,
	batching: { batch: { concurrency: 50 } },
	// n8n and the sandbox are separate programs here, and each may delay the other. So few attempts that items fail.
	advancedRetry: { retry: { maxTries: 3, retryFor: 600, settlingTime: 3, stopAfterFailures: 0 } },
};

const workflow = {
	name: 'Gifts in chaos',
	settings: { executionOrder: 'v1' },
	nodes: [
		{
			...nodeOf('List', 'n8n-nodes-base.webhook', 2, { httpMethod: 'POST', path, options: {} }),
			webhookId: '44444444-2222-4333-8444-555555555555',
		},
		nodeOf('Split', 'n8n-nodes-base.splitOut', 1, {
			fieldToSplitOut: 'body.customers',
			options: {},
		}),
		{
			...nodeOf('Assign', 'n8n-nodes-mobile-billing.mobileDataGifting', 1, {
				...{ ...assigning, amount: 1, clientId: '', campaign: 'chaos', options },
			}),
			onError: 'continueRegularOutput',
			credentials: { mobileBillingApi: { id: null, name: 'Mobile Billing account' } },
		},
	],
	connections: {
		List: { main: [[{ node: 'Split', type: 'main', index: 0 }]] },
		Split: { main: [[{ node: 'Assign', type: 'main', index: 0 }]] },
	},
};

let looking: Looking;

beforeAll(async () => {
	looking = await startLooking(() => ({ [workflowId]: workflow }));
	await looking.client.activate(workflowId);
});

afterAll(() => stopLooking(looking));

it('gives each gift once under every fault at once, and the rest when the list runs again', async () => {
	const { faults, settings } = looking.sandbox.world;
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

	const outcomes = second.map(([first]) => first?.outcome === 'alreadyGiven');
	expect(outcomes).toEqual(before.map((times) => times === 1));
});

function timesGiven(): number[] {
	const { ledger } = looking.sandbox.world;
	return gifts.map(({ phone }) => ledger.gifts('LOYALTYDATA01', phone).length);
}

/** Runs the list, compares what was said with the platform's ledger, and gives what was said. */
async function runList() {
	const { client, n8n, sandbox } = looking;
	const known = (await client.executions(workflowId)).length;
	// An address answers 404 for a moment after its workflow was published.
	const accepted = async () =>
		await axios
			.post(`${n8n.url}/webhook/${path}`, { customers: gifts }, { proxy: false })
			.catch(() => undefined);
	await waitFor('the list was accepted', accepted, { timeoutMs: 20_000 });
	const started = async () => {
		const all = await client.executions(workflowId);
		return all.length > known ? all[0] : undefined;
	};
	const { id } = await waitFor('the execution started', started, { timeoutMs: 20_000 });
	const execution = await client.executionEnd(id, 400_000);
	expect(execution.status).toBe('success');

	const said = saidOf(gifts, itemsOf(execution, 'Assign') as Parameters<typeof saidOf>[1]);
	const times = timesGiven();
	const accounts = gifts.map((gift, at): Account => {
		const own = said[at] ?? [];
		return { said: own, isOwn: isAbout(own, gift), times: times[at] ?? 0, mayBeUnknown: true };
	});
	const { faults, traffic } = sandbox.world;
	const struck = faults.report().reduce((sum, one) => sum + one.struck, 0) / traffic.report().total;
	const tally = tallyOf(accounts);
	process.stderr.write(`FAULT_SEED=${seed}, ${struck} struck: ${JSON.stringify(tally)}\n`);
	expect(badOnes(accounts)).toEqual([]);
	// Most must get through, or the run has shown nothing.
	expect(tally.right).toBeGreaterThanOrEqual(gifts.length * 0.95);
	expect(struck).toBeGreaterThan(0.15);
	return said;
}
