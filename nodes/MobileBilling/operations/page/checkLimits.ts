import { z } from 'zod';
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
	effect: 'local',
	costs: 'nothing',
	usesAccount: false,
	fields: [
		{
			displayName: 'Request',
			name: 'request',
			type: 'json',
			default: '={{ $json }}',
			required: true,
			placeholder: "e.g. {{ $('Add request').first().json }}",
			description: 'The row of this visit in the Data Table',
		},
		{
			displayName: 'Requests',
			name: 'requests',
			type: 'json',
			default: '',
			required: true,
			placeholder: "e.g. {{ $('Get requests').all() }}",
			description: "The rows of the last hour's visits, with this one",
		},
		{
			displayName: 'Limits',
			name: 'limits',
			type: 'json',
			default: '',
			required: true,
			placeholder: "e.g. {{ $('Your offer').first().json }}",
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
