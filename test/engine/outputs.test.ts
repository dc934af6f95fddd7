import {
	NodeHelpers,
	Workflow,
	type INode,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { START_OUTPUTS } from './support/shop';

/** The outputs as n8n's editor and engine work them out. */
async function outputsOf(type: INodeType, parameters: INodeParameters) {
	const node: INode = {
		id: '1',
		name: 'Node',
		type: type.description.name,
		typeVersion: 1,
		position: [0, 0],
		parameters,
	};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: {
			getByName: () => type,
			getByNameAndVersion: () => type,
			getKnownTypes: () => ({}),
		},
	});
	await workflow.expression.acquireIsolate();
	try {
		return NodeHelpers.getNodeOutputs(workflow, node, type.description);
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

describe('the outputs of an action node', () => {
	it.each([
		['payment', 'start', START_OUTPUTS],
		[
			'payment',
			'submitPin',
			['Accepted', 'Invalid PIN', 'Attempts Exceeded', 'Not Charged', 'Other'],
		],
		[
			'subscription',
			'checkStatus',
			['No Subscription', 'Renewal Pending', 'Already Paid', 'Active', 'Other'],
		],
		['subscription', 'verifyIdentificationReturn', ['Subscribed', 'Not Subscribed', 'Not Genuine']],
	])(
		'of %s %s are its outcomes by name when split, and one when not',
		async (resource, operation, names) => {
			const split = await outputsOf(new MobileBilling(), {
				resource,
				operation,
				splitByOutcome: true,
			});
			expect(split).toEqual(names.map((displayName) => ({ type: 'main', displayName })));
			const joined = await outputsOf(new MobileBilling(), { resource, operation });
			expect(joined).toEqual([{ type: 'main' }]);
		},
	);

	it('are one where an operation has no outcomes, though the switch was left on', async () => {
		const parameters = {
			resource: 'subscription',
			operation: 'createIdentificationLink',
			splitByOutcome: true,
		};
		expect(await outputsOf(new MobileBilling(), parameters)).toEqual([{ type: 'main' }]);
		expect(await outputsOf(new MobileDataGifting(), {})).toEqual([{ type: 'main' }]);
	});
});
