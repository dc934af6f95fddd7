import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { operationSubtitle, outputsOf, propertiesOf } from '../engine/describe';
import { searchOperators, searchServices } from '../engine/listSearch';
import { runOperation } from '../engine/node';
import { resources } from './operations';

export class MobileDataGifting implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Mobile Data Gifting',
		name: 'mobileDataGifting',
		icon: {
			light: 'file:../../icons/mobileBilling.svg',
			dark: 'file:../../icons/mobileBilling.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: operationSubtitle,
		description: 'Give away mobile data and look after data pools',
		defaults: { name: 'Mobile Data Gifting' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: outputsOf(resources),
		credentials: [{ name: 'mobileBillingApi', displayName: 'Account', required: true }],
		properties: propertiesOf(resources, 'dataGift'),
	};

	methods = { listSearch: { searchServices, searchOperators } };

	async execute(this: IExecuteFunctions) {
		return await runOperation(this, resources);
	}
}
