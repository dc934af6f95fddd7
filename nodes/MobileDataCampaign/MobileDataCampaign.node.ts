import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { InputError } from '../../platform/input';
import { propertiesOf, subtitleOf } from '../engine/panel/describe';
import { failureOf, nodeErrorOf } from '../engine/n8n/output';
import { resources } from './operations';

const operations = resources.flatMap((resource) => resource.operations);

/** The outputs of the chosen operation. */
const outputs = Object.fromEntries(
	operations.map(({ value, outputs: names }) => [
		value,
		names.map((displayName) => ({ type: NodeConnectionTypes.Main, displayName })),
	]),
);

/** The error of a field that the rules of a campaign have read, as the panel names it. */
function withField(error: unknown): unknown {
	if (!(error instanceof InputError) || error.field === undefined) return error;
	return new InputError(`'${error.field}' ${error.message}`, error.nextStep);
}

export class MobileDataCampaign implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Mobile Data Campaign',
		name: 'mobileDataCampaign',
		icon: {
			light: 'file:../../icons/mobileDataGifting.svg',
			dark: 'file:../../icons/mobileDataGifting.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf('$parameter.operation'),
		description:
			'Read a list of customers to give mobile data to, and write its result into a file',
		builderHint: {
			searchHint:
				'Reads a list of phone numbers and MB from a file or items. Send the output Rows to Mobile Data Gifting, Data Gift: Assign; show the output Bad Rows to a person.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-mobile-billing.mobileDataGifting',
					relationHint: 'Gives the data to each row',
				},
			],
		},
		defaults: { name: 'Mobile Data Campaign' },
		// A list is a file or many items, which the call of a tool doesn't have.
		usableAsTool: undefined,
		inputs: [NodeConnectionTypes.Main],
		outputs: `={{ (${JSON.stringify(outputs)})[$parameter.operation] }}`,
		credentials: [
			{
				name: 'mobileBillingApi',
				displayName: 'Account',
				required: true,
				displayOptions: { show: { operation: ['plan', 'sendPiece'] } },
			},
		],
		properties: propertiesOf(resources, 'list'),
	};

	async execute(this: IExecuteFunctions) {
		const chosen = this.getNodeParameter('operation', 0);
		const operation = operations.find(({ value }) => value === chosen);
		try {
			return (await operation?.execute(this)) ?? [];
		} catch (caught) {
			const error = nodeErrorOf(this.getNode(), withField(caught));
			if (!this.continueOnFail()) throw error;
			// A node that throws would pass its input on as its first output.
			const { binary } = this.getInputData()[0] ?? {};
			return [[{ json: { error: failureOf(error) }, binary, pairedItem: { item: 0 } }]];
		}
	}
}
