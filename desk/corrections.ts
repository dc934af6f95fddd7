import { maxShown, readCheck, type Check } from '../campaign/check';
import { enteredToAdd, draftIn, isUndecided } from '../campaign/draft';
import type { Campaign, LeftOut } from '../campaign/types';
import { correctable, correctionsIn } from '../lists/corrections';
import { unused } from '../lists/columnSettings';
import { html, type Html } from '../pages/html';
import { inRow, say, translated } from '../platform/say';
import { budgetField, hiddenInput, input } from './formFields';
import { section } from './page';
import { pageOf } from './renderSections';
import { link, refusedNote, said } from './sections';

/** The rows with a number or an amount to correct; none where the file isn't stored, or where they are too many for a form. */
export function rowsToCorrect(check?: Check): LeftOut[] {
	if (check?.list.fileName === undefined) return [];
	const groups = check.leftOut.filter(({ examples }) => examples.some(isCorrectable));
	const rows = groups.flatMap(({ examples }) => examples).filter(isCorrectable);
	const all = groups.reduce((sum, group) => sum + group.rows, 0);
	if (all > maxShown.corrected || rows.length < all) return [];
	return rows.sort((one, other) => one.row - other.row);
}

const isCorrectable = ({ amount }: LeftOut) => amount !== undefined;

/** The cells of a row as they stand in the list. */
const cellsOf = ({ phone, amount = '' }: LeftOut) => ({ phone, megabytes: amount });

/**
 * The corrections among the fields of a form: those that change a cell. A row with a field that was emptied stays as it is in
 * the file.
 *
 * @param campaign the one whose rows are corrected
 */
export function changedCells(
	entered: Record<string, string>,
	campaign: Pick<Campaign, 'check'>,
): Record<string, string> {
	const check = readCheck(campaign);
	const rows = new Map(rowsToCorrect(check).map((row) => [row.row, cellsOf(row)]));
	const changed: Record<string, string> = {};
	for (const [row, cells] of correctionsIn(entered)) {
		const shown = rows.get(row);
		const named = correctable.flatMap((field) => {
			const text = cells[field];
			return text === undefined ? [] : [{ name: `${field}${row}`, text, was: shown?.[field] }];
		});
		if (named.some(({ text, was }) => text === '' && was !== '')) continue;
		for (const { name, text, was } of named) {
			const kept = text === plain(was) ? check?.corrected?.[name] : text;
			if (kept !== undefined) changed[name] = kept;
		}
	}
	return changed;
}

/** A cell as a field of a form sends it. */
const plain = (cell?: string) => cell?.replace(/[\r\n]/g, '').trim();

/** The form's fields for a campaign: before its approval all its rows are planned again, afterwards the corrected ones are added. */
export function enteredToCorrect(
	campaign: Campaign,
	zone: string,
	now: number,
): Record<string, string> {
	const { entered, columns } = draftIn(campaign, zone, now);
	const meanings = columns.map(({ number, field = unused }) => [`column${number}`, field]);
	const own = isUndecided(campaign)
		? entered
		: { ...enteredToAdd(campaign, zone, now), onlyCorrected: 'true' };
	return { ...own, ...Object.fromEntries(meanings) } as Record<string, string>;
}

/** The page with the rows to correct. */
export function correctionPage(
	campaign: Pick<Campaign, 'name' | 'check'>,
	entered: Record<string, string>,
	{ token, problem }: { token: string; problem?: string },
): string {
	const check = readCheck(campaign);
	const rows = rowsToCorrect(check);
	const isAdded = entered.onlyCorrected === 'true';
	const { budget = '', ...more } = entered;
	const own = new Set(rows.flatMap(({ row }) => correctable.map((field) => `${field}${row}`)));
	const sent = Object.entries({ ...more, token }).filter(([name]) => !own.has(name));
	return pageOf(
		campaign.name,
		...refusedNote(problem),
		section(
			say`Correct left-out rows`,
			html`<p>
					${say`Rows that you leave as they are, or whose field you empty, stay left out. Nothing is given before somebody approves what the next page shows.`}
				</p>
				<form method="post" enctype="multipart/form-data" class="fields">
					${sent.map(([name, value]) => hiddenInput(name, value))}
					${rows.map((row) => correctionFields(row, check, entered))}
					${isAdded ? input(budgetField(true), () => budget) : hiddenInput('budget', budget)}
					<button>${isAdded ? say`Add corrected rows` : say`Read with corrections`}</button>
				</form>`,
		),
		link(say`All campaigns`, '?'),
	);
}

/** The fields of a row, as its cells stand in the file or were typed. */
function correctionFields(
	row: LeftOut,
	check: Check | undefined,
	entered: Record<string, string>,
): Html {
	const { row: number, customer, name, reason, nextStep } = row;
	const own = correctable.filter((field) => check?.list.columns[field] !== undefined);
	const heading = inRow(said(say`Row ${number}`, customer, name));
	return html`<h3>${heading}</h3>
		<p class="soft">${translated(reason)}. ${translated(nextStep)}</p>
		${own.map((field) => cellField(field, number, entered[`${field}${number}`] ?? cellsOf(row)[field]))}`;
}

function cellField(field: keyof ReturnType<typeof cellsOf>, row: number, text: string): Html {
	const label = field === 'phone' ? say`Phone number of row ${row}` : say`Amount of row ${row}`;
	return input([`${field}${row}`, label, 'text', html`maxlength="200"`], () => text);
}

/** The corrections of a stored list, which planners can still change. */
export function correctedFields(entered: Record<string, unknown>): Html[] {
	const texts = Object.entries(entered).map(([name, value]) => [name, String(value)]);
	const corrections = correctionsIn(Object.fromEntries(texts) as Record<string, string>);
	return [...corrections].flatMap(([row, cells]) =>
		correctable.flatMap((field) =>
			cells[field] === undefined ? [] : cellField(field, row, cells[field]),
		),
	);
}
