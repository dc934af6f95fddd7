import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** What the node said of an item, compared with what the platform's ledger holds of it. */
export interface Account {
	said: IDataObject[];
	/** Whether what it said is about this item. */
	isOwn: boolean;
	/** How often the platform did it. */
	times: number;
	/** Whether "unknown" is a fair thing to say. */
	mayBeUnknown: boolean;
}

/**
 * `right`, `failed` and `unknown` items are what they were said to be; `doubled` was done more often than once; `lost`
 * was said to be done, or not mentioned, and not done; `wrong` is any other untruth.
 */
type Verdict = 'right' | 'failed' | 'unknown' | 'doubled' | 'lost' | 'wrong';

const verdicts: Verdict[] = ['right', 'failed', 'unknown', 'doubled', 'lost', 'wrong'];
const bad: Verdict[] = ['doubled', 'lost', 'wrong'];

function verdictOn({ said, isOwn, times, mayBeUnknown }: Account): Verdict {
	const [first, ...others] = said;
	if (times > 1) return 'doubled';
	if (!first) return 'lost';
	const isDone = first.error === undefined && !isUnknown(first);
	if (isDone && times === 0) return 'lost';
	if (!isOwn || (others.length > 0 && !isDone)) return 'wrong';
	if (isDone) return 'right';
	if (isUnknown(first)) return mayBeUnknown ? 'unknown' : 'wrong';
	return times === 0 ? 'failed' : 'wrong';
}

function isUnknown(json: IDataObject): boolean {
	// A payment whose record was found is "Other" too, because its next step is not known any more.
	const isOdd = json.outcome === 'unknown' && json.confirmedByLookUp !== true;
	return isOdd || JSON.stringify(json).includes('"outcomeUnknown":true');
}

/** How many accounts there are of each kind. */
export function tallyOf(accounts: Account[]): Record<Verdict, number> {
	const count = (verdict: Verdict) => accounts.filter((one) => verdictOn(one) === verdict).length;
	return Object.fromEntries(verdicts.map((one) => [one, count(one)])) as Record<Verdict, number>;
}

/** Of each item that is doubled, lost or wrong: what was done and said. */
export function badOnes(accounts: Account[]): string[] {
	return accounts
		.filter((account) => bad.includes(verdictOn(account)))
		.map(({ times, said }) => `done ${times} times, said ${JSON.stringify(said).slice(0, 600)}`);
}

/** What the node said of each input item. */
export function saidOf(
	items: IDataObject[],
	output: Pick<INodeExecutionData, 'json' | 'pairedItem'>[],
): IDataObject[][] {
	return items.map((_, index) =>
		output
			.filter(({ pairedItem }) => (pairedItem as { item: number }).item === index)
			.map(({ json }) => json),
	);
}

/** Whether what was said names this item's customer, or nobody. */
export function isAbout([first]: IDataObject[], { phone }: IDataObject): boolean {
	return typeof first?.msisdn !== 'string' || first.msisdn === phone;
}

/** A whole number from the environment; another standard when `LONG` is set. */
export function numberFrom(variable: string, standard: number, long = standard): number {
	const value = Number(process.env[variable] ?? (process.env.LONG ? long : standard));
	if (!Number.isInteger(value) || value < 1) throw new Error(`${variable} is no whole number`);
	return value;
}

/** Decides which requests the faults strike. `FAULT_SEED` sets it, so that a run can be replayed. */
export const seed = numberFrom('FAULT_SEED', 20260101);
