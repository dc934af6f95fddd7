import axios from 'axios';
import { ruleSchema } from '../../sandbox/faults/rule';
import { executionOf, lenient, takesCalls } from '../support/e2e/calling';
import { basic, billing, byId, called, to, workflowOf } from '../support/e2e/drawing';
import { itemsOf } from '../support/n8nClient';
import { giftPath } from '../support/platform';
import { Workspace } from '../support/workspace';

const hurried = workflowOf(
	'Less time than a list takes',
	[
		called('hurried'),
		basic('Split Out', 'splitOut', 1, { fieldToSplitOut: 'body.rows' }),
		billing('Assign', 'mobileDataGifting', {
			resource: 'dataGift',
			operation: 'assign',
			serviceKey: byId('LOYALTYDATA01'),
			msisdn: '={{ $json.phone }}',
			amount: 5,
			campaign: 'spring',
			options: { concurrency: 50 },
		}),
	],
	{ Call: to('Split Out'), 'Split Out': to('Assign') },
	{ executionTimeout: 6 },
);

it('shows in an execution that ran out of time who got a gift and who may have', async () => {
	const workspace = await Workspace.open();
	await workspace.publish({ hurried });
	await takesCalls(`${workspace.url}/webhook/hurried`);
	const [count, underWay] = [200, 50];
	const { faults, settings, ledger } = workspace.sandbox.world;
	const fault = { kind: 'delay', when: 'after', ms: 60_000 };
	faults.replace([ruleSchema.parse({ path: giftPath, fault, every: 3, times: underWay })]);
	// Slow enough for requests to give way to each other: n8n stores the execution without waiting for that.
	settings.latencyMs = 100;
	const rows = Array.from({ length: count }, (_, at) => ({ phone: String(999100007200 + at) }));
	await axios.post(`${workspace.url}/webhook/hurried`, { rows }, lenient);
	const execution = await executionOf(workspace, 'hurried', 1);
	expect(execution.status).toBe('canceled');

	const items = itemsOf(execution, 'Assign').map(({ json }) => json);
	const named = items.map(({ clientReference, reference }) => clientReference ?? reference);
	const given = ledger.gifts('LOYALTYDATA01');
	expect(given.length).toBeLessThan(count);
	expect(named).toEqual(expect.arrayContaining(given.map(({ clientId }) => clientId)));
	expect(items.filter(({ outcomeUnknown }) => outcomeUnknown)).toHaveLength(underWay);
	await workspace.close();
});
