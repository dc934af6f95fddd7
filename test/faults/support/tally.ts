import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** What the node said of an item, compared with what the platform's ledger holds of it. */
export interface Account {
	/** Undefined when it said nothing. */
	said: 'done' | 'failed' | 'unknown' | undefined;
	/** Whether what it said is about this item, once. */
	isOwn: boolean;
	/** How often the platform did it. */
	times: number;
	/** Whether "unknown" is a fair thing to say. */
	mayBeUnknown: boolean;
}

const nothing = { right: 0, failed: 0, unknown: 0, doubled: 0, lost: 0, wrong: 0 };

/**
 * How many items there are of each kind. `right`, `failed` and `unknown` are what they were said to be; `doubled` was
 * done more often than once; `lost` was said to be done, or not mentioned, and not done; `wrong` is any other untruth.
 */
export type Tally = typeof nothing;

const nothingBad = { doubled: 0, lost: 0, wrong: 0 };

/** Which kind an item belongs to. */
function verdictOn({ said, isOwn, times, mayBeUnknown }: Account): keyof Tally {
	if (times > 1) return 'doubled';
	if (said === undefined || (said === 'done' && times === 0)) return 'lost';
	if (!isOwn) return 'wrong';
	if (said === 'done') return 'right';
	if (said === 'failed') return times === 0 ? 'failed' : 'wrong';
	return mayBeUnknown ? 'unknown' : 'wrong';
}

export function tallyOf(accounts: Account[]): Tally {
	const tally = { ...nothing };
	for (const account of accounts) tally[verdictOn(account)] += 1;
	return tally;
}

/** Of each item that is doubled, lost or wrong: what was done and said. */
export function badOnes(accounts: Account[], said: (index: number) => IDataObject[]): string[] {
	return accounts.flatMap((account, index) =>
		verdictOn(account) in nothingBad
			? [`done ${account.times} times, said ${JSON.stringify(said(index)).slice(0, 600)}`]
			: [],
	);
}

/** What the node said of an input item. */
export function saidByItem(output: Pick<INodeExecutionData, 'json' | 'pairedItem'>[]) {
	const said = new Map<number, IDataObject[]>();
	for (const { json, pairedItem } of output) {
		const index = (pairedItem as { item: number }).item;
		said.set(index, [...(said.get(index) ?? []), json]);
	}
	return (index: number) => said.get(index) ?? [];
}

/** What was said of an input item, and whether it is about that item, once. */
export function accountOf(said: IDataObject[], { phone }: IDataObject) {
	const [first] = said;
	if (first === undefined) return { said: undefined, isOwn: true };
	const isAbout = typeof first.msisdn !== 'string' || first.msisdn === phone;
	return { said: saidOn(first), isOwn: said.length === 1 && isAbout };
}

function saidOn(json: IDataObject): Account['said'] {
	// A payment whose record was found is "Other" too, because its next step is not known any more.
	const isOdd = json.outcome === 'unknown' && json.confirmedByLookUp !== true;
	if (isOdd || JSON.stringify(json).includes('"outcomeUnknown":true')) return 'unknown';
	return json.error === undefined ? 'done' : 'failed';
}

/** The sums in words. */
export function totalText(tallies: Tally[]): string {
	const sum = (name: keyof Tally) => tallies.reduce((total, tally) => total + tally[name], 0);
	return `${sum('right')} right, ${sum('failed')} failed and said so, ${sum('unknown')} unknown and said so. Doubled ${sum('doubled')}, lost ${sum('lost')}, reported wrongly ${sum('wrong')}.`;
}
