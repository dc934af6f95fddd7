import { ExecuteContext } from 'n8n-core';
import type { INode } from 'n8n-workflow';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { assigning, recipients } from '../support/gifting';
import { additionalDataWith, nodeOf, workflowOf } from '../support/n8n';
import { giftPath, n8nWith, Platform } from '../support/platform';
import { runWorkflow } from '../support/runNode';

// A gift without campaign and reference gets a reference of its own run, by which it is found again.

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

/** Execution 17 of an n8n, with a node for each name; all of them have the id that was copied with them. */
const executionOf = async (names: string[]) => {
	const type = new MobileDataGifting();
	const n8n = n8nWith(platform.account);
	const parameters = { ...assigning, clientId: '', options: { tries: 2, settlingTime: 0 } };
	const nodes = names.map((name): INode => ({ ...nodeOf(type, n8n, parameters), name }));
	const workflow = workflowOf(nodes, [type]);
	const main = [recipients(1).map((json) => ({ json }))];
	const stack = nodes.map((node) => ({ node, data: { main }, source: null }));
	return await runWorkflow(workflow, { ...additionalDataWith(n8n), executionId: '17' }, stack);
};
const neverArrives = { path: giftPath, fault: { kind: 'drop', when: 'before' } } as const;

test('two nodes that were copied with their id do not take each other’s gift for their own', async () => {
	platform.faults({ ...neverArrives, every: 2, times: 1 });
	const { data } = await executionOf(['First', 'Second']);
	const references = new Set(platform.gifts().map(({ clientId }) => clientId));
	expect(references.size).toBe(2);
	expect(data.resultData.runData.Second?.[0]?.data?.main?.[0]).toMatchObject([
		{ json: { outcome: 'given' } },
	]);
});

test('the same workflow on another n8n does not take the gift of this one for its own', async () => {
	await executionOf(['Gift']);
	platform.faults(neverArrives);
	const named = jest.spyOn(ExecuteContext.prototype, 'getInstanceId').mockReturnValue('another');
	const { data } = await executionOf(['Gift']);
	named.mockRestore();
	expect(platform.gifts()).toHaveLength(1);
	expect(data.resultData.error?.message).toContain('the connection was cut');
});
