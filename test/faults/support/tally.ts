import { createHash } from 'node:crypto';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** What the node said of an item; undefined when it said nothing. */
export type Said = 'done' | 'failed' | 'unknown' | undefined;

/** What the node said of an item beside what the platform's ledger holds of it. */
export interface Account {
	said: Said;
	/** Whether what it said is about this item, once. */
	isOwn: boolean;
	/** How often the platform did it. */
	times: number;
	/** Whether somebody could have known. */
	isKnowable: boolean;
}

/** How many items there are of each kind. `right`, `failed` and `unknown` are what they were said to be. */
export interface Tally {
	right: number;
	failed: number;
	unknown: number;
	/** Done more often than once. */
	doubled: number;
	/** Said to be done, or not mentioned, and not done. */
	lost: number;
	/** Said to be something else than they are. */
	wrong: number;
}

export const emptyTally: Tally = { right: 0, failed: 0, unknown: 0, doubled: 0, lost: 0, wrong: 0 };

/** What must never be. */
export const badVerdicts: (keyof Tally)[] = ['doubled', 'lost', 'wrong'];

/** Which of them an item belongs to. */
export function verdictOn({ said, isOwn, times, isKnowable }: Account): keyof Tally {
	if (times > 1) return 'doubled';
	if (said === undefined || (said === 'done' && times === 0)) return 'lost';
	if (!isOwn) return 'wrong';
	if (said === 'done') return 'right';
	if (said === 'failed') return times === 0 ? 'failed' : 'wrong';
	return isKnowable ? 'wrong' : 'unknown';
}

export function tallyOf(accounts: Account[]): Tally {
	return sumOf(accounts.map((account) => ({ ...emptyTally, [verdictOn(account)]: 1 })));
}

export function sumOf(tallies: Tally[]): Tally {
	const sum = { ...emptyTally };
	for (const tally of tallies) {
		for (const name of Object.keys(sum) as (keyof Tally)[]) sum[name] += tally[name];
	}
	return sum;
}

/** What the node said of each input item. */
export function saidByItem(output: Pick<INodeExecutionData, 'json' | 'pairedItem'>[]) {
	const said = new Map<number, IDataObject[]>();
	for (const { json, pairedItem } of output) {
		const index = (pairedItem as { item: number }).item;
		said.set(index, [...(said.get(index) ?? []), json]);
	}
	return said;
}

/** What was said of an input item, and whether it is about that item, once. */
export function accountOf(said: IDataObject[], item: IDataObject): Pick<Account, 'said' | 'isOwn'> {
	const [first] = said;
	if (first === undefined) return { said: undefined, isOwn: true };
	return { said: saidOn(first), isOwn: said.length === 1 && isAbout(first, item) };
}

/** Whether what was said names the customer of the item, if it names any: a look-up may hide a number. */
function isAbout({ msisdn }: IDataObject, { phone }: IDataObject): boolean {
	const digest = createHash('sha256').update(String(phone)).digest('hex');
	return typeof msisdn !== 'string' || msisdn.includes('*') || [phone, digest].includes(msisdn);
}

/** What the node said of an item in its one output item. */
export function saidOn(json: IDataObject): Said {
	const { outcomeUnknown, advice } = (json.message ?? {}) as IDataObject;
	// A PIN has no reference by which anybody could look it up: words alone tell.
	const words = `${String(advice)} ${String(json.warning)}`;
	// A payment whose record was found is “Other” too, since nobody knows its next step any more.
	const isOdd = json.outcome === 'unknown' && json.confirmedByLookUp !== true;
	const isUnclear = isOdd || /acted is not known|cannot be told/.test(words);
	if (outcomeUnknown === true || isUnclear) return 'unknown';
	return json.error === undefined ? 'done' : 'failed';
}
