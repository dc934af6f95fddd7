import axios from 'axios';

import { ruleSchema } from '../../sandbox/faults/rule';
import { itemsOf } from '../support/n8nClient';
import { giftPath } from '../support/platform';
import { Workspace } from '../support/workspace';
import { executionOf, lenient, post, takesCalls } from '../support/e2e/calling';
import { basic, billing, byId, called, to, workflowOf } from '../support/e2e/drawing';

const assign = (more: object) =>
	billing('Assign', 'mobileDataGifting', {
		...{ resource: 'dataGift', operation: 'assign', amount: 5 },
		...{ serviceKey: byId('LOYALTYDATA01'), msisdn: '={{ $json.phone }}', ...more },
	});
const split = basic('Split Out', 'splitOut', 1, { fieldToSplitOut: 'body.rows' });
const rounds = basic('Loop', 'splitInBatches', 3, { batchSize: 1 });
const settlingTime = { options: { advancedRetry: { retry: { settlingTime: 0 } } } };
const inPieces = { campaign: 'spring', options: { batching: { batch: { concurrency: 50 } } } };

const workflows = {
	/** Goes round once for each row, so that every gift is the first item of its run. */
	loop: workflowOf(
		'Gifts in a loop',
		[called('loop'), split, rounds, basic('Done', 'noOp', 1), assign(settlingTime)],
		{
			Call: to('Split Out'),
			'Split Out': to('Loop'),
			Loop: to('Done', 'Assign'),
			Assign: to('Loop'),
		},
	),
	/** Has less time than its list takes. */
	hurried: workflowOf(
		'A campaign in a hurry',
		[called('hurried'), split, assign(inPieces)],
		{ Call: to('Split Out'), 'Split Out': to('Assign') },
		{ executionTimeout: 6 },
	),
};

let workspace: Workspace;

beforeAll(async () => {
	workspace = await Workspace.open();
	await workspace.publish(workflows);
	for (const name of ['loop', 'hurried']) await takesCalls(`${workspace.url}/webhook/${name}`);
});

afterAll(async () => {
	await workspace.close();
});

const breaking = (rule: object) => {
	workspace.sandbox.world.faults.replace([ruleSchema.parse({ path: giftPath, ...rule })]);
};
const gifts = () => workspace.sandbox.world.ledger.gifts('LOYALTYDATA01');

it('takes no gift of an earlier round of a loop for that of a later one whose request was lost', async () => {
	const phone = '999100007001';
	breaking({ fault: { kind: 'drop' }, every: 2, times: 1 });
	await post(`${workspace.url}/webhook/loop`, { rows: [{ phone }, { phone }, { phone }] });
	expect(workspace.sandbox.world.faults.report()).toMatchObject([{ struck: 1 }]);
	expect(new Set(gifts().map(({ clientId }) => clientId)).size).toBe(3);
	expect(gifts()).toHaveLength(3);
});

it('shows in an execution that ran out of time who got a gift and who may have', async () => {
	const [count, underWay] = [200, 50];
	const before = gifts().length;
	breaking({ fault: { kind: 'delay', when: 'after', ms: 60_000 }, every: 3, times: underWay });
	// Slow enough for requests to give way to each other: n8n stores the execution without waiting for that.
	workspace.sandbox.world.settings.latencyMs = 100;
	const rows = Array.from({ length: count }, (_, at) => ({ phone: String(999100007200 + at) }));
	await axios.post(`${workspace.url}/webhook/hurried`, { rows }, lenient);
	const execution = await executionOf(workspace, 'hurried', 1);
	expect(execution.status).toBe('canceled');

	const items = itemsOf(execution, 'Assign').map(({ json }) => json);
	const named = items.map(({ clientReference, reference }) => clientReference ?? reference);
	const given = gifts().slice(before);
	expect(given.length).toBeLessThan(count);
	expect(named).toEqual(expect.arrayContaining(given.map(({ clientId }) => clientId)));
	expect(items.filter(({ outcomeUnknown }) => outcomeUnknown)).toHaveLength(underWay);
});
