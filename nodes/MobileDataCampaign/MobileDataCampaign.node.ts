import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { propertiesOf, subtitleOf } from '../engine/describe';
import { resources } from './operations';
import { executeReadList, readListOutputs } from './operations/readList';

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
		description: 'Prepare campaigns that give mobile data: read and check a list of customers',
		builderHint: {
			searchHint:
				'Reads a list of phone numbers and MB from a CSV file or items. Send the output Rows to Mobile Data Gifting, Data Gift: Assign; show the output Bad Rows to a person.',
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
		outputs: readListOutputs.map((displayName) => ({
			type: NodeConnectionTypes.Main,
			displayName,
		})),
		properties: propertiesOf(resources),
	};

	async execute(this: IExecuteFunctions) {
		return await executeReadList(this);
	}
}
