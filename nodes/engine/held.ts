import { comparable, endOfNumber, isOfAnother, mayBe } from '../../platform/ownRecord';
import type { PlatformRecord } from '../../platform/records';
import { withoutRun } from '../../platform/reference';
import type { Trace } from './operation';

/** Records to be found by reference and number. Of many only those are looked at whose numbers end alike. */
export class Held {
	/** By reference and the end of the number, which is empty where it is hidden. */
	private readonly byReference = new Map<string, PlatformRecord[]>();

	/** By the end of the number: those that show none of the references that are looked for. */
	private readonly others = new Map<string, PlatformRecord[]>();

	/** @param references those that are looked for, without what tells runs apart */
	constructor(
		private readonly trace: Trace,
		records: PlatformRecord[],
		references: string[],
	) {
		const wanted = new Set(references.map(comparable));
		for (const record of records) {
			const end = endOfNumber(record) ?? '';
			for (const shown of this.referencesOn(record)) {
				if (wanted.has(comparable(shown))) put(this.byReference, keyOf(end, shown), record);
				else put(this.others, end, record);
			}
		}
	}

	/** The record of somebody that shows one of these references. */
	find(references: string[], msisdn: string): PlatformRecord | undefined {
		return endsOf(msisdn)
			.flatMap((end) => references.flatMap((one) => this.byReference.get(keyOf(end, one)) ?? []))
			.find((record) => !isOfAnother(record, msisdn));
	}

	/** Whether a record that may be somebody's shows a part of what may be one of these references. */
	mayHide(references: string[], msisdn: string): boolean {
		return endsOf(msisdn)
			.flatMap((end) => this.others.get(end) ?? [])
			.some((record) => {
				const fits = (shown: string) => references.some((one) => mayBe(shown, one));
				return !isOfAnother(record, msisdn) && this.referencesOn(record).some(fits);
			});
	}

	private referencesOn(record: PlatformRecord): string[] {
		return this.trace.referencesOn(record).map(withoutRun);
	}
}

function keyOf(end: string, reference: string): string {
	return `${end} ${comparable(reference)}`;
}

function endsOf(msisdn: string): string[] {
	return [endOfNumber({ msisdn }) ?? '', ''];
}

function put(map: Map<string, PlatformRecord[]>, key: string, record: PlatformRecord): void {
	const known = map.get(key);
	if (known) known.push(record);
	else map.set(key, [record]);
}
