import { comparable } from '../../platform/ownRecord';
import { grouped } from './grouped';
import type { Referred, Trace } from './operation';
import type { ItemParameters } from './parameters';

/** An item of a write, with a reference. */
export class Written {
	constructor(
		readonly params: unknown,
		readonly itemIndex: number,
		private readonly list: WrittenList,
	) {}

	/** The items of the list that no look-up can tell from this one, by index and in their order; it is among them. */
	twins(): number[] {
		return this.list.twinsOf(this);
	}
}

/** The items of a list that can be sent. Each is made when it is asked for, so that a long list holds little. */
export class WrittenList {
	private byName?: Map<string, number[]>;

	/**
	 * @param trace undefined for what needs no reference
	 * @param isLeftOut whether an item is not sent, because another one or an earlier run stands for it
	 * @param run names the run in references that are made
	 */
	constructor(
		private readonly parameters: ItemParameters[],
		private readonly trace: Trace | undefined,
		private readonly isLeftOut: (itemIndex: number) => boolean,
		private readonly run: string,
	) {}

	at(itemIndex: number): Written {
		const { params, error } = this.parameters[itemIndex] ?? {};
		if (params === undefined || error) throw new Error(`Item ${itemIndex} was refused before`);
		const item = { run: this.run, itemIndex };
		return new Written(this.trace?.withReference(params, item) ?? params, itemIndex, this);
	}

	/** The parameters of those that are meant, by item index. */
	those(isMeant: (params: unknown, itemIndex: number) => boolean): Map<number, unknown> {
		const meant = new Map<number, unknown>();
		for (const [itemIndex, { params, error }] of this.parameters.entries()) {
			if (error || !isMeant(params, itemIndex)) continue;
			meant.set(itemIndex, this.at(itemIndex).params);
		}
		return meant;
	}

	/** Only a lost answer asks, so it is worked out then. */
	twinsOf({ params }: Written): number[] {
		const { trace } = this;
		if (trace === undefined) return [];
		this.byName ??= this.families(trace);
		return this.byName.get(nameOf(trace.referenceOf(params))) ?? [];
	}

	private families(trace: Trace): Map<string, number[]> {
		const all = this.those((_, itemIndex) => !this.isLeftOut(itemIndex));
		return grouped(all.keys(), (itemIndex) => nameOf(trace.referenceOf(all.get(itemIndex))));
	}
}

/** What two writes have in common that no look-up can tell apart: the same in every run. */
export function nameOf({ reference, serviceKey, msisdn = '' }: Referred): string {
	return `${serviceKey} ${msisdn} ${comparable(reference)}`;
}
