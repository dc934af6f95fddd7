import { z } from 'zod';
import { field } from '../../../../platform/fieldHead';
import { recordPage } from '../../../../desk/customerRecord';
import { inReadersLanguage } from '../../../../desk/language';
import { hintsIn } from '../../../../pages/visit';
import { isObject, textIn } from '../../../../platform/answer';
import { localOperation } from '../../../engine/panel/operation';
import { itemSchema, itemsSchema } from './fields';

const itemsField = (displayName: string, name: string, description: string) => ({
	...field('json', displayName, name, '', `{{ $('Get ${name}').all() }}`),
	required: true,
	description,
});

/** Writes the page that shows what the platform has of one customer (desk/customerRecord.ts). */
export const writeRecord = localOperation({
	value: 'writeRecord',
	name: 'Write Record',
	action: 'Write record',
	description: 'Write the page with subscriptions, charges and gifts of one customer',
	fields: [
		{
			...field('json', 'Request', 'request', '', "{{ $('Customer page').first().json }}"),
			required: true,
			description: 'The item of the Webhook node; its ?phone= is looked up',
		},
		itemsField('Subscriptions', 'subscriptions', 'The items of Subscription: Get Many'),
		itemsField('Transactions', 'transactions', 'The items of Transaction: Get Many'),
		itemsField('Gifts', 'gifts', 'The items of Data Gift: Get Many'),
	],
	params: z.object({
		request: itemSchema,
		subscriptions: itemsSchema,
		transactions: itemsSchema,
		gifts: itemsSchema,
		timezone: z.string(),
	}),
	compute: ({ timezone, request, ...record }) => {
		const phone = isObject(request.query) ? (textIn(request.query.phone) ?? '') : '';
		const { link: lang, browser: languages } = hintsIn(request);
		const page = () => recordPage({ ...record, phone, zone: timezone });
		return { records: [{ body: inReadersLanguage({ query: { lang }, languages }, page) }] };
	},
});
