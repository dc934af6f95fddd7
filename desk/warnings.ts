import type { Check, Pool } from '../campaign/check';
import { countryName, placeOfCode } from '../lists/countryWords';
import { count, number, timeIn } from '../platform/figureWords';
import { placeLabel } from '../campaign/labels';
import type { SomeRows } from '../lists/phoneCounter';
import { gotBeforeWords } from './recentGifts';
import type { Report } from './report';
import { plus } from '../campaign/results';
import type { Reason } from './sections';

type Checked = Pick<
	Report,
	'serviceKey' | 'budget' | 'startAt' | 'stopAt' | 'rows' | 'check' | 'sendAsEntered'
>;

/** Of one kind, by its code and the field of a plan that it's about; what isn't so is left out. */
function warned(code: string, field: string, ...texts: (string | false | undefined)[]): Reason[] {
	return texts.flatMap((words) => (words ? [{ code, words, field }] : []));
}

/**
 * What a planner has to see first, on the page and as a program reads it. No number of a customer.
 *
 * @param zone of the times in it
 */
export function warningsOf(checked: Checked, zone: string): Reason[] {
	const { serviceKey, budget, check, sendAsEntered } = checked;
	if (!check) return [];
	const { service, similar, toGive, neverLoud, operators, pools, list } = check;
	const cantGive =
		service !== undefined && `The service ${serviceKey} can't give data: ${service}.`;
	const quiet = neverLoud.map(({ place, rows }) => {
		return `Nothing can be given to ${count(rows, 'row')} of ${placeLabel(place)}: no time zone is known there, or it's always quiet somewhere. Add a column with the time zone, or change the quiet hours.`;
	});
	const ends = operators.map((planned) => endWarning(poolOf(planned, check), checked, zone));
	const doubts = pools.flatMap(({ operator, doubts: all = [] }) =>
		all.map((doubt) => `At ${operator}, ${doubt}.`),
	);
	const over = toGive > budget && 'The plan is over the budget: what exceeds it is held.';
	const asEntered =
		sendAsEntered && 'Numbers are sent as entered, also those that no numbering plan has.';
	return [
		...warned('gotBefore', 'leaveOutGiven', gotBeforeWords(check, checked.rows, zone)),
		...warned('serviceCantGive', 'service', cantGive),
		...warned('similarCampaign', 'campaign', similarTo(similar)),
		...warned('overBudget', 'budget', over),
		...warned('poolTooSmall', 'operator', ...operators.map((one) => poolWarning(one, check))),
		...warned('poolUnread', 'operator', ...operators.map((one) => unreadPool(one, check))),
		...warned('poolEnds', 'stopAt', ...ends),
		...warned('poolInDoubt', 'operator', ...doubts),
		...warned('alwaysQuiet', 'quietFrom', ...quiet),
		...warned('sentAsEntered', 'sendAsEntered', asEntered),
		...warned('hiddenRows', 'list', hiddenRows(list)),
		...warned('rowsAbove', 'list', rowsAbove(list)),
		...warned('notValid', 'phone', notValid(list)),
		...outliersOf(list),
	];
}

function similarTo(similar: Check['similar']): string | false {
	const others = similar.map(({ name, plannedAt }) => `“${name}” of ${plannedAt.slice(0, 10)}`);
	return (
		others.length > 0 &&
		`Who has a gift of a campaign with a similar name gets another one: ${others.join(', ')}. Approve only if it's meant as a new one.`
	);
}

type Planned = Check['operators'][number];

function poolWarning(planned: Planned, check: Check): string | false {
	const missing = missingOf(planned, check);
	return (
		missing > 0 &&
		`Data pools of ${planned.operator} have ${number(missing)} MB less than is planned.`
	);
}

function unreadPool(planned: Planned, check: Check): string | undefined {
	const { problem } = poolOf(planned, check) ?? {};
	return problem && `Data pools of ${planned.operator} can't be read: ${problem}`;
}

function endWarning(pool: Pool | undefined, times: Checked, zone: string): string | undefined {
	const { operator, endsAt } = pool ?? {};
	const place = endsAt && placeOf(endsAt, times);
	if (!place) return undefined;
	const time = timeIn(zone, endsAt);
	return `A data pool of ${operator} ends on ${time}, ${place}: data that isn't given by then is lost.`;
}

/** Without a stop, a campaign takes as long as its list and its limits need: a pool that ends so soon is named. */
const soonMs = 7 * 86_400_000;

/** Where the end of a pool lies in a campaign; undefined where it ends late enough. */
function placeOf(endsAt: string, { startAt, stopAt }: Checked): string | undefined {
	const [end, start] = [Date.parse(endsAt), Date.parse(startAt)];
	if (end <= start) return "before the campaign's start";
	if (stopAt !== null) {
		return end < Date.parse(stopAt) ? "before the campaign's stop" : undefined;
	}
	return end < start + soonMs ? "within 7 days of the campaign's start" : undefined;
}

export function poolOf({ operator }: Planned, { pools }: Check) {
	return pools.find((pool) => pool.operator === operator);
}

/** MB that the pools of an operator have too little; 0 where they have enough, or aren't known. */
export function missingOf(planned: Planned, check: Check): number {
	const left = poolOf(planned, check)?.megabytes ?? planned.megabytes;
	return Math.max(0, plus(planned.megabytes, -left));
}

function hiddenRows({ hiddenRows: hidden = 0 }: Check['list']): string | false {
	return hidden > 0 && `The spreadsheet hides ${count(hidden, 'row')} of the list; all are read.`;
}

function rowsAbove({ rowsAbove: above = 0 }: Check['list']): string | false {
	return above > 0 && `${count(above, 'row')} above the column names aren't read.`;
}

function notValid({ numbers: { notValid: all, notValidRows: rows } }: Check['list']) {
	return (
		all > 0 &&
		`${count(all, 'number')} can't be found in a numbering plan: ${rowsIn({ count: all, rows })}.`
	);
}

function outliersOf({ rows, outliers }: Check['list']): Reason[] {
	const { notMobile, rareCountries = [], unnamedCodes = [], highAmounts: high } = outliers ?? {};
	const landlines =
		notMobile &&
		`${count(notMobile.count, 'number')} ${isOrAre(notMobile)} of a landline or of another kind that isn't mobile: ${rowsIn(notMobile)}.`;
	const rare = rareCountries.map((some) => {
		return `Only ${number(some.count)} of ${count(rows, 'number')} ${isOrAre(some)} of ${countryName(some.country)}: ${rowsIn(some)}.`;
	});
	const unnamed = unnamedCodes.map((some) => {
		return `Nobody named the country of ${count(some.count, 'number')}: read with the code in front, ${isOrAre(some) === 'is' ? "it's" : "they're"} of ${placeOfCode(some.code)}, ${rowsIn(some)}.`;
	});
	const amounts =
		high &&
		`${count(high.count, 'amount')} ${isOrAre(high)} at least 100 times the median of ${number(high.median)} MB: ${rowsIn(high)}.`;
	return [
		...warned('notMobile', 'phone', landlines),
		...warned('rareCountry', 'country', ...rare),
		...warned('unnamedCountry', 'country', ...unnamed),
		...warned('highAmount', 'megabytes', amounts),
	];
}

function isOrAre({ count: all }: SomeRows): string {
	return all === 1 ? 'is' : 'are';
}

/** So many rows show where to look. */
const mostRows = 5;

function rowsIn({ count: all, rows }: SomeRows): string {
	const more = all > mostRows ? ' and more' : '';
	return `${all === 1 ? 'row' : 'rows'} ${rows.slice(0, mostRows).join(', ')}${more}`;
}
