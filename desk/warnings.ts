import type { Check, Pool } from '../campaign/check';
import { placeOfCode } from '../lists/countryWords';
import { count, dateIn, number, timeIn } from '../platform/figureWords';
import { placeLabel } from '../campaign/labels';
import type { SomeRows } from '../lists/phoneCounter';
import type { Report } from './report';
import { plus } from '../campaign/results';
import { said, type Reason, type Said } from './sections';
import { fieldLabelOf } from '../lists/settingChoices';
import { listing, say, texts, translated } from '../platform/say';

type Checked = Pick<
	Report,
	'serviceKey' | 'budget' | 'startAt' | 'stopAt' | 'rows' | 'check' | 'sendAsEntered' | 'approvals'
>;

/** The field of a plan that each kind of warning is about. */
const fields = {
	gotBefore: 'leaveOutGiven',
	otherAmount: 'megabytes',
	serviceCantGive: 'service',
	similarCampaign: 'campaign',
	overBudget: 'budget',
	poolTooSmall: 'operator',
	poolUnread: 'operator',
	poolEnds: 'stopAt',
	poolInDoubt: 'operator',
	alwaysQuiet: 'quietFrom',
	sentAsEntered: 'sendAsEntered',
	hiddenRows: 'list',
	rowsAbove: 'list',
	notValid: 'phone',
	notMobile: 'phone',
	rareCountry: 'country',
	unnamedCountry: 'country',
	highAmount: 'megabytes',
	lowAmount: 'megabytes',
} as const;
type Kind = keyof typeof fields;

/** The warnings whose texts apply. */
function reasonsOf(texts: Partial<Record<Kind, Said | Said[]>>): Reason[] {
	return (Object.keys(texts) as Kind[]).flatMap((code) => {
		const all = said(...[texts[code]].flat());
		return all.map((words) => ({ code, words, field: fields[code] }));
	});
}

/**
 * The warnings to read before the approval, for the page, messages and programs. No number of a customer.
 *
 * @param zone of the times in the texts
 */
export function warningsOf(checked: Checked, zone: string): Reason[] {
	const { serviceKey, budget, check, sendAsEntered } = checked;
	if (!check) return [];
	const { service, similar, toGive, alwaysQuiet, list, otherAmount } = check;
	const others = similar.map(({ name, plannedAt }) => say`“${name}” of ${dateIn(zone, plannedAt)}`);
	return [
		...reasonsOf({
			gotBefore: gotBeforeWords(checked, zone),
			otherAmount:
				otherAmount &&
				say`${count(otherAmount.count, 'customer')} had another amount from this campaign before: ${rowsIn(otherAmount)}. Nothing more is sent to them.`,
			serviceCantGive: service && say`The service ${serviceKey} can't give data: ${service}.`,
			similarCampaign:
				others.length > 0 &&
				say`A campaign has a similar name: ${listing(others)}. Its customers get another gift. Approve only if that's meant.`,
			overBudget:
				toGive > budget &&
				say`The budget is ${number(plus(toGive, -budget))} MB too small: the rows beyond it wait.`,
			...poolWords(check, checked, zone),
			alwaysQuiet: alwaysQuiet.map(
				({ place, rows }) =>
					say`Nothing can be given to ${count(rows, 'row')} of ${placeLabel(place)}: no time zone is known there, or it's always quiet somewhere. Add a column with the time zone, or change the quiet hours.`,
			),
			sentAsEntered:
				sendAsEntered && say`Numbers are sent as entered, also those that no numbering plan has.`,
		}),
		...listWarningsOf(list),
	];
}

/** The warnings of a list as it was read, for everybody who gives to it. No number of a customer. */
export function listWarningsOf(list: Check['list']): Reason[] {
	const { hiddenRows: hidden = 0, rowsAbove: above = 0, numbers, outliers = {} } = list;
	const notValid = { count: numbers.notValid, rows: numbers.notValidRows };
	const { notMobile, rareCountries, unnamedCodes, highAmounts: high, lowAmounts: low } = outliers;
	const isnt = above === 1 ? say`isn't` : say`aren't`;
	return reasonsOf({
		hiddenRows:
			hidden > 0 && say`The spreadsheet hides ${count(hidden, 'row')} of the list; all are read.`,
		rowsAbove: above > 0 && say`${count(above, 'row')} above the column names ${isnt} read.`,
		notValid:
			notValid.count > 0 &&
			say`${count(notValid.count, 'number')} ${isOrAre(notValid)} in no numbering plan: ${rowsIn(notValid)}. To leave such numbers out, change how the list is read: “${fieldLabelOf('notInPlan')}”.`,
		notMobile:
			notMobile &&
			say`${count(notMobile.count, 'number')} ${isOrAre(notMobile)} of a landline or of another kind that isn't mobile: ${rowsIn(notMobile)}.`,
		rareCountry: rareCountries?.map(
			(some) =>
				say`Only ${number(some.count)} of ${count(some.among, 'number')} ${isOrAre(some)} of ${{ region: some.country }}: ${rowsIn(some)}.`,
		),
		unnamedCountry: unnamedCodes?.map(
			(some) =>
				say`${count(some.count, 'number')} without a plus sign ${isOrAre(some)} taken for ${placeOfCode(some.code)}, by the first digits: ${rowsIn(some)}.`,
		),
		highAmount:
			high &&
			say`${count(high.count, 'amount')} ${isOrAre(high)} at least 100 times the median of ${number(high.median)} MB: ${rowsIn(high)}.`,
		lowAmount:
			low &&
			say`${count(low.count, 'amount')} ${isOrAre(low)} at most a hundredth of the median of ${number(low.median)} MB: ${rowsIn(low)}.`,
	});
}

/** The box of the form that leaves these numbers out. */
export const leaveOutWords = texts(
	'Leave out numbers that got a gift of this service in the last 90 days',
);

/** So many campaigns are named. */
const maxCampaignsNamed = 5;

/** The numbers of a plan that got a gift not long ago. Nobody has approved the first plan, so that they can be left out. */
function gotBeforeWords({ check, rows, approvals }: Checked, zone: string): Said {
	const { gotBefore = [] } = check ?? {};
	const sumOf = (groups: typeof gotBefore) => groups.reduce((sum, group) => sum + group.rows, 0);
	const all = sumOf(gotBefore);
	if (all === 0) return undefined;
	const named = gotBefore.slice(0, maxCampaignsNamed).map(({ campaign, rows: some, last }) => {
		const where = campaign === '' ? say`by other workflows` : say`in “${campaign}”`;
		return `${number(some)} ${where}${last && say`, the last one on ${timeIn(zone, last)}`}`;
	});
	const others = sumOf(gotBefore.slice(maxCampaignsNamed));
	const groups = said(...named, others > 0 && say`${number(others)} in others`).join('; ');
	const got = say`${number(all)} of ${count(rows, 'number')} got a gift of this service in the last 90 days: ${groups}.`;
	if (approvals.length > 0) return got;
	return say`${got} Approve only if they are to get another gift. Otherwise choose “Change a setting, or how the list is read”, and tick “${translated(leaveOutWords)}”.`;
}

/** The planned MB by operator, with its pools, and how many MB are missing: 0 for unknown pools. */
export function plannedIn({ operators, pools }: Check) {
	return operators.map((planned) => {
		const pool = pools.find(({ operator }) => operator === planned.operator);
		const left = pool?.megabytes ?? planned.megabytes;
		return { ...planned, pool, left, missing: Math.max(0, plus(planned.megabytes, -left)) };
	});
}

/** The warnings of data pools, by operator; '' has all pools that rows without an operator may use. */
function poolWords(check: Check, checked: Checked, zone: string) {
	const planned = plannedIn(check);
	const poolsOf = (operator: string) =>
		operator === '' ? say`The data pools for these customers` : say`The data pools of ${operator}`;
	return {
		poolTooSmall: planned.map(
			({ operator, megabytes, left, missing }) =>
				missing > 0 &&
				say`${poolsOf(operator)} have ${number(left)} MB left, and ${number(megabytes)} MB are planned: ${number(missing)} MB are missing.`,
		),
		poolUnread: planned.map(
			({ operator, pool: { problem } = {} }) =>
				problem && say`${poolsOf(operator)} can't be read: ${problem}`,
		),
		poolEnds: planned.map(({ pool }) => endWarning(pool, checked, zone)),
		poolInDoubt: check.pools.flatMap(({ operator, doubts = [] }) =>
			doubts.map((doubt) => say`At ${operator || say`an operator`}, ${doubt}.`),
		),
	};
}

/** A campaign without a stop date may take long: a pool that ends within 7 days of its start is named. */
const soonMs = 7 * 86_400_000;

/** The warning of a pool that ends in a campaign; undefined if it ends late enough. */
function endWarning(pool: Pool | undefined, { startAt, stopAt }: Checked, zone: string): Said {
	const { operator = '', endsAt } = pool ?? {};
	if (!endsAt) return undefined;
	const [end, start] = [Date.parse(endsAt), Date.parse(startAt)];
	const isSoon = stopAt === null ? end < start + soonMs : end < Date.parse(stopAt);
	if (end > start && !isSoon) return undefined;
	const later =
		stopAt === null ? say`within 7 days of the campaign's start` : say`before the campaign's stop`;
	const when = end <= start ? say`before the campaign's start` : later;
	const owner = operator === '' ? say`the service` : operator;
	return say`A data pool of ${owner} ends on ${timeIn(zone, endsAt)}, ${when}: data that isn't given by then is lost.`;
}

function isOrAre({ count: all }: SomeRows): string {
	return all === 1 ? say`is` : say`are`;
}

/** The rows that a warning names, to show where to look. */
const maxRowsNamed = 5;

function rowsIn({ count: all, rows }: SomeRows): string {
	const named = listing(rows.slice(0, maxRowsNamed), all > maxRowsNamed ? say`more` : undefined);
	return all === 1 ? say`row ${named}` : say`rows ${named}`;
}
