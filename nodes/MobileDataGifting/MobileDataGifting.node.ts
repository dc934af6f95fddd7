import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { operationSubtitle, outputsOf, propertiesOf } from '../engine/panel/describe';
import { searchGivingServices, searchOperators, searchServices } from '../engine/n8n/listSearch';
import { runOperation } from '../engine/n8n/node';
import { accountCredential } from '../engine/n8n/transport';
import { resources } from './operations';

export class MobileDataGifting implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Mobile Data Gifting',
		name: 'mobileDataGifting',
		icon: {
			light: 'file:../../icons/mobileDataGifting.svg',
			dark: 'file:../../icons/mobileDataGifting.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: operationSubtitle,
		description: 'Give away mobile data and look after data pools',
		builderHint: {
			searchHint:
				'Gives mobile data (MB) to phone numbers. For a list of customers use Data Gift: Assign with Campaign set: duplicates are skipped. It sends only with Mode set to send.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-mobile-billing.mobileDataCampaign',
					relationHint: 'Reads the list of customers from a file or items',
				},
				{
					nodeType: 'n8n-nodes-mobile-billing.mobileBilling',
					relationHint: 'Charges phone bills of the same customers',
				},
			],
		},
		defaults: { name: 'Mobile Data Gifting' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: outputsOf(resources),
		credentials: [{ name: accountCredential, displayName: 'Account', required: true }],
		properties: propertiesOf(resources, 'dataGift'),
	};

	methods = { listSearch: { searchServices, searchGivingServices, searchOperators } };

	async execute(this: IExecuteFunctions) {
		return await runOperation(this, resources);
	}
}
