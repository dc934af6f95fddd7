import { z } from 'zod';
import { field, text } from '../../../../platform/fieldHead';
import { customerPage } from '../../../../pages/customerPage';
import { offerSchema } from '../../../../pages/offer';
import { textSchema } from '../../../../platform/input';
import { localOperation } from '../../../engine/panel/operation';
import { itemSchema } from './fields';

export const writePage = localOperation({
	value: 'writePage',
	name: 'Write Page',
	action: 'Write page',
	description: "Write the page that tells the customer what happened, in the customer's language",
	fields: [
		{
			...field('json', 'Offer', 'offer', '', "{{ $('Your offer').first().json.offer }}"),
			required: true,
			description: 'The field offer of Open Page',
		},
		{
			...field('json', 'Item', 'item', '={{ $json }}', '{{ $json }}'),
			required: true,
			description: 'The result for the page: an item with an outcome or an error',
		},
		{
			...text('PIN Address', 'pinAddress', '{{ $execution.resumeUrl }}'),
			description: 'The address of the Wait node that gets the form for the PIN',
		},
		{
			...field('string', 'Reference', 'reference', '={{ $execution.id }}', '1042'),
			description: 'The number that customers quote when they ask for help',
		},
	],
	params: z.object({
		offer: offerSchema,
		item: itemSchema,
		pinAddress: textSchema,
		reference: textSchema,
	}),
	compute: (visit) => ({ records: [{ ...customerPage(visit) }] }),
});
