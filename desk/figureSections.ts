import { count, number } from '../platform/figureWords';
import { labels, placeLabel } from '../campaign/labels';
import type { Outcome } from '../campaign/outcomes';
import { reasonOf } from './reasons';
import type { Report } from './report';
import { facts, folded, said, table, text, type Section, type SectionPart } from './sections';
import { endings, type Ending } from '../campaign/types';
import { say, translated } from '../platform/say';

/** How many rows are done, how they ended, and how long the rest takes. */
export function progressSection(report: Report): Section {
	const { rows, done, results, speed, status, held } = report;
	const failed = results.failed.rows > 0 ? say`, ${number(results.failed.rows)} failed` : '';
	const title =
		status === 'canceled'
			? say`${count(results.given.rows, 'row')} given${failed}`
			: say`${number(done)} of ${count(rows, 'row')} done, ${percentOf(report)}%${failed}`;
	const pace = speed && say`${leftIn(speed.secondsLeft)} at ${paceIn(speed.rowsPerMinute)}.`;
	const rest = restIn(status, results.notSent.rows - (status === 'canceled' ? 0 : held));
	return {
		name: 'progress',
		title,
		parts: [{ kind: 'progress', rows, done, results }, ...said(pace, rest).map(text)],
	};
}

/** How many rows of a hundred have ended. */
export function percentOf({ rows, done }: Pick<Report, 'rows' | 'done'>): number {
	return Math.floor((100 * done) / (rows || 1));
}

/** The future of unsent rows of a campaign that sends nothing: “1 row gets nothing.” */
function restIn(status: Report['status'], notSent: number): string {
	const rows = count(notSent, 'row');
	const isOne = notSent === 1;
	if (notSent === 0) return '';
	if (status === 'canceled') return isOne ? say`${rows} gets nothing.` : say`${rows} get nothing.`;
	if (status !== 'paused') return '';
	return isOne
		? say`${rows} waits until the campaign goes on.`
		: say`${rows} wait until the campaign goes on.`;
}

/** From so many on, the next larger unit says enough. */
const maxInSmallerUnit = 100;

function leftIn(seconds: number): string {
	const [minutes, hours] = [Math.ceil(seconds / 60), Math.ceil(seconds / 3600)];
	if (minutes <= 1) return say`Less than a minute left`;
	if (minutes < maxInSmallerUnit) return say`About ${count(minutes, 'minute')} left`;
	return hours < maxInSmallerUnit
		? say`About ${count(hours, 'hour')} left`
		: say`About ${count(Math.ceil(hours / 24), 'day')} left`;
}

function paceIn(perMinute: number): string {
	return perMinute < maxInSmallerUnit
		? say`${count(perMinute, 'row')} a minute`
		: say`${count(Math.round(perMinute / 60), 'row')} a second`;
}

/** Rows and MB by result, which add up to the plan, and the figures that engineers ask for. */
export function detailSection({ results, rows, megabytes, balance, hash, pace }: Report): Section {
	const lines = endings.map((ending) => [
		translated(labels[ending]),
		results[ending].rows,
		results[ending].megabytes,
	]);
	const all = [...lines, [say`Planned`, rows, megabytes]];
	const sums = table(say`Rows and MB by result`, [say`Result`, say`Rows`, 'MB'], all);
	const proof = facts([
		[say`Pace of the last step`, pace],
		[say`Fingerprint`, hash],
	]);
	return folded('details', say`Details`, sums, text(balance), proof);
}

/** The first rows that failed, for who may see them. @param more the ways to correct them */
export function failedSections({ failedRows, results }: Report, more: SectionPart[]): Section[] {
	if (failedRows.length === 0) return [];
	const parts = [rowTable(say`Failed rows`, failedRows, results.failed.rows), ...more];
	return [{ name: 'failedRows', title: say`Failed rows`, parts }];
}

/** Rows with their reasons in the platform's words, for who may see them. @param all how many there are */
export function rowTable(label: string, rows: Outcome[], all: number): SectionPart {
	const lines = rows.map(({ row, reason, customer = '', phone, megabytes = '' }) => {
		return [row, reasonOf(reason, true).words, customer, phone, megabytes];
	});
	const head = [say`Row`, say`Reason`, say`Customer`, say`Phone`, 'MB'];
	return table(label, head, lines, all);
}

/** Why rows failed, are in doubt or wait for a retry, and who settled rows; nothing where none has a reason. */
export function reasonSections({ reasons, retriable, results }: Report): Section[] {
	if (reasons.length === 0) return [];
	const lines = reasons.map(({ words, rows }) => [words, rows]);
	const isFinal = results.failed.rows > 0 && retriable === 0;
	const parts = [
		table(say`Rows by reason`, [say`Reason`, say`Rows`], lines),
		...(isFinal ? [text(say`A retry of failed rows would end in the same way.`)] : []),
	];
	return [{ name: 'reasons', title: say`Reasons`, parts }];
}

/** The planned rows by country: a wrong one shows that numbers were read wrongly. */
export function countrySection({ places }: Report): Section {
	const lines = places.map(({ place, rows }) => [placeLabel(place), rows]);
	const parts = [table(say`Planned rows by country`, [say`Country`, say`Rows`], lines)];
	return { name: 'countries', title: say`By country`, isFolded: places.length === 1, parts };
}

/** By operator, where the list names them, and by country. */
export function groupSections({ operators, places }: Report): Section[] {
	const byOperator = operators.map((ends) => ({ label: ends.operator || say`Not named`, ...ends }));
	const byPlace = places.map((ends) => ({ label: placeLabel(ends.place), ...ends }));
	const how = text(say`By the first digits of the number, or the time zone of the list.`);
	const hasOperators = operators.some(({ operator }) => operator !== '');
	const operatorTable = endsTable(say`Rows by operator`, say`Operator`, byOperator);
	const placeTable = endsTable(say`Rows by country`, say`Country`, byPlace);
	return [
		...(hasOperators ? [folded('operators', say`By operator`, operatorTable)] : []),
		folded('countries', say`By country`, placeTable, how),
	];
}

function endsTable(
	label: string,
	head: string,
	groups: ({ label: string; rows: number } & Record<Ending, number>)[],
) {
	const lines = groups.map((group) => {
		return [group.label, group.rows, ...endings.map((ending) => group[ending])];
	});
	return table(label, [head, say`Rows`, ...endings.map((one) => translated(labels[one]))], lines);
}
