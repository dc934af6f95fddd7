import { htmlTable } from '../../desk/page';
import type { RowResults } from '../../desk/resultFile';
import { resultFields } from '../../lists/columns';
import { byteOrderMark, csvLines } from '../../lists/csvCell';
import { separatorNamed } from '../../lists/file';
import { resultWords } from '../../lists/resultWords';
import { html, nothing, type Html } from '../../pages/html';
import { isObject, textIn } from '../../platform/answer';
import { count, number } from '../../platform/figureWords';

type Item = Record<string, unknown>;
type EndedRow = Item & Record<'result' | 'reason', string>;

/** Rows without a gift on the page; the file has all. */
const maxShown = 100;

/** The columns of the result file, for a list that came without a file. */
const columns = ['row', ...resultFields, 'result', 'reason'];

/**
 * Counts the results of a list, and writes them next to its rows.
 *
 * @param items of Data Gift: Assign and of Read List, all outputs of both
 */
export function listResult(items: Item[], campaign: string) {
	const failed = items.map(failedRow).filter((row) => row !== undefined);
	failed.sort((one, other) => Number(one.row) - Number(other.row));
	const gifts = items.filter((item) => textIn(item.outcome) !== undefined);
	const among = (outcome: string) => gifts.filter((gift) => gift.outcome === outcome).length;
	const [given, before, twice] = [among('given'), among('alreadyGiven'), among('listedTwice')];
	const [unclear, checked] = [among('unknown'), among('checked')];
	const endedAs = (words: string) => failed.filter(({ result }) => result === words).length;
	const [leftOut, inDoubt] = [endedAs(resultWords.leftOut), endedAs(resultWords.inDoubt)];
	const rows = count(gifts.length + failed.length, 'row');
	const ends = [
		...(checked > 0 ? [`${number(checked)} would get the gift`] : []),
		...(before > 0 ? [`${number(before)} had the gift already`] : []),
		...(twice > 0 ? [count(twice, 'duplicate')] : []),
		...(leftOut > 0 ? [`${number(leftOut)} left out`] : []),
		`${number(endedAs(resultWords.failed))} failed`,
		...(inDoubt > 0 ? [`${number(inDoubt)} in doubt`] : []),
		...(unclear > 0 ? [`${number(unclear)} unclear`] : []),
	];
	const counted = `Campaign ${campaign}, ${rows}: ${ends.join(', ')}.`;
	const report = items.find(isReport) ?? {};
	const unused = [report.unusedColumns ?? []].flat().map(String);
	const message = html`${counted}${unusedWords(unused)}${nextStepWords(checked, failed, inDoubt)}${failedTable(failed)}`;
	return {
		given,
		skipped: before + twice,
		failed: failed.length,
		title: checked > 0 ? 'Only a check: nobody got anything' : `Gifts given: ${number(given)}`,
		message: inOneLine(message),
		file: {
			name: checked > 0 ? 'checked' : 'result',
			...fileOf(report, [...giftRows(gifts, items, failed), ...failed]),
		},
	};
}

/** The results of a file's rows; `text` is a CSV file for a list that came without one. */
function fileOf({ separator, sheet, rowsAbove }: Item, ended: EndedRow[]) {
	const outcomes: RowResults['outcomes'] = new Map();
	for (const { row, result, reason } of ended) outcomes.set(Number(row), [result, reason]);
	const rows = [columns, ...ended.map((row) => columns.map((name) => row[name]))];
	return {
		sheet: textIn(sheet),
		results: { outcomes, rowsAbove: Number(rowsAbove ?? 0), isCompact: false },
		text: byteOrderMark + csvLines(rows, separatorNamed(separator)),
	};
}

/** The results and reasons of rows whose gifts didn't fail, by outcome. */
const endings: Record<string, [result: string, reason: string]> = {
	alreadyGiven: [resultWords.givenBefore, ''],
	listedTwice: [resultWords.leftOut, 'Duplicate of an earlier row'],
	checked: [resultWords.notSent, 'Only a check'],
};

/** The rows whose gifts didn't fail. A gift doesn't name its row; Data Gift: Assign keeps their order. */
function giftRows(gifts: Item[], items: Item[], failed: EndedRow[]): EndedRow[] {
	const others = new Set([...gifts, ...items.filter(isReport)]);
	const failedAt = new Set(failed.map(({ row }) => row));
	const rows = items.filter((item) => !others.has(item) && !failedAt.has(item.row));
	return gifts.map(({ outcome, msisdn, amount }, at) => {
		const own = rows.length === gifts.length ? rows[at] : undefined;
		const row = own ?? { phone: msisdn, megabytes: amount };
		const gift = `${String(row.megabytes)} MB to +${String(row.phone)}`;
		const known = outcome === 'given' ? [resultWords.given, gift] : endings[String(outcome)];
		const [result = '', reason = ''] = known ?? [resultWords.inDoubt, 'The answer is unclear'];
		return { ...row, phone: `+${String(row.phone)}`, result, reason };
	});
}

function isReport(item: Item): boolean {
	return Array.isArray(item.unusedColumns);
}

/** A row that wasn't read, or whose gift failed; undefined for any other item. */
function failedRow({ reason, nextStep, error, ...row }: Item): EndedRow | undefined {
	const wordsOf = (...all: unknown[]) => all.flatMap((words) => textIn(words) ?? []).join('. ');
	if (!isObject(error)) {
		if (reason === undefined) return undefined;
		return { ...row, result: resultWords.leftOut, reason: wordsOf(reason, nextStep) };
	}
	const { message, description, outcomeUnknown } = error;
	// Read List has read the number, and gives it without a plus.
	const phone = row.phone === undefined ? undefined : `+${String(row.phone)}`;
	const result = outcomeUnknown === true ? resultWords.inDoubt : resultWords.failed;
	return { ...row, phone, result, reason: wordsOf(message, description) };
}

/** The next step. */
function nextStepWords(checked: number, { length }: Item[], inDoubt: number): Html {
	const file = html`<br /><br />Your browser now downloads your list with its results.`;
	const fix = length > 0 ? ' To give to a row below, fix it there.' : '';
	if (checked > 0) {
		return html`${file}${fix} To give, set Mode to Send and submit the list with the same campaign.`;
	}
	if (length === 0) return file;
	const unsure =
		inDoubt > 0
			? ' Leave rows whose outcome is unknown as they are: each is looked up before anything is sent.'
			: '';
	return html`${file}${fix} Then submit that file with the same campaign: rows with a gift are left
	out.${unsure}`;
}

function failedTable(failed: Item[]): Html {
	if (failed.length === 0) return nothing;
	const rest = failed.length > maxShown ? `The first ${maxShown} of ` : '';
	const heading = `${rest}${count(failed.length, 'row')} left out or failed`;
	return tableOf(heading, failed.slice(0, maxShown));
}

/** Rows that get nothing, each with its reason. */
export function tableOf(heading: string, rows: Item[]): Html {
	const cells = rows.map(({ row, customer, name, phone, reason }) => {
		return [row, [customer, name].find(Boolean), phone, reason].map((cell) => String(cell ?? ''));
	});
	return html`<h2>${heading}</h2>
		${htmlTable(heading, ['Row', 'Customer', 'Phone', 'Reason'], cells)}`;
}

/** The columns without a meaning for gifts, in a sentence; '' without any. */
export function unusedWords(columns: string[]): string {
	// The columns that an earlier result file has added.
	const others = columns.filter((name) => name !== 'reason');
	return others.length > 0 ? ` Other columns: ${others.join(', ')}.` : '';
}

/** n8n's form shows line breaks as such. */
export function inOneLine({ text }: Html): string {
	return text.replace(/\s+/g, ' ');
}
