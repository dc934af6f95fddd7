import type { IDataObject } from 'n8n-workflow';

/** The node's results for an item, and the entries of the platform's ledger. */
export interface Account {
	said: IDataObject[];
	/** Whether the results are about this item. */
	isOwn: boolean;
	/** How often the platform did it. */
	times: number;
	/** Whether "unknown" is a right result. */
	mayBeUnknown: boolean;
}

/** The node told the truth with the first three; `lost` and `wrong` are lies. */
const verdicts = ['right', 'failed', 'unknown', 'doubled', 'lost', 'wrong'] as const;

function verdictOn({ said, isOwn, times, mayBeUnknown }: Account): (typeof verdicts)[number] {
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

/** How many accounts there are of each kind; prints them. */
export function tallyOf(accounts: Account[]) {
	const all = accounts.map(verdictOn);
	const counts = verdicts.map((kind) => [kind, all.filter((one) => one === kind).length]);
	const tally = Object.fromEntries(counts) as Record<(typeof verdicts)[number], number>;
	process.stderr.write(`FAULT_SEED=${seed}: ${JSON.stringify(tally)}\n`);
	return tally;
}

/** The acts and results of each item that is doubled, lost or wrong. */
export function badOnes(accounts: Account[]): string[] {
	return accounts
		.filter((account) => verdicts.indexOf(verdictOn(account)) > 2)
		.map(({ times, said }) => `done ${times} times, said ${JSON.stringify(said).slice(0, 600)}`);
}

/** Whether the results name this item's customer, or no customer. */
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
