import { agoIn, count, number, timeIn } from '../platform/figureWords';
import { countryOf } from '../campaign/labels';
import type { Report } from './report';

type Planned = Pick<
	Report,
	'results' | 'places' | 'serviceKey' | 'check' | 'startAt' | 'at' | 'approvedBy'
>;

/** An approval in a sentence: "5 customers in Germany get 6,144 MB of Loyalty Data, now; 4 of them got a gift 20 minutes ago". */
export function summaryOf(report: Planned, zone: string): string {
	const { results, places, serviceKey, check, startAt, at } = report;
	const { rows, megabytes } = results.notSent;
	const data = `${number(megabytes)} MB of ${check?.serviceName ?? serviceKey}`;
	const time = startAt <= at ? 'now' : `from ${timeIn(zone, startAt)}`;
	const gets = rows === 1 ? 'gets' : 'get';
	return `${count(rows, 'customer')}${where(places)} ${gets} ${data}, ${time}${before(report)}`;
}

/** How many of them got a gift not long before the plan. */
function before({ check, approvedBy, at }: Planned): string {
	const groups = approvedBy === '' ? (check?.gotBefore ?? []) : [];
	const rows = groups.reduce((sum, group) => sum + group.rows, 0);
	if (rows === 0) return '';
	const last =
		groups
			.map((group) => group.last)
			.sort()
			.at(-1) ?? '';
	const got = groups.length === 1 ? 'got a gift' : 'got gifts, the last one';
	return `; ${number(rows)} of them ${last === '' ? 'got gifts before' : `${got} ${agoIn(last, at)}`}`;
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
