import {
	beginningOf,
	comparable,
	endOfNumber,
	isOfAnother,
	mayBe,
	mayBePart,
} from '../../platform/ownRecord';
import type { PlatformRecord } from '../../platform/records';
import { withoutRun } from '../../platform/reference';
import { grouped } from './grouped';
import type { Trace } from './operation';

/** A record beside one of its references; references are without what tells runs apart. */
interface Shown {
	record: PlatformRecord;
	reference: string;
	references: string[];
}

/** Who is looked for. */
export interface Sought {
	msisdn: string;
	/** The references by which an earlier run may have served them. */
	references: string[];
}

/** Records to be found by reference and number. Of many only those are looked at whose numbers end alike. */
export class Held {
	/** By reference and the end of the number, which is empty where it is hidden. */
	private readonly byReference: Map<string, Shown[]>;

	/** By the end of the number: those that may show a part of what is looked for. */
	private readonly others: Map<string, Shown[]>;

	/** @param wanted for how many each reference is looked for; `comparable` and without what tells runs apart */
	constructor(
		trace: Trace,
		records: PlatformRecord[],
		private readonly wanted: Map<string, number>,
	) {
		const shown = records.flatMap((record): Shown[] => {
			const references = trace.referencesOn(record).map(withoutRun);
			return references.map((reference) => ({ record, reference, references }));
		});
		const isWanted = ({ reference }: Shown) => wanted.has(comparable(reference));
		this.byReference = grouped(shown.filter(isWanted), ({ record, reference }) =>
			keyOf(endOf(record), reference),
		);
		const sorted = [...wanted.keys()].sort();
		const mayBeWanted = (one: Shown) =>
			!isWanted(one) && mayBePart(one.reference) && isBeginning(beginningOf(one.reference), sorted);
		this.others = grouped(shown.filter(mayBeWanted), ({ record }) => endOf(record));
	}

	/** The record of somebody that shows one of these references; several may share one, and then a number must show. */
	find({ references, msisdn }: Sought): PlatformRecord | 'anybodys' | undefined {
		const keys = endsOf(msisdn).flatMap((end) => references.map((one) => keyOf(end, one)));
		for (const key of keys) {
			const found = this.byReference.get(key)?.find(({ record }) => !isOfAnother(record, msisdn));
			if (found === undefined) continue;
			const isShared = (this.wanted.get(comparable(found.reference)) ?? 0) > 1;
			return isShared && endOf(found.record) === '' ? 'anybodys' : found.record;
		}
		return undefined;
	}

	/** Whether a record that may be somebody's shows a part of what may be one of these references. */
	mayHide({ references, msisdn }: Sought): boolean {
		const fits = (shown: string) => references.some((one) => mayBe(shown, one));
		return endsOf(msisdn)
			.flatMap((end) => this.others.get(end) ?? [])
			.some((one) => !isOfAnother(one.record, msisdn) && one.references.some(fits));
	}
}

/** Whether one of these texts, which are in order, begins so. */
function isBeginning(text: string, sorted: string[]): boolean {
	let [from, to] = [0, sorted.length];
	while (from < to) {
		const middle = (from + to) >> 1;
		if ((sorted[middle] ?? '') < text) from = middle + 1;
		else to = middle;
	}
	return sorted[from]?.startsWith(text) === true;
}

function keyOf(end: string, reference: string): string {
	return `${end} ${comparable(reference)}`;
}

function endOf(record: PlatformRecord): string {
	return endOfNumber(record) ?? '';
}

function endsOf(msisdn: string): string[] {
	return [endOf({ msisdn }), ''];
}
