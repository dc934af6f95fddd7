import type { N8nClient } from '../n8nClient';
import { tableRows } from '../dataTables';
import type { GiftRequest, Planned } from './host';

/** How a row of a campaign ended. */
export type Result = 'given' | 'already' | 'failed' | 'inDoubt' | 'optedOut';

/** The result of each row by phone number, from the texts that batches keep. */
export function resultsIn(texts: string[]): Map<string, Result> {
	const all = texts.flatMap((text) =>
		Object.entries(JSON.parse(text) as Record<string, { result: Result }>),
	);
	return new Map(all.map(([phone, { result }]) => [phone, result]));
}

/** The id of a campaign, and the result of each row by phone number, from the Data Tables. */
export async function resultsOf(client: N8nClient, name: string) {
	const [{ id } = { id: 0 }] = await tableRows(client, 'gift_campaigns', { name });
	const batches = await tableRows(client, 'gift_batches', { campaign: id });
	return { id, results: resultsIn(batches.map((batch) => String(batch.results))) };
}

/** What is wrong between the list, the platform's gifts and the reported results, in words by kind. */
export function judge(
	name: string,
	rows: Planned[],
	requests: GiftRequest[],
	results: Map<string, Result>,
	/** Those who must not get a gift, and why. */
	expected = new Map<string, Result>(),
) {
	const gifts = new Map<string, number[]>();
	for (const { gift } of requests) {
		if (gift?.clientId !== `${name}-${gift?.msisdn}`) continue;
		gifts.set(gift.msisdn, [...(gifts.get(gift.msisdn) ?? []), gift.amount]);
	}
	const of = (phone: string) => gifts.get(phone) ?? [];
	const should = (phone: string) => expected.get(phone) ?? 'given';
	const listed = new Set(rows.map(({ phone }) => phone));
	const wrong = (isWrong: (row: Planned) => boolean) =>
		rows
			.filter(isWrong)
			.slice(0, 20)
			.map(({ phone }) => `${phone}: ${results.get(phone)}, ${of(phone).join('+')} MB`);
	return {
		doubled: wrong(({ phone }) => of(phone).length > 1),
		lost: wrong(({ phone }) => should(phone) === 'given' && of(phone).length === 0),
		wrongMb: wrong(({ phone, mb }) => of(phone).some((amount) => amount !== mb)),
		unasked: [...gifts.keys()].filter((phone) => !listed.has(phone)),
		misreported: wrong(({ phone }) => {
			const isGiven = results.get(phone) === 'given';
			const isOther = expected.has(phone) && results.get(phone) !== expected.get(phone);
			return isGiven !== of(phone).length > 0 || isOther;
		}),
	};
}

/** Nothing is wrong. */
export const faultless = { doubled: [], lost: [], wrongMb: [], unasked: [], misreported: [] };
