import { count, number } from '../platform/figureWords';
import { labels, placeLabel } from '../campaign/labels';
import { reasonOf } from './reasons';
import type { Report } from './report';
import { facts, table, text, type Section } from './sections';
import { endings, type Ending } from '../campaign/types';

/** How many rows are done, how they ended, and how long the rest takes. */
export function progressSection({ rows, done, results, speed, status }: Report): Section {
	const percent = Math.floor((100 * done) / (rows || 1));
	const failed = results.failed.rows > 0 ? `, ${number(results.failed.rows)} failed` : '';
	const given = `${count(results.given.rows, 'row')} given`;
	const title =
		status === 'canceled'
			? `${given}${failed}`
			: `${number(done)} of ${count(rows, 'row')} done, ${percent}%${failed}`;
	const rest = restIn(status, results.notSent.rows);
	return {
		name: 'progress',
		title,
		parts: [
			{ kind: 'progress', rows, done, results },
			...(speed ? [text(`${leftIn(speed.secondsLeft)} at ${paceIn(speed.rowsPerMinute)}.`)] : []),
			...(rest === '' ? [] : [text(rest)]),
		],
	};
}

/** What becomes of the rows that weren't sent, while nothing is sent. */
function restIn(status: Report['status'], notSent: number): string {
	const rows = count(notSent, 'row');
	if (notSent === 0) return '';
	if (status === 'canceled') return `${rows} ${notSent === 1 ? 'gets' : 'get'} nothing.`;
	if (status !== 'paused') return '';
	return `${rows} ${notSent === 1 ? 'waits' : 'wait'} until the campaign goes on.`;
}

/** From so many on, the next larger unit says enough. */
const maxInSmallerUnit = 100;

function leftIn(seconds: number): string {
	const [minutes, hours] = [Math.ceil(seconds / 60), Math.ceil(seconds / 3600)];
	if (minutes <= 1) return 'Less than a minute left';
	if (minutes < maxInSmallerUnit) return `About ${count(minutes, 'minute')} left`;
	return hours < maxInSmallerUnit
		? `About ${count(hours, 'hour')} left`
		: `About ${count(Math.ceil(hours / 24), 'day')} left`;
}

function paceIn(perMinute: number): string {
	return perMinute < maxInSmallerUnit
		? `${count(perMinute, 'row')} a minute`
		: `${count(Math.round(perMinute / 60), 'row')} a second`;
}

/** Rows and MB by result, which add up to what was planned, and what engineers ask for. */
export function detailSection({ results, rows, megabytes, balance, hash, pace }: Report): Section {
	const lines = endings.map((ending) => [
		labels[ending],
		results[ending].rows,
		results[ending].megabytes,
	]);
	const all = [...lines, ['Planned', rows, megabytes]];
	return {
		name: 'details',
		title: 'Details',
		isFolded: true,
		parts: [
			table('Rows and MB by result', ['Result', 'Rows', 'MB'], all),
			text(balance),
			facts([
				['Pace of the last step', pace],
				['Fingerprint', hash],
			]),
		],
	};
}

/** The first rows that failed, for who may see them. */
export function failedSections({ failedRows, results }: Report): Section[] {
	if (failedRows.length === 0) return [];
	const lines = failedRows.map(({ row, reason, customer = '', phone, megabytes = '' }) => {
		return [row, reasonOf(reason, true).words, customer, phone, megabytes];
	});
	const head = ['Row', 'Reason', 'Customer', 'Phone', 'MB'];
	const parts = [table('Failed rows', head, lines, results.failed.rows)];
	return [{ name: 'failedRows', title: 'Failed rows', parts }];
}

/** Why rows failed or are in doubt; nothing where none has a reason. */
export function reasonSections({ reasons, retriable, results }: Report): Section[] {
	if (reasons.length === 0) return [];
	const lines = reasons.map(({ words, rows }) => [words, rows]);
	const isFinal = results.failed.rows > 0 && retriable === 0;
	const parts = [
		table('Rows by reason', ['Reason', 'Rows'], lines),
		...(isFinal ? [text('A retry would end in the same way.')] : []),
	];
	return [{ name: 'reasons', title: 'Reasons', parts }];
}

/** The planned rows by country: a wrong one shows that numbers were read wrongly. */
export function countrySection({ places }: Report): Section {
	const lines = places.map(({ place, rows }) => [placeLabel(place), rows]);
	const parts = [table('Planned rows by country', ['Country', 'Rows'], lines)];
	return { name: 'countries', title: 'By country', isFolded: places.length === 1, parts };
}

/** By operator, where the list names them, and by country. */
export function groupSections({ operators, places }: Report): Section[] {
	const byOperator = operators.map(({ operator, ...ends }) => {
		return { label: operator || 'Not given', ...ends };
	});
	const byPlace = places.map(({ place, ...ends }) => ({ label: placeLabel(place), ...ends }));
	const hasOperators = operators.some(({ operator }) => operator !== '');
	const how = text('By the first digits of the number, or the time zone of the list.');
	return [
		...(hasOperators ? [grouped('operators', 'Operator', byOperator)] : []),
		{ ...grouped('countries', 'Country', byPlace, [how]) },
	];
}

function grouped(
	name: string,
	head: string,
	all: ({ label: string; rows: number } & Record<Ending, number>)[],
	more: Section['parts'] = [],
): Section {
	const lines = all.map(({ label, rows, ...own }) => {
		return [label, rows, ...endings.map((ending) => own[ending])];
	});
	const names = [head, 'Rows', ...endings.map((ending) => labels[ending])];
	const by = head.toLowerCase();
	const parts = [table(`Rows by ${by}`, names, lines), ...more];
	return { name, title: `By ${by}`, isFolded: true, parts };
}
