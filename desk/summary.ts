import { count, number, timeIn } from '../platform/figureWords';
import { countryOf } from '../campaign/labels';
import type { Report } from './report';

type Planned = Pick<
	Report,
	'results' | 'places' | 'serviceKey' | 'check' | 'startAt' | 'startsNow'
>;

/** What an approval does, in a sentence: "5 customers in Germany get 6,144 MB of Loyalty Data, now". */
export function summaryOf(report: Planned, zone: string): string {
	const { results, places, serviceKey, check, startAt, startsNow } = report;
	const { rows, megabytes } = results.notSent;
	const data = `${number(megabytes)} MB of ${check?.serviceName ?? serviceKey}`;
	const time = startsNow ? 'now' : `from ${timeIn(zone, startAt)}`;
	return `${count(rows, 'customer')}${where(places)} ${rows === 1 ? 'gets' : 'get'} ${data}, ${time}`;
}

/** So many countries fit into a sentence. */
const mostNamed = 3;

function where(places: Planned['places']): string {
	const named = places.filter(({ place, notSent }) => place !== '+' && notSent > 0);
	const names = [...new Set(named.map(({ place }) => countryOf(place)))];
	if (names.length === 0) return '';
	if (names.length > mostNamed) return ` in ${names.length} countries`;
	const last = names.at(-1) ?? '';
	const before = names.slice(0, -1).join(', ');
	return ` in ${before === '' ? last : `${before} and ${last}`}`;
}
