import { count, number } from '../platform/figureWords';
import { labels, placeLabel } from '../campaign/labels';
import { reasonOf } from './reasons';
import type { Report } from './report';
import { facts, table, text, type Section } from './sections';
import { endings, type Ending } from '../campaign/types';
import { say, translated } from '../platform/say';

/** How many rows are done, how they ended, and how long the rest takes. */
export function progressSection({ rows, done, results, speed, status }: Report): Section {
	const percent = Math.floor((100 * done) / (rows || 1));
	const failed = results.failed.rows > 0 ? say`, ${number(results.failed.rows)} failed` : '';
	const title =
		status === 'canceled'
			? say`${count(results.given.rows, 'row')} given${failed}`
			: say`${number(done)} of ${count(rows, 'row')} done, ${percent}%${failed}`;
	const rest = restIn(status, results.notSent.rows);
	return {
		name: 'progress',
		title,
		parts: [
			{ kind: 'progress', rows, done, results },
			...(speed
				? [text(say`${leftIn(speed.secondsLeft)} at ${paceIn(speed.rowsPerMinute)}.`)]
				: []),
			...(rest === '' ? [] : [text(rest)]),
		],
	};
}

/** The future of unsent rows of a campaign that sends nothing: “1 row gets nothing.” */
function restIn(status: Report['status'], notSent: number): string {
	const rows = count(notSent, 'row');
	if (notSent === 0) return '';
	if (status === 'canceled') {
		return notSent === 1 ? say`${rows} gets nothing.` : say`${rows} get nothing.`;
	}
	if (status !== 'paused') return '';
	return notSent === 1
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

/** Rows and MB by result, which add up to what was planned, and what engineers ask for. */
export function detailSection({ results, rows, megabytes, balance, hash, pace }: Report): Section {
	const lines = endings.map((ending) => [
		translated(labels[ending]),
		results[ending].rows,
		results[ending].megabytes,
	]);
	const all = [...lines, [say`Planned`, rows, megabytes]];
	return {
		name: 'details',
		title: say`Details`,
		isFolded: true,
		parts: [
			table(say`Rows and MB by result`, [say`Result`, say`Rows`, 'MB'], all),
			text(balance),
			facts([
				[say`Pace of the last step`, pace],
				[say`Fingerprint`, hash],
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
	const head = [say`Row`, say`Reason`, say`Customer`, say`Phone`, 'MB'];
	const parts = [table(say`Failed rows`, head, lines, results.failed.rows)];
	return [{ name: 'failedRows', title: say`Failed rows`, parts }];
}

/** Why rows failed or are in doubt; nothing where none has a reason. */
export function reasonSections({ reasons, retriable, results }: Report): Section[] {
	if (reasons.length === 0) return [];
	const lines = reasons.map(({ words, rows }) => [words, rows]);
	const isFinal = results.failed.rows > 0 && retriable === 0;
	const parts = [
		table(say`Rows by reason`, [say`Reason`, say`Rows`], lines),
		...(isFinal ? [text(say`A retry would end in the same way.`)] : []),
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
	const byOperator = operators.map(({ operator, ...ends }) => {
		return { label: operator || say`Not given`, ...ends };
	});
	const byPlace = places.map(({ place, ...ends }) => ({ label: placeLabel(place), ...ends }));
	const hasOperators = operators.some(({ operator }) => operator !== '');
	const how = text(say`By the first digits of the number, or the time zone of the list.`);
	return [
		...(hasOperators ? [grouped('operators', say`Operator`, byOperator)] : []),
		{ ...grouped('countries', say`Country`, byPlace, [how]) },
	];
}

function grouped(
	name: 'operators' | 'countries',
	head: string,
	all: ({ label: string; rows: number } & Record<Ending, number>)[],
	more: Section['parts'] = [],
): Section {
	const lines = all.map(({ label, rows, ...own }) => {
		return [label, rows, ...endings.map((ending) => own[ending])];
	});
	const names = [head, say`Rows`, ...endings.map((ending) => translated(labels[ending]))];
	const [title, label] =
		name === 'operators'
			? [say`By operator`, say`Rows by operator`]
			: [say`By country`, say`Rows by country`];
	return { name, title, isFolded: true, parts: [table(label, names, lines), ...more] };
}
