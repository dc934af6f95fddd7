import { z } from 'zod';
import { customerPage } from '../../../../pages/customerPage';
import { offerSchema } from '../../../../pages/offer';
import { textSchema } from '../../../../platform/input';
import { localOperation } from '../../../engine/panel/operation';
import { itemSchema } from './fields';

/** Writes the page that tells what happened. */
export const writePage = localOperation({
	value: 'writePage',
	name: 'Write Page',
	action: 'Write page',
	description: "Write the page that tells the customer what happened, in the customer's language",
	effect: 'local',
	costs: 'nothing',
	usesAccount: false,
	fields: [
		{
			displayName: 'Offer',
			name: 'offer',
			type: 'json',
			default: '',
			required: true,
			placeholder: "e.g. {{ $('Your offer').first().json.offer }}",
			description: 'The field offer of Open Page',
		},
		{
			displayName: 'Item',
			name: 'item',
			type: 'json',
			default: '={{ $json }}',
			required: true,
			placeholder: 'e.g. {{ $json }}',
			description: 'The result that the page tells: an item with an outcome, or with an error',
		},
		{
			displayName: 'PIN Address',
			name: 'pinAddress',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $execution.resumeUrl }}',
			description: 'The address of the Wait node that gets the form for the PIN',
		},
		{
			displayName: 'Reference',
			name: 'reference',
			type: 'string',
			default: '={{ $execution.id }}',
			placeholder: 'e.g. 1042',
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
