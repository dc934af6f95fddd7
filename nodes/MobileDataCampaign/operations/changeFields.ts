import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { textSchema } from '../../../platform/input';
import { storedField, storedRow, storedRows } from '../stored';

const buttons = {
	approve: ['Approve', 'Start the campaign as it was shown'],
	cancel: ['Cancel', 'Stop the campaign for good'],
	checkAgain: ['Check Again', 'Look up the rows in doubt again'],
	countFailed: ['Count as Failed', 'Decide that the rows in doubt were not given'],
	countGiven: ['Count as Given', 'Decide that the rows in doubt were given'],
	pause: ['Pause', 'Stop sending until it is resumed'],
	resume: ['Resume', 'Go on with a paused campaign'],
	retry: ['Retry Failed', 'Send the failed rows again'],
} as const;
type Name = keyof typeof buttons;

const names = Object.keys(buttons) as [Name, ...Name[]];
const ofRows = names.filter((name) => /^(?:retry|check|count)/.test(name));

const shownFor = (...button: Name[]) => ({ displayOptions: { show: { button } } });

/** The fields of Change. */
export const changeFields: INodeProperties[] = [
	{
		displayName: 'Change',
		name: 'button',
		type: 'options',
		options: names.map((value) => {
			const [name, description] = buttons[value];
			return { name, value, description };
		}),
		default: 'pause',
		description: 'What to change',
	},
	storedField(
		'campaign',
		'Campaign',
		'The campaign, as stored',
		"e.g. {{ $('Get campaign').first().json }}",
	),
	{
		displayName: 'Fingerprint',
		name: 'hash',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 9f86d081884c7d65…',
		description: 'What Plan reported as hash, as it was shown to the person who approves',
		...shownFor('approve'),
	},
	{
		displayName: 'Approved By',
		name: 'by',
		type: 'string',
		default: '',
		placeholder: 'e.g. ada@example.com',
		description: 'Who approves it',
		...shownFor('approve'),
	},
	{
		...storedField(
			'namesakes',
			'Namesakes',
			'All campaigns with this name, as stored',
			"e.g. {{ $('Get namesakes').all() }}",
		),
		...shownFor('approve'),
	},
	{
		...storedField(
			'lists',
			'Lists',
			"The lists of the campaign's batches, as stored",
			"e.g. {{ $('Get lists').all() }}",
		),
		...shownFor(...ofRows),
	},
];

/** A field that another one hides holds nothing. */
const rowsOrNone = z.preprocess((value) => (value === '' ? [] : value), storedRows);

export const changeParams = z.object({
	button: z.enum(names),
	campaign: storedRow,
	hash: textSchema,
	by: textSchema,
	namesakes: rowsOrNone,
	lists: rowsOrNone,
});
