import type { z } from 'zod';
import { clockTime, count, flag, megabytes, text, time, timeOrNull } from './tableCells';
import { normalizeTotal, optionalTotal } from '../platform/amounts';
import { number, timeIn } from '../platform/figureWords';
import { normalizeCampaign, normalizeServiceKey } from '../platform/identifiers';
import { requiredError, type InputError } from '../platform/input';
import { say, texts, textStored, translated } from '../platform/say';
import {
	clockTimeOf,
	endOfQuietHours,
	isBoxTicked,
	laterThan,
	timeAhead,
	timeOf,
	wholeUpTo,
} from './settingValues';

/** The values that are known when a setting is read. */
interface Entered {
	/** Of times without an offset. */
	zone: string;
	/** Unix milliseconds. */
	now: number;
	/** The settings above it. */
	above: Readonly<Record<string, unknown>>;
}

/** A setting of a campaign. */
interface Setting<Value> {
	label: string;
	/** The type of its cell in the table of campaigns. */
	cell: z.ZodType<Value>;
	/** Reads what a person entered. @throws InputError without the field's name */
	read: (value: unknown, entered: Entered) => Value;
	/** Its line on a campaign's page, which is left out if `words` gives ''. */
	shown?: [
		name: string,
		words: (value: Value, zone: string, all: object) => string | number,
		unit?: 'MB',
	];
	/** The name of its field where planners choose it: in the desk's form, and in a program's request. */
	field?: string;
	/** A value as that field has it; without it, as it is. */
	entered?: (value: Value, zone: string, now: number) => string;
	/** Its field in the node Plan, where planners can't change it. */
	inPlan?: { placeholder: string; description: string };
}

const setting = <Value>(entry: Setting<Value>) => entry;

/** A box to tick. @param words of the page's line where it's ticked */
const box = (field: string, label: string, name: string, words: () => string) =>
	setting({
		label,
		cell: flag,
		read: isBoxTicked,
		shown: [name, (isOn) => (isOn ? words() : '')],
		field,
		entered: (isOn) => (isOn ? 'true' : ''),
	});

/** The highest rate that the engine can hold, as in its option Requests per Second. */
const maxRowsPerSecond = 1000;
const maxGiftsPerMonth = 1000;

/** The settings, in the order in which they are read and sealed. `null`, '' and 0 mean no limit. */
export const settingTable = {
	/** Also the first part of each gift's reference: it is once for all. */
	name: setting({
		label: texts('Campaign Name'),
		cell: text,
		read: (value) => normalizeCampaign(value) ?? refuse(requiredError()),
		field: 'campaign',
	}),
	serviceKey: setting({
		label: texts('Service'),
		cell: text,
		read: normalizeServiceKey,
		shown: [texts('Service'), (key) => key],
		field: 'service',
	}),
	/** MB. */
	budget: setting({
		label: texts('Budget (MB)'),
		cell: megabytes,
		read: normalizeTotal,
		shown: [texts('Budget'), (budget) => budget, 'MB'],
		field: 'budget',
	}),
	/** Empty: the time of the plan. */
	startAt: setting({
		label: texts('Start'),
		cell: time,
		read: (value, { zone, now }) => new Date(timeOf(value, zone) ?? now).toISOString(),
		shown: [texts('Start'), (at, zone) => timeIn(zone, at)],
		field: 'startAt',
		entered: timeAhead,
	}),
	stopAt: setting({
		label: texts('Stop'),
		cell: timeOrNull,
		read: (value, { zone, now, above }) => {
			const stopAt = laterThan(
				Math.max(Date.parse(String(above.startAt)), now),
				timeOf(value, zone),
			);
			return stopAt === undefined ? null : new Date(stopAt).toISOString();
		},
		shown: [texts('Stop'), (at, zone) => timeIn(zone, at) || say`When all rows are done`],
		field: 'stopAt',
		entered: timeAhead,
	}),
	/** `HH:mm` where the customer lives. */
	quietFrom: setting({
		label: texts('Quiet Hours From'),
		cell: clockTime,
		read: clockTimeOf,
		shown: [
			texts('Quiet hours'),
			(from, _, { quietTo }: { quietTo?: string }) =>
				from ? say`${from} to ${String(quietTo)}, where the customer lives` : say`No`,
		],
		field: 'quietFrom',
	}),
	quietTo: setting({
		label: texts('Quiet Hours To'),
		cell: clockTime,
		read: (value, { above }) => endOfQuietHours(String(above.quietFrom), clockTimeOf(value)),
		field: 'quietTo',
	}),
	/** Of all workers together. */
	rowsPerSecond: setting({
		label: texts('Rows per Second'),
		cell: count,
		read: (value) => wholeUpTo(maxRowsPerSecond, value, 50),
		shown: [texts('Rows per second'), (rows) => rows || say`No limit`],
		field: 'rowsPerSecond',
		entered: (rows) => (rows > 0 ? String(rows) : ''),
	}),
	/** MB of a day, for all campaigns with a limit together; after that this campaign waits for the next day. */
	megabytesPerDay: setting({
		label: texts('Daily Limit (MB)'),
		cell: megabytes,
		read: (value) => optionalTotal(value) ?? 0,
		shown: [
			texts('Daily limit (MB)'),
			(limit) => (limit ? say`${number(limit)}, campaigns with a limit together` : ''),
		],
		inPlan: {
			placeholder: 'e.g. 100000',
			description: 'The MB that all campaigns together may give on a day; 0 for no limit',
		},
	}),
	/** Of one customer, in all campaigns with such a limit (otherGifts.ts). */
	giftsPerMonth: setting({
		label: texts('Monthly Gifts per Customer'),
		cell: count,
		read: (value) => wholeUpTo(maxGiftsPerMonth, value, 2),
		shown: [
			texts('Gifts per customer'),
			(gifts) => (gifts ? say`${number(gifts)} a month, campaigns with this limit together` : ''),
		],
		inPlan: {
			placeholder: 'e.g. 2',
			description: 'How many gifts a customer may get in all campaigns of a month; 0 for no limit',
		},
	}),
	/** Whether numbers that no numbering plan has are given, too, such as test numbers. */
	sendAsEntered: box(
		'sendAsEntered',
		texts('Send as Entered'),
		texts('Numbers'),
		() => say`Sent as entered, also those that no numbering plan has`,
	),
	/** Whether numbers that got a gift of the service in the last 90 days are left out, in whatever campaign (recentGifts.ts). */
	leaveOutGiven: box(
		'leaveOutGiven',
		texts('Leave Out Given'),
		texts('Gifts of the last 90 days'),
		() => say`Numbers that got one are left out`,
	),
	/** Whether its rows are added to those of the approved campaign of its name (otherGifts.ts). */
	addsRows: box(
		'addsRows',
		texts('Add Rows'),
		texts('Rows'),
		() => say`Added to the campaign of this name`,
	),
	/** Of numbers without a calling code, also of opt-outs (ISO 3166); '' where all have theirs. The list tells. */
	country: setting({ label: texts('Country of Numbers'), cell: text, read: () => '' }),
	/** How the list was read, in words (`textStored`). */
	reading: setting({
		label: texts('Reading'),
		cell: text,
		read: () => '',
		shown: [texts('The list was read with'), (words) => translated(textStored(words))],
	}),
};

/** The settings that somebody approves with the list. */
export type Settings = {
	[Name in keyof typeof settingTable]: z.infer<(typeof settingTable)[Name]['cell']>;
};
export const campaignSettingNames = Object.keys(settingTable) as (keyof Settings)[];

export const settingOf = (name: keyof Settings): Setting<unknown> =>
	settingTable[name] as Setting<unknown>;

/** The settings that planners choose, by the names of their fields. */
export const plannerFields = new Map(
	campaignSettingNames.flatMap((name) => {
		const { field } = settingOf(name);
		return field === undefined ? [] : [[field, name] as const];
	}),
);

const cells = campaignSettingNames.map((name) => [name, settingTable[name].cell]);
/** The cells of the settings in the table of campaigns. */
export const settingCells = Object.fromEntries(cells) as {
	[Name in keyof Settings]: (typeof settingTable)[Name]['cell'];
};

function refuse(error: InputError): never {
	throw error;
}
