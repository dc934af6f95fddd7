import { agoIn, count, number, timeIn } from '../platform/figureWords';
import { countryOf } from '../campaign/labels';
import { budgetLeft } from './figures';
import type { Report } from './report';

type Planned = Pick<
	Report,
	'results' | 'places' | 'serviceKey' | 'check' | 'startAt' | 'at' | 'approvedBy' | 'budget'
>;

/** An approval in a sentence: "5 customers in Germany get 6,144 MB of Loyalty Data, now; 4 of them got a gift 20 minutes ago". */
export function summaryOf(report: Planned, zone: string): string {
	const { results, places, serviceKey, check, startAt, at } = report;
	const all = results.notSent;
	const given = givenNow(report);
	const rows = given.rows === all.rows ? count(all.rows, 'customer') : partOf(given.rows, all.rows);
	const data = `${given.megabytes} MB of ${check?.serviceName ?? serviceKey}`;
	const time = startAt <= at ? 'now' : `from ${timeIn(zone, startAt)}`;
	const gets = all.rows === 1 ? 'gets' : 'get';
	const wait = all.rows - given.rows;
	const waits =
		wait > 0 ? `; ${number(wait)} ${wait === 1 ? 'waits' : 'wait'} for a higher budget` : '';
	const them = wait > 0 ? `the ${number(all.rows)}` : 'them';
	return `${rows}${where(places)} ${gets} ${data}, ${time}${waits}${before(report, them)}`;
}

const partOf = (rows: number, all: number) => `${number(rows)} of ${count(all, 'customer')}`;

/** The rows that the budget covers. Once it has changed, or gifts were given, only the MB that it has left are known. */
function givenNow(report: Planned): { rows: number; megabytes: string } {
	const { results, check, budget, approvedBy } = report;
	const { rows, megabytes } = results.notSent;
	const left = budgetLeft(report);
	if (megabytes <= left) return { rows, megabytes: number(megabytes) };
	const { covered } = check ?? {};
	if (covered?.budget !== budget || approvedBy !== '') {
		return { rows, megabytes: `up to ${number(left)}` };
	}
	return { rows: covered.rows, megabytes: number(covered.megabytes) };
}

/** How many of them got a gift not long before the plan. */
function before({ check, approvedBy, at }: Planned, them: string): string {
	const groups = approvedBy === '' ? (check?.gotBefore ?? []) : [];
	const rows = groups.reduce((sum, group) => sum + group.rows, 0);
	if (rows === 0) return '';
	const last =
		groups
			.map((group) => group.last)
			.sort()
			.at(-1) ?? '';
	const got = groups.length === 1 ? 'got a gift' : 'got gifts, the last one';
	return `; ${number(rows)} of ${them} ${last === '' ? 'got gifts before' : `${got} ${agoIn(last, at)}`}`;
}

/** So many countries fit into a sentence. */
const maxCountriesNamed = 3;

function where(places: Planned['places']): string {
	const named = places.filter(({ place, notSent }) => place !== '+' && notSent > 0);
	const names = [...new Set(named.map(({ place }) => countryOf(place)))];
	if (names.length === 0) return '';
	if (names.length > maxCountriesNamed) return ` in ${names.length} countries`;
	const last = names.at(-1) ?? '';
	const before = names.slice(0, -1).join(', ');
	return ` in ${before === '' ? last : `${before} and ${last}`}`;
}
