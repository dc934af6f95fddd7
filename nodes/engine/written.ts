import { grouped } from './grouped';
import type { Trace } from './operation';

/** An item of a write, with a reference. */
export class Written {
	constructor(
		readonly params: unknown,
		private readonly families?: Families,
	) {}

	/** The items of the list with the same reference and recipient, in their order; this one is among them. */
	twins(): Written[] {
		return this.families?.of(this) ?? [this];
	}
}

/** Which items of a list no look-up can tell apart. Only a lost answer asks, so it is worked out then. */
export class Families {
	private readonly items: Written[] = [];
	private byName?: Map<string, Written[]>;

	constructor(private readonly trace: Trace) {}

	/** Adds an item of the list. All are to be added before the first asks. */
	add(params: unknown): Written {
		const item = new Written(params, this);
		this.items.push(item);
		return item;
	}

	of(item: Written): Written[] | undefined {
		this.byName ??= grouped(this.items, (one) => this.nameOf(one));
		return this.byName.get(this.nameOf(item));
	}

	private nameOf({ params }: Written): string {
		const { reference, serviceKey, msisdn = '' } = this.trace.referenceOf(params);
		return `${serviceKey} ${msisdn} ${reference}`;
	}
}
