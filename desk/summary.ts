import { agoIn, count, number, timeIn } from '../platform/figureWords';
import { countryNames } from '../campaign/labels';
import type { Amount } from './figures';
import type { Report } from './report';
import { plus, takesBudget } from '../campaign/results';
import { endings } from '../campaign/types';
import { listing, say } from '../platform/say';

type SummedCampaign = Pick<
	Report,
	'results' | 'places' | 'serviceKey' | 'check' | 'startAt' | 'at' | 'approvals' | 'budget'
>;

/** An approval in a sentence: "5 customers in Germany get 6,144 MB of Loyalty Data, now; 4 of them got a gift 20 minutes ago". */
export function summaryOf(report: SummedCampaign, zone: string): string {
	const { results, places, serviceKey, check, startAt, at } = report;
	const all = results.notSent.rows;
	const { rows, megabytes } = givenNow(report);
	const [waiting, left] = [all - rows, budgetLeft(report)];
	const data = say`${number(megabytes)} MB of ${check?.serviceName ?? serviceKey}`;
	const time = startAt <= at ? say`now` : say`from ${timeIn(zone, startAt)}`;
	const everybody = count(all, 'customer');
	const named = waiting > 0 ? say`${number(rows)} of ${everybody}` : everybody;
	const customers = `${named}${where(places)}`;
	const gift =
		all === 1 ? say`${customers} gets ${data}, ${time}` : say`${customers} get ${data}, ${time}`;
	const waits =
		waiting === 1
			? say`; ${number(waiting)} waits for a higher budget`
			: say`; ${number(waiting)} wait for a higher budget`;
	const within = megabytes > left ? say`; the budget covers ${number(left)} MB of it` : '';
	const got = before(report, waiting > 0 ? all : undefined);
	return `${gift}${waiting > 0 ? waits : within}${got}`;
}

/** The rows that the budget covers. Once it has changed, or gifts were given, only their MB are known. */
function givenNow({ results, check, budget, approvals }: SummedCampaign): Amount {
	const { covered } = check ?? {};
	return covered?.budget === budget && approvals.length === 0 ? covered : results.notSent;
}

/** MB of the budget that no row has used up. */
export function budgetLeft({ results, budget }: Pick<Report, 'results' | 'budget'>): number {
	const begun = endings.filter((ending) => ending !== 'notSent' && takesBudget(ending));
	const used = begun.reduce((sum, ending) => plus(sum, results[ending].megabytes), 0);
	return Math.max(0, plus(budget, -used));
}

/** How many of them got a gift not long before the plan. @param all where the sentence names some of them */
function before({ check, approvals, at }: SummedCampaign, all?: number): string {
	const groups = approvals.length === 0 ? (check?.gotBefore ?? []) : [];
	const rows = groups.reduce((sum, group) => sum + group.rows, 0);
	if (rows === 0) return '';
	const [last = ''] = groups
		.map((group) => group.last)
		.sort()
		.reverse();
	const got = groups.length === 1 ? say`got a gift` : say`got gifts, the last one`;
	const when = last === '' ? say`got gifts before` : `${got} ${agoIn(last, at)}`;
	return all === undefined
		? say`; ${number(rows)} of them ${when}`
		: say`; ${number(rows)} of the ${number(all)} ${when}`;
}

/** So many countries fit into a sentence. */
const maxCountriesNamed = 3;

function where(places: SummedCampaign['places']): string {
	const named = places.filter(({ place, notSent }) => place !== '+' && notSent > 0);
	const names = [...new Set(named.map(({ place }) => countryNames(place)))];
	if (names.length === 0) return '';
	if (names.length > maxCountriesNamed) return say` in ${names.length} countries`;
	return say` in ${listing(names.slice(0, -1), names.at(-1))}`;
}
