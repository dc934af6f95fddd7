import { listed } from './columns';
import { isBlank, withinLimits, type ListRecord } from './csv';
import { fullOfPhones, maybePhones } from './chooseColumns';
import { contentsOf } from './columnContents';
import { titleRowsAmong } from './header';
import { looksLikePhone } from './looksLikePhone';
import type { Question } from './questions';
import { takeSome, type Steps } from './steps';
import type { Sheets } from './workbook/open';

/** So many rows show whether a sheet has phone numbers, also below a title; so many sheets are looked at. */
const [mostRows, mostSheets] = [50, 20];

/**
 * Chooses the sheet that is read where nobody said it: the first visible one with a column of phone numbers. A list with
 * several of them is asked about.
 *
 * @returns no sheet where none has phone numbers
 */
export function* chooseSheet(sheets: Sheets): Steps<{ sheet?: string; question?: Question }> {
	const { visible } = sheets;
	if (visible.length < 2) return {};
	const looked: (PhonesInSheet & { name: string })[] = [];
	for (const name of visible.slice(0, mostSheets)) {
		looked.push({ name, ...(yield* phonesIn(sheets.look(name))) });
	}
	const sure = looked.filter(({ areSure }) => areSure);
	const likely = sure.length > 0 ? sure : looked.filter(({ areLikely }) => areLikely);
	const found = likely.map(({ name }) => name);
	const [sheet] = found;
	return found.length > 1 ? { sheet, question: sheetQuestion(found) } : { sheet };
}

function sheetQuestion(names: string[]): Question {
	return {
		field: 'sheet',
		text: `The workbook has more than one sheet with phone numbers: ${listed(names)}`,
		nextStep: "Choose one as 'Sheet'.",
		choices: names,
	};
}

interface PhonesInSheet {
	/** Whether a column is full of phone numbers, or has their name and no other: also where its cells are damaged. */
	areSure: boolean;
	/** Whether one has their name among others, or digits that look like some: without a country, and without the zero that was lost. */
	areLikely: boolean;
}

function* phonesIn(records: Iterable<ListRecord | undefined>): Steps<PhonesInSheet> {
	const none = { areSure: false, areLikely: false };
	const { items, error } = yield* takeSome(withinLimits(records), mostRows);
	// One that can't be read isn't the one with the list.
	if (error) return none;
	const rows = items.filter(({ cells }) => !isBlank(cells));
	const [first, ...others] = rows.slice(titleRowsAmong(rows));
	if (first?.cells.some(looksLikePhone)) return { ...none, areSure: true };
	const contents = yield* contentsOf(first, others, {});
	const named = contents.filter(({ says, cells }) => says.field === 'phone' && cells.length > 0);
	return {
		areSure: fullOfPhones(contents).length > 0 || named.some(({ says }) => says.isPlain),
		areLikely: named.length > 0 || contents.some(maybePhones),
	};
}
