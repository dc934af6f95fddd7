import { z } from 'zod';
import { recordPage } from '../../../../desk/customerRecord';
import { isObject } from '../../../../platform/answer';
import { normalized, textSchema } from '../../../../platform/input';
import { localOperation } from '../../../engine/panel/operation';
import { notGiven } from './fields';

/** All items of another node, as `$('Node').all()` gives them. */
const itemsSchema = normalized((value): Record<string, unknown>[] => {
	if (!Array.isArray(value) || !value.every(isObject)) throw notGiven;
	return value.map(({ json }) => (isObject(json) ? json : {}));
});

const itemsField = (displayName: string, name: string, description: string) => ({
	displayName,
	name,
	type: 'json' as const,
	default: '',
	required: true,
	placeholder: `e.g. {{ $('Get ${name}').all() }}`,
	description,
});

/** Writes the page that shows what the platform has of one customer (desk/customerRecord.ts). */
export const writeRecord = localOperation({
	value: 'writeRecord',
	name: 'Write Record',
	action: 'Write record',
	description: 'Write the page with subscriptions, charges and gifts of one customer',
	effect: 'local',
	costs: 'nothing',
	usesAccount: false,
	fields: [
		{
			displayName: 'Phone Number',
			name: 'phone',
			type: 'string',
			default: '',
			placeholder: 'e.g. +33 6 39 98 12 34',
			description: 'The number that was looked up; empty shows only the form for it',
		},
		itemsField('Subscriptions', 'subscriptions', 'The items of Subscription: Get Many'),
		itemsField('Transactions', 'transactions', 'The items of Transaction: Get Many'),
		itemsField('Gifts', 'gifts', 'The items of Data Gift: Get Many'),
	],
	params: z.object({
		phone: textSchema,
		subscriptions: itemsSchema,
		transactions: itemsSchema,
		gifts: itemsSchema,
		timezone: z.string(),
	}),
	compute: ({ timezone, ...record }) => ({
		records: [{ body: recordPage({ ...record, zone: timezone }) }],
	}),
});
