import { resultFields } from '../../lists/columns';
import { byteOrderMark, csvLines } from '../../lists/csvCell';
import { separatorNamed } from '../../lists/file';
import { count, number } from '../../platform/figureWords';
import { htmlTable } from '../../desk/page';
import { html, nothing, type Html } from '../../pages/html';
import { isObject, textIn } from '../../platform/answer';
import { skipLookUpAdvice } from '../engine/core/result';

/** The results of a list, for the page that ends a form and as a file. */
interface ListResult {
	given: number;
	skipped: number;
	failed: number;
	title: string;
	message: string;
	file: { fileName: string; text: string };
}

type Item = Record<string, unknown>;

/** Failed rows on the page; the file has more. */
const maxShown = 100;

/** Columns that Read List knows, and why a row failed. */
const columns = ['row', ...resultFields];

/**
 * Counts what became of a list, and writes the rows that failed into a file to fix and submit again; without any, the
 * gifts. The file's separator is the list's.
 *
 * @param items of Data Gift: Assign and of Read List, all outputs of both
 */
export function listResult(items: Item[], campaign: string): ListResult {
	const failed = items.map(failedRow).filter((row) => row !== undefined);
	failed.sort((one, other) => Number(one.row) - Number(other.row));
	const gifts = items.filter((item) => textIn(item.outcome) !== undefined);
	const among = (...outcomes: unknown[]) =>
		gifts.filter(({ outcome }) => outcomes.includes(outcome)).length;
	const [given, before, twice] = [among('given'), among('alreadyGiven'), among('listedTwice')];
	const [unclear, checked] = [among('unknown'), among('checked')];
	const inDoubt = items.filter(isInDoubt).length;
	const rows = count(gifts.length + failed.length, 'row');
	const ends = [
		...(before > 0 ? [`${number(before)} had the gift already`] : []),
		...(twice > 0 ? [count(twice, 'duplicate')] : []),
		`${number(failed.length - inDoubt)} failed`,
		...(inDoubt > 0 ? [`${number(inDoubt)} in doubt`] : []),
		...(unclear > 0 ? [`${number(unclear)} unclear`] : []),
	];
	const counted = `Campaign ${campaign}, ${rows}: ${ends.join(', ')}.`;
	const reports = items.filter(isReport);
	const unread = reports.flatMap(unreadColumns);
	const separator = separatorNamed(reports[0]?.separator);
	const message = html`${counted}${unusedWords(unread)}${nextStepWords(checked, failed, inDoubt)}${failedTable(failed)}`;
	const file = failed.length > 0 ? failed : gifts;
	return {
		given,
		skipped: before + twice,
		failed: failed.length,
		title:
			checked > 0
				? `Checked: ${number(checked)}. Nothing was sent`
				: `Gifts given: ${number(given)}`,
		message: inOneLine(message),
		file: {
			fileName: failed.length > 0 ? 'failed.csv' : checked > 0 ? 'checked.csv' : 'given.csv',
			text: csvOf(file, separator),
		},
	};
}

function isReport(item: Item): boolean {
	return Array.isArray(item.unusedColumns);
}

const unreadColumns = ({ unusedColumns }: Item) => [unusedColumns].flat().map(String);

/** A row that wasn't read, or whose gift failed; undefined for any other item. */
function failedRow({ reason, nextStep, error, ...item }: Item): Item | undefined {
	const why = isObject(error)
		? [error.message, error.description]
		: reason === undefined
			? []
			: [reason, nextStep];
	if (why.length === 0) return undefined;
	const row = Object.fromEntries(columns.map((name) => [name, item[name]]));
	// Read List has read the number, and gives it without a plus.
	const phone = isObject(error) && item.phone !== undefined ? `+${String(item.phone)}` : item.phone;
	return { ...row, phone, reason: why.flatMap(wordsForReader).join('. ') };
}

/** A text without advice for the builder of the workflow: the reader of the form has no options. */
function wordsForReader(words: unknown): string[] {
	const text = textIn(textIn(words)?.replace(skipLookUpAdvice, ''));
	return text === undefined ? [] : [text];
}

/** Whether a gift may have arrived. */
function isInDoubt({ error }: Item): boolean {
	return isObject(error) && error.outcomeUnknown === true;
}

/** The next step. */
function nextStepWords(checked: number, { length }: Item[], inDoubt: number): Html {
	const fix = 'failed.csv, which your browser downloads now';
	if (checked > 0) {
		const first = length > 0 ? `Fix the rows below in your list; they are in ${fix}. ` : '';
		return html`<br /><br />${first}To give, set Mode to Send and submit the whole list with the
			same campaign.`;
	}
	if (length === 0) return nothing;
	const unsure =
		inDoubt > 0
			? ' Leave rows whose outcome is unknown as they are: each is looked up before anything is sent.'
			: '';
	return html`<br /><br />Fix the rows in ${fix}, and submit that file with the same
		campaign.${unsure}`;
}

function failedTable(failed: Item[]): Html {
	if (failed.length === 0) return nothing;
	const rest = failed.length > maxShown ? `The first ${maxShown} of ` : '';
	const heading = `${rest}${count(failed.length, 'failed row')}`;
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

/** The columns that aren't used, in a sentence; '' without any. */
export function unusedWords(columns: string[]): string {
	return columns.length > 0 ? ` Columns that aren't used: ${columns.join(', ')}.` : '';
}

/** n8n's form shows line breaks as such. */
export function inOneLine({ text }: Html): string {
	return text.replace(/\s+/g, ' ');
}

function csvOf(items: Item[], separator: string): string {
	const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
	const rows = [names, ...items.map((item) => names.map((name) => item[name]))];
	return byteOrderMark + csvLines(rows, separator);
}
