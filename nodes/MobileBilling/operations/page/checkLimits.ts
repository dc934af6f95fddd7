import { z } from 'zod';
import { field } from '../../../../platform/fieldHead';
import { isPassedOn } from '../../../../pages/limits';
import { isObject } from '../../../../platform/answer';
import { normalized, numeric } from '../../../../platform/input';
import { localOperation } from '../../../engine/panel/operation';
import { count, itemSchema, notGiven } from './fields';

const requestSchema = z.object({
	id: numeric(z.number()),
	phone: z.string().nullish(),
	address: z.string().nullish(),
});
const limitsSchema = z.object({ perNumber: count.optional(), perAddress: count, perHour: count });

/** All items of another node, as `$('Node').all()` gives them. */
const requestsSchema = normalized((value) => {
	const items = Array.isArray(value) ? value.filter(isObject) : undefined;
	const read = z.array(requestSchema).safeParse(items?.map(({ json }) => json));
	if (!read.success) throw notGiven;
	return read.data.map(({ id, phone, address }) => {
		return { id, phone: phone ?? '', address: address ?? '' };
	});
});

/** Says whether a request of a customer is passed on (pages/limits.ts). */
export const checkLimits = localOperation({
	value: 'checkLimits',
	name: 'Check Limits',
	action: 'Check limits',
	description: "Check whether a visit is within the limits of Open Page, by the last hour's visits",
	fields: [
		{
			...field('json', 'Request', 'request', '={{ $json }}', "{{ $('Add request').first().json }}"),
			required: true,
			description: 'The row of this visit in the Data Table',
		},
		{
			...field('json', 'Requests', 'requests', '', "{{ $('Get requests').all() }}"),
			required: true,
			description: "The rows of the last hour's visits, with this one",
		},
		{
			...field('json', 'Limits', 'limits', '', "{{ $('Your offer').first().json }}"),
			required: true,
			description: 'The item of Open Page',
		},
	],
	params: z.object({
		request: itemSchema,
		requests: requestsSchema,
		limits: itemSchema.pipe(limitsSchema),
	}),
	compute: ({ request, requests, limits }) => {
		const isPassed = isPassedOn(Number(request.id), requests, limits);
		return { records: [{ outcome: isPassed ? 'passed' : 'tooMany' }] };
	},
});
