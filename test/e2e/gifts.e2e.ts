import axios from 'axios';
import { ruleSchema } from '../../sandbox/faults/rule';
import { executionOf, lenient, takesCalls } from '../support/e2e/calling';
import { basic, billing, byId, called, to, workflowOf } from '../support/e2e/drawing';
import { itemsOf } from '../support/n8nClient';
import { giftPath } from '../support/platform';
import { Workspace } from '../support/workspace';

const spring = {
	resource: 'dataGift',
	operation: 'assign',
	serviceKey: byId('LOYALTYDATA01'),
	msisdn: '={{ $json.phone }}',
	amount: 5,
	campaign: 'spring',
};
const rows = basic('Split Out', 'splitOut', 1, { fieldToSplitOut: 'body.rows' });
const wires = { Call: to('Split Out'), 'Split Out': to('Assign') };

const hurried = workflowOf(
	'Less time than a list takes',
	[
		called('hurried'),
		rows,
		billing('Assign', 'mobileDataGifting', { ...spring, options: { concurrency: 50 } }),
	],
	wires,
	{ executionTimeout: 6 },
);

let workspace: Workspace;

beforeEach(async () => {
	workspace = await Workspace.open();
});

afterEach(async () => {
	await workspace.close();
});

it('an execution that ran out of time shows who got a gift and who may have', async () => {
	await workspace.publish({ hurried });
	await takesCalls(`${workspace.url}/webhook/hurried`);
	const count = 200;
	const { faults, settings, ledger } = workspace.sandbox.world;
	const fault = { kind: 'delay', when: 'after', ms: 60_000 };
	faults.replace([ruleSchema.parse({ path: giftPath, fault, every: 3, times: 50 })]);
	// Slow enough for requests to give way to each other: n8n stores the execution without waiting for that.
	settings.latencyMs = 100;
	const list = Array.from({ length: count }, (_, at) => ({ phone: String(999100007200 + at) }));
	await axios.post(`${workspace.url}/webhook/hurried`, { rows: list }, lenient);
	const execution = await executionOf(workspace, 'hurried', 1);
	expect(execution.status).toBe('canceled');

	const items = itemsOf(execution, 'Assign').map(({ json }) => json);
	const named = items.map(({ clientReference, reference }) => clientReference ?? reference);
	const given = ledger.gifts('LOYALTYDATA01');
	expect(given.length).toBeLessThan(count);
	expect(named).toEqual(expect.arrayContaining(given.map(({ clientId }) => clientId)));
	// Fewer than 50 where n8n is busy: the pace gives way to its other work.
	const [underWay] = faults.report();
	expect(underWay?.struck).toBeGreaterThan(0);
	expect(items.filter(({ outcomeUnknown }) => outcomeUnknown)).toHaveLength(underWay?.struck ?? 0);
});

/** An answer of 200, whether the platform has given, and what n8n shows. */
const answers: [body: object, when: 'before' | 'after', shown: object][] = [
	[{ transactionId: 17 }, 'after', { outcome: 'given' }],
	[{ success: true }, 'after', { outcome: 'given' }],
	[{ success: false }, 'before', { error: { status: 200 } }],
	[{ code: 'SUBSCRIBER_BLACKLISTED' }, 'before', { error: { status: 200 } }],
	[{ code: 4021, description: 'Not enough data' }, 'before', { error: { retryable: true } }],
	[{ errors: ['Not enough data'] }, 'before', { error: { retryable: true } }],
	[{ errorCode: 17 }, 'before', { error: { retryable: true } }],
	[{ actionStatus: 'FAILED', transactionId: 5 }, 'before', { error: { outcomeUnknown: true } }],
	[{ code: 4021, description: 'Not enough data' }, 'after', { confirmedByLookUp: true }],
	[{ errors: ['Not enough data'] }, 'after', { confirmedByLookUp: true }],
];

it('each answer of the platform gives the outcome that it, or a look-up, proves', async () => {
	const options = { concurrency: 1, settleSeconds: 1 };
	const assign = billing('Assign', 'mobileDataGifting', { ...spring, options });
	const patient = { ...assign, onError: 'continueRegularOutput' };
	const told = workflowOf('Answers of all kinds', [called('told'), rows, patient], wires);
	await workspace.publish({ told });
	await takesCalls(`${workspace.url}/webhook/told`);
	workspace.sandbox.world.faults.replace(
		answers.map(([body, when]) =>
			ruleSchema.parse({
				method: 'POST',
				path: giftPath,
				times: 1,
				fault: { kind: 'answer', when, status: 200, body },
			}),
		),
	);
	const list = answers.map((_, at) => ({ phone: String(999100008200 + at) }));
	await axios.post(`${workspace.url}/webhook/told`, { rows: list }, lenient);
	const execution = await executionOf(workspace, 'told', 1);
	const items = itemsOf(execution, 'Assign').map(({ json }) => json);
	expect(items).toMatchObject(answers.map(([, , shown]) => shown));
	const given = workspace.sandbox.world.ledger.gifts('LOYALTYDATA01').map(({ msisdn }) => msisdn);
	const giving = list.filter((_, at) => answers[at]?.[1] === 'after').map(({ phone }) => phone);
	expect(given).toEqual(giving);
});
