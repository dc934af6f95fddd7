import { endOfNumber, isOfAnother, mayBe } from '../../platform/ownRecord';
import type { PlatformRecord } from '../../platform/records';
import { withoutRun } from '../../platform/reference';
import type { Trace } from './operation';

/** Records to be found by reference and number. Of many alike only few are looked at. */
export class Held {
	/** By reference and the end of the number, which is empty where it is hidden. */
	private readonly byReference = new Map<string, PlatformRecord[]>();

	/** Those whose reference is not shown in full, by the end of the number. */
	private readonly hiding = new Map<string, PlatformRecord[]>();

	/** @param isWhole whether a reference, without what tells runs apart, is shown in full */
	constructor(
		private readonly trace: Trace,
		records: PlatformRecord[],
		isWhole: (reference: string) => boolean,
	) {
		for (const record of records) {
			const end = endOfNumber(record) ?? '';
			for (const shown of this.referencesOn(record)) {
				put(this.byReference, `${end} ${shown}`, record);
				if (!isWhole(shown)) put(this.hiding, end, record);
			}
		}
	}

	/** The record of somebody that shows one of these references. */
	find(references: string[], msisdn: string): PlatformRecord | undefined {
		return endsOf(msisdn)
			.flatMap((end) => references.flatMap((name) => this.byReference.get(`${end} ${name}`) ?? []))
			.find((record) => !isOfAnother(record, msisdn));
	}

	/** Whether a record that may be somebody's hides a reference that may be one of these. */
	mayHide(references: string[], msisdn: string): boolean {
		return endsOf(msisdn)
			.flatMap((end) => this.hiding.get(end) ?? [])
			.some((record) => {
				const fits = (shown: string) => references.some((name) => mayBe(shown, name));
				return !isOfAnother(record, msisdn) && this.referencesOn(record).some(fits);
			});
	}

	private referencesOn(record: PlatformRecord): string[] {
		return this.trace.referencesOn(record).map(withoutRun);
	}
}

function endsOf(msisdn: string): string[] {
	return [endOfNumber({ msisdn }) ?? '', ''];
}

function put(map: Map<string, PlatformRecord[]>, key: string, record: PlatformRecord): void {
	const known = map.get(key);
	if (known) known.push(record);
	else map.set(key, [record]);
}
