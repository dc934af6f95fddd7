import type { Check, Pool } from '../campaign/check';
import { placeOfCode } from '../lists/countryWords';
import { count, number, timeIn } from '../platform/figureWords';
import { placeLabel } from '../campaign/labels';
import type { SomeRows } from '../lists/phoneCounter';
import { gotBeforeWords } from './recentGifts';
import type { Report } from './report';
import { plus } from '../campaign/results';
import type { Reason } from './sections';
import { fieldLabelOf } from '../lists/settingChoices';
import { say } from '../platform/say';

type Checked = Pick<
	Report,
	'serviceKey' | 'budget' | 'startAt' | 'stopAt' | 'rows' | 'check' | 'sendAsEntered' | 'approvedBy'
>;

/** The warnings of one kind, by code and the field of a plan; texts that don't apply are left out. */
function ofKind(code: string, field: string, ...texts: (string | false | undefined)[]): Reason[] {
	return texts.flatMap((words) => (words ? [{ code, words, field }] : []));
}

/**
 * The warnings to read before the approval, for the page, messages and programs. No number of a customer.
 *
 * @param zone of the times in the texts
 */
export function warningsOf(checked: Checked, zone: string): Reason[] {
	const { serviceKey, budget, check, sendAsEntered } = checked;
	if (!check) return [];
	const { service, similar, toGive, neverLoud, pools, list } = check;
	const cantGive =
		service !== undefined && say`The service ${serviceKey} can't give data: ${service}.`;
	const quiet = neverLoud.map(({ place, rows }) => {
		return say`Nothing can be given to ${count(rows, 'row')} of ${placeLabel(place)}: no time zone is known there, or it's always quiet somewhere. Add a column with the time zone, or change the quiet hours.`;
	});
	const planned = plannedIn(check);
	const tooSmall = planned.map(({ operator, megabytes, left, missing }) => {
		const words = say`${poolsOf(operator)} have ${number(left)} MB left, and ${number(megabytes)} MB are planned: ${number(missing)} MB are missing.`;
		return missing > 0 && words;
	});
	const unread = planned.map(({ operator, pool: { problem } = {} }) => {
		return problem && say`${poolsOf(operator)} can't be read: ${problem}`;
	});
	const ends = planned.map(({ pool }) => endWarning(pool, checked, zone));
	const doubts = pools.flatMap(({ operator, doubts: all = [] }) =>
		all.map((doubt) => say`At ${operator || say`an operator`}, ${doubt}.`),
	);
	const over =
		toGive > budget &&
		say`${number(plus(toGive, -budget))} MB don't fit the budget; those rows wait.`;
	const asEntered =
		sendAsEntered && say`Numbers are sent as entered, also those that no numbering plan has.`;
	return [
		...ofKind(
			'gotBefore',
			'leaveOutGiven',
			gotBeforeWords(check, checked.rows, zone, checked.approvedBy === ''),
		),
		...ofKind('otherAmount', 'megabytes', otherAmountWords(check)),
		...ofKind('serviceCantGive', 'service', cantGive),
		...ofKind('similarCampaign', 'campaign', similarTo(similar)),
		...ofKind('overBudget', 'budget', over),
		...ofKind('poolTooSmall', 'operator', ...tooSmall),
		...ofKind('poolUnread', 'operator', ...unread),
		...ofKind('poolEnds', 'stopAt', ...ends),
		...ofKind('poolInDoubt', 'operator', ...doubts),
		...ofKind('alwaysQuiet', 'quietFrom', ...quiet),
		...ofKind('sentAsEntered', 'sendAsEntered', asEntered),
		...listWarningsOf(list),
	];
}

/** The warnings of a list as it was read, for everybody who gives to it. No number of a customer. */
export function listWarningsOf(list: Check['list']): Reason[] {
	return [
		...ofKind('hiddenRows', 'list', hiddenRows(list)),
		...ofKind('rowsAbove', 'list', rowsAbove(list)),
		...ofKind('notValid', 'phone', notValid(list)),
		...outliersOf(list),
	];
}

function otherAmountWords({ otherAmount: some }: Check): string | undefined {
	return (
		some &&
		say`${count(some.count, 'customer')} had another amount from this campaign before: ${rowsIn(some)}. Nothing more is sent to them.`
	);
}

function similarTo(similar: Check['similar']): string | false {
	const others = similar.map(({ name, plannedAt }) => say`“${name}” of ${plannedAt.slice(0, 10)}`);
	return (
		others.length > 0 &&
		say`A campaign has a similar name: ${others.join(', ')}. Its customers get another gift. Approve only if that's meant.`
	);
}

/** The planned MB by operator, with its pools, and how many MB are missing: 0 for unknown pools. */
export function plannedIn({ operators, pools }: Check) {
	return operators.map((planned) => {
		const pool = pools.find(({ operator }) => operator === planned.operator);
		const left = pool?.megabytes ?? planned.megabytes;
		return { ...planned, pool, left, missing: Math.max(0, plus(planned.megabytes, -left)) };
	});
}

/** Names the pools of an operator, or all pools that rows without an operator may use. */
const poolsOf = (operator: string) =>
	operator === '' ? say`The data pools for these customers` : say`The data pools of ${operator}`;

function endWarning(pool: Pool | undefined, times: Checked, zone: string): string | undefined {
	const { operator = '', endsAt } = pool ?? {};
	const when = endsAt && endWords(endsAt, times);
	if (!when) return undefined;
	const owner = operator === '' ? say`the service` : operator;
	return say`A data pool of ${owner} ends on ${timeIn(zone, endsAt)}, ${when}: data that isn't given by then is lost.`;
}

/** A campaign without a stop date may take long: a pool that ends within 7 days of its start is named. */
const soonMs = 7 * 86_400_000;

/** When a pool ends in a campaign, in words; undefined if it ends late enough. */
function endWords(endsAt: string, { startAt, stopAt }: Checked): string | undefined {
	const [end, start] = [Date.parse(endsAt), Date.parse(startAt)];
	if (end <= start) return say`before the campaign's start`;
	if (stopAt !== null) {
		return end < Date.parse(stopAt) ? say`before the campaign's stop` : undefined;
	}
	return end < start + soonMs ? say`within 7 days of the campaign's start` : undefined;
}

function hiddenRows({ hiddenRows: hidden = 0 }: Check['list']): string | false {
	return (
		hidden > 0 && say`The spreadsheet hides ${count(hidden, 'row')} of the list; all are read.`
	);
}

function rowsAbove({ rowsAbove: above = 0 }: Check['list']): string | false {
	const isnt = above === 1 ? say`isn't` : say`aren't`;
	return above > 0 && say`${count(above, 'row')} above the column names ${isnt} read.`;
}

function notValid({ numbers: { notValid: all, notValidRows: rows } }: Check['list']) {
	return (
		all > 0 &&
		say`${count(all, 'number')} ${isOrAre({ count: all, rows })} in no numbering plan: ${rowsIn({ count: all, rows })}. To leave such numbers out, change how the list is read: “${fieldLabelOf('notInPlan')}”.`
	);
}

function outliersOf({ rows, outliers }: Check['list']): Reason[] {
	const { notMobile, rareCountries = [], unnamedCodes = [], highAmounts: high } = outliers ?? {};
	const { lowAmounts: low } = outliers ?? {};
	const landlines =
		notMobile &&
		say`${count(notMobile.count, 'number')} ${isOrAre(notMobile)} of a landline or of another kind that isn't mobile: ${rowsIn(notMobile)}.`;
	const rare = rareCountries.map((some) => {
		return say`Only ${number(some.count)} of ${count(rows, 'number')} ${isOrAre(some)} of ${{ region: some.country }}: ${rowsIn(some)}.`;
	});
	const unnamed = unnamedCodes.map((some) => {
		return say`${count(some.count, 'number')} without a plus sign ${isOrAre(some)} taken for ${placeOfCode(some.code)}, by the first digits: ${rowsIn(some)}.`;
	});
	const amounts =
		high &&
		say`${count(high.count, 'amount')} ${isOrAre(high)} at least 100 times the median of ${number(high.median)} MB: ${rowsIn(high)}.`;
	const small =
		low &&
		say`${count(low.count, 'amount')} ${isOrAre(low)} at most a hundredth of the median of ${number(low.median)} MB: ${rowsIn(low)}.`;
	return [
		...ofKind('notMobile', 'phone', landlines),
		...ofKind('rareCountry', 'country', ...rare),
		...ofKind('unnamedCountry', 'country', ...unnamed),
		...ofKind('highAmount', 'megabytes', amounts),
		...ofKind('lowAmount', 'megabytes', small),
	];
}

function isOrAre({ count: all }: SomeRows): string {
	return all === 1 ? say`is` : say`are`;
}

/** The rows that a warning names, to show where to look. */
const maxRowsNamed = 5;

function rowsIn({ count: all, rows }: SomeRows): string {
	const more = all > maxRowsNamed ? say` and more` : '';
	const named = `${rows.slice(0, maxRowsNamed).join(', ')}${more}`;
	return all === 1 ? say`row ${named}` : say`rows ${named}`;
}
