import type { GiftRequest } from './gifts';
import type { Kill } from './kills';
import type { Planned } from './plan';
import type { Row, Tables } from './tables';

/** How a row of a campaign ended. */
export type Result = 'given' | 'already' | 'failed' | 'inDoubt' | 'optedOut';

/** The result of each row by phone number, from the table of batches. */
export async function resultsOf(tables: Tables, campaign: number): Promise<Map<string, Result>> {
	const batches = await tables.rows('gift_batches', { campaign });
	return resultsIn(batches.map(({ results }) => String(results)));
}

/** The result of each row by phone number, from the texts that batches keep. */
export function resultsIn(texts: string[]): Map<string, Result> {
	const all = texts.flatMap((text) =>
		Object.entries(JSON.parse(text) as Record<string, { result: Result }>),
	);
	return new Map(all.map(([phone, { result }]) => [phone, result]));
}

/** What is wrong between the list, the platform's gifts and the reported results, in words by kind. */
export function judge(
	name: string,
	rows: Planned[],
	requests: GiftRequest[],
	results: Map<string, Result>,
	/** Those who must not get a gift, and why. */
	expected: Map<string, Result>,
) {
	const gifts = new Map<string, number[]>();
	for (const { gift } of requests) {
		if (gift?.clientId !== `${name}-${gift?.msisdn}`) continue;
		gifts.set(gift.msisdn, [...(gifts.get(gift.msisdn) ?? []), gift.amount]);
	}
	const of = (phone: string) => gifts.get(phone) ?? [];
	const isGiven = (phone: string) => results.get(phone) === 'given';
	const listed = new Set(rows.map(({ phone }) => phone));
	const inWords = (some: Planned[]) =>
		some
			.slice(0, 20)
			.map(({ phone }) => `${phone}: ${results.get(phone)}, ${of(phone).join('+')} MB`);
	return {
		doubled: inWords(rows.filter(({ phone }) => of(phone).length > 1)),
		lost: inWords(
			rows.filter(({ phone }) => (expected.get(phone) ?? 'given') === 'given' && !of(phone).length),
		),
		wrongMb: inWords(rows.filter(({ phone, mb }) => of(phone).some((amount) => amount !== mb))),
		unasked: [...gifts.keys()].filter((phone) => !listed.has(phone)),
		misreported: inWords(
			rows.filter(
				({ phone }) =>
					isGiven(phone) !== of(phone).length > 0 ||
					(expected.has(phone) && results.get(phone) !== expected.get(phone)),
			),
		),
	};
}

/** Nothing is wrong. */
export const faultless = { doubled: [], lost: [], wrongMb: [], unasked: [], misreported: [] };

/** The sums of the progress table that differ from the results of the rows, in words. */
export function wrongProgress(
	rows: Planned[],
	results: Map<string, Result>,
	progress: Row[],
): string[] {
	return (['given', 'already', 'failed', 'inDoubt', 'optedOut'] as const).flatMap((result) => {
		const counted = rows.filter(({ phone }) => results.get(phone) === result).length;
		const said = progress.reduce((sum, row) => sum + Number(row[result]), 0);
		return counted === said ? [] : [`${result}: ${said} said, ${counted} counted`];
	});
}

/** The longest time without a gift after each kill and before the next one, in seconds. */
export function stalls(requests: GiftRequest[], kills: Kill[], end: number): number[] {
	return kills.map(({ at }, n) => {
		const until = kills[n + 1]?.at ?? end;
		const gifts = requests.map((request) => request.at).filter((one) => one > at && one < until);
		const moments = [at, ...gifts, until];
		const gaps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? at));
		return Math.round(Math.max(...gaps) / 100) / 10;
	});
}
