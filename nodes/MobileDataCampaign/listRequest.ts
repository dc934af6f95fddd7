import type { IExecuteFunctions } from 'n8n-workflow';
import type { Draft, Problem } from '../../campaign/draft';
import type { OtherCampaign } from '../../campaign/otherGifts';
import { columnsKeyOf, recall, type Recalled } from '../../campaign/recall';
import type { StoredList } from '../../campaign/types';
import { keptFileIn } from '../../desk/keptFile';
import { problemOf } from '../../desk/planProblems';
import type { PlanRequest } from '../../desk/planRequest';
import { isColumnName } from '../../lists/columnSettings';
import { settingTexts, type ChosenSettings } from '../../lists/readingSettings';
import type { ListSource, ReadList } from '../../lists/readList';
import { readingWords } from '../../lists/reading';
import { InputError } from '../../platform/input';
import { storedText } from '../../platform/say';
import { fileIn, readSource, tryToRead } from './source';

/** The field of a form, and of the item, with the file. */
const fileField = 'list';

/** A list to plan: a file, or rows. */
export type ListToPlan = Pick<ListSource, 'file' | 'rows'>;

/** The list of the request; undefined if the stored list is meant. */
export async function newList(
	context: IExecuteFunctions,
	{ rows }: Pick<PlanRequest, 'rows'>,
): Promise<ListToPlan | undefined> {
	if (rows) return { rows };
	if (!context.getInputData()[0]?.binary?.[fileField]) return undefined;
	const file = await fileIn(context, 0, fileField);
	// Browsers send a field for a file even if nobody has chosen a file.
	return file.bytes.length > 0 || file.fileName !== '' ? { file } : undefined;
}

/** The list of a draft as it is stored; rows are stored as JSON. @throws InputError if a part of it is missing */
export function storedList({ fileName }: Draft, lists: StoredList[]): ListToPlan {
	const bytes = keptFileIn(lists);
	if (!bytes)
		throw new InputError("The list can't be read again", 'Send it with the other fields.');
	if (fileName !== undefined) return { file: { fileName, bytes } };
	return { rows: JSON.parse(Buffer.from(bytes).toString()) as Record<string, unknown>[] };
}

/** A list as it is stored with its draft. */
export function bytesOf({ file, rows }: ListToPlan): Uint8Array {
	return file?.bytes ?? Buffer.from(JSON.stringify(rows));
}

/** Leaves out the answers about columns, because another list or sheet has other columns. */
export function withoutColumns<Settings extends object>(settings: Settings): Settings {
	const others = Object.entries(settings).filter(([name]) => !isColumnName(name));
	return Object.fromEntries(others) as Settings;
}

/** A list as it was read, with its open questions and problems. */
export interface ListAsRead extends Pick<Draft, 'columns' | 'questions' | 'problems'> {
	read: ReadList;
	recalled?: string;
}

/**
 * Reads a list by its settings; if these are invalid, only finds out its columns.
 *
 * @param defaults the settings that hold unless the request has others
 * @throws InputError for a list that can't be read by any settings
 */
export async function readOrInspect(
	source: ListSource,
	defaults: ChosenSettings,
	others: OtherCampaign[],
): Promise<ListAsRead> {
	let recalled: Recalled | undefined;
	const withDefaults: ListSource = {
		...source,
		defaults: (header) => {
			recalled = recall(others, columnsKeyOf(header));
			return { ...defaults, ...recalled?.chosen };
		},
	};
	const tried = await tryToRead(withDefaults);
	const problems: Problem[] = tried instanceof InputError ? [problemOf(tried)] : [];
	const read =
		tried instanceof InputError
			? await readSource({ ...withoutColumns(source), [problems[0]?.field ?? '']: undefined })
			: tried;
	const { header = [], columns = [] } = read.opened ?? {};
	const { questions } = read;
	const isOpen = questions.length + problems.length > 0;
	if (read.refusal && (header.length === 0 || !isOpen)) throw read.refusal;
	return { read, columns, questions, problems, recalled: recalled?.campaign };
}

/** The settings of a list that are approved, and those that are shown. */
export function readAs(
	{ read, columns, recalled }: ListAsRead,
	{ defaultAmount, sheet }: ListSource,
) {
	const { header = [], chosen = {}, reading } = read.opened ?? {};
	const hasHeader = reading?.hasHeader ?? false;
	return {
		settings: reading && {
			country: reading.country,
			reading: storedText(readingWords(reading, read.report.columns, header)),
			// Numbers in no numbering plan are left out, also those that are sent as entered.
			...(reading.notInPlan === 'leaveOut' && { sendAsEntered: false }),
		},
		check: {
			columns,
			chosen: settingTexts({ ...chosen, megabytes: defaultAmount, sheet }),
			columnsKey: hasHeader ? columnsKeyOf(header) : '',
			...(hasHeader && recalled !== undefined && { recalledFrom: recalled }),
		},
	};
}
