import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { textSchema } from '../../../platform/input';
import { storedField, storedRow, storedRows } from '../stored';

const buttons = {
	approve: { name: 'Approve', description: 'Start the campaign as it was shown' },
	cancel: { name: 'Cancel', description: 'Stop the campaign for good' },
	checkAgain: { name: 'Check Again', description: 'Look up the rows in doubt again' },
	countFailed: {
		name: 'Count as Failed',
		description: 'Decide that the rows in doubt were not given',
	},
	countGiven: { name: 'Count as Given', description: 'Decide that the rows in doubt were given' },
	pause: { name: 'Pause', description: 'Stop sending until it is resumed' },
	resume: { name: 'Resume', description: 'Go on with a paused campaign' },
	retry: { name: 'Retry Failed', description: 'Send the failed rows again' },
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
		options: names.map((value) => ({ value, ...buttons[value] })),
		default: 'pause',
		description: 'What to change',
	},
	storedField({
		displayName: 'Campaign',
		name: 'campaign',
		placeholder: "e.g. {{ $('Get campaign').first().json }}",
		description: 'The campaign, as stored',
	}),
	{
		displayName: 'Key',
		name: 'key',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
		placeholder: 'e.g. {{ $json.query.key }}',
		description:
			"The key of the address the page was opened with; only the campaign's controlKey decides",
	},
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
		...storedField({
			displayName: 'Namesakes',
			name: 'namesakes',
			placeholder: "e.g. {{ $('Get namesakes').all() }}",
			description: 'All campaigns with this name, as stored',
		}),
		...shownFor('approve'),
	},
	{
		...storedField({
			displayName: 'Lists',
			name: 'lists',
			placeholder: "e.g. {{ $('Get lists').all() }}",
			description: "The lists of the campaign's batches, as stored",
		}),
		...shownFor(...ofRows),
	},
];

/** A field that another one hides holds nothing. */
const rowsOrNone = z.preprocess((value) => (value === '' ? [] : value), storedRows);

export const changeParams = z.object({
	button: z.enum(names),
	campaign: storedRow,
	key: textSchema,
	hash: textSchema,
	by: textSchema,
	namesakes: rowsOrNone,
	lists: rowsOrNone,
});
