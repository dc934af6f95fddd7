import { z } from 'zod';
import { field } from '../../../../platform/fieldHead';
import { numeric } from '../../../../platform/input';
import { localOperation } from '../../../engine/panel/operation';
import { countSchema, itemSchema, itemsSchema } from './fields';

const text = z.string().nullish();

/** A visit as the Data Table `form_requests` has it: `phone` is empty if it isn't counted, or the visit had no effect. */
const requestSchema = z
	.object({ id: numeric(z.number()), phone: text, address: text })
	.transform(({ id, phone, address }) => ({ id, phone: phone ?? '', address: address ?? '' }));
type CountedRequest = z.infer<typeof requestSchema>;

/** How many requests an hour are passed on. */
const limitsSchema = z.object({
	perNumber: countSchema.optional(),
	perAddress: countSchema,
	perHour: countSchema,
});

/**
 * Whether a request is passed on. Only earlier requests that were passed on count against the limits: refused ones keep
 * nobody out, and of many at once the first are passed on. A request that isn't in the list isn't passed on.
 *
 * @param requests those of the last hour
 */
function isPassedOn(
	id: number,
	requests: CountedRequest[],
	limits: z.infer<typeof limitsSchema>,
): boolean {
	const { perNumber = Infinity, perAddress, perHour } = limits;
	const passed: CountedRequest[] = [];
	const hasRoom = ({ phone, address }: CountedRequest) =>
		passed.length < perHour &&
		passed.filter((one) => one.address === address).length < perAddress &&
		(phone === '' || passed.filter((one) => one.phone === phone).length < perNumber);
	for (const request of [...requests].sort((one, other) => one.id - other.id)) {
		const isPassed = hasRoom(request);
		if (request.id === id) return isPassed;
		if (isPassed) passed.push(request);
	}
	return false;
}

/** Says whether a request of a customer is passed on. */
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
		requests: itemsSchema.pipe(z.array(requestSchema)),
		limits: itemSchema.pipe(limitsSchema),
	}),
	compute: ({ request, requests, limits }) => {
		const isPassed = isPassedOn(Number(request.id), requests, limits);
		return { records: [{ outcome: isPassed ? 'passed' : 'tooMany' }] };
	},
});
