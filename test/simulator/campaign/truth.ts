import type { Row } from '../../../campaign/types';
import { phoneOf, readList, type SimulatedList } from './list';
import type { ListedRow } from './scenario';

type Kind = ListedRow['kind'];

/** A list as somebody wrote it, and all that must become of its rows, told without the code that reads it. */
export class Truth {
	/** The rows that must be planned, by number. */
	readonly planned: ReadonlyMap<string, Row>;
	/** The list, as the code reads it. */
	readonly read: SimulatedList;
	private readonly kinds = new Map<string, Kind>();

	/** @param megabytesPerDay of its campaign; 0 for no limit */
	constructor(
		readonly rows: ListedRow[],
		readonly megabytesPerDay: number,
	) {
		const readable = rows.filter(({ kind }) => !isBad(kind));
		// The first row of a number counts.
		for (const row of readable.toReversed()) this.kinds.set(phoneOf(row), row.kind);
		this.planned = this.plannedRows();
		this.read = readList(rows);
	}

	/** The numbers of the rows of a kind. */
	phonesOf(kind: Kind): string[] {
		return [...this.kinds].flatMap(([phone, own]) => (own === kind ? [phone] : []));
	}

	kindOf(phone: string): Kind | undefined {
		return this.kinds.get(phone);
	}

	isTooMuch(megabytes: number, limit = this.megabytesPerDay): boolean {
		return limit > 0 && megabytes > limit;
	}

	private plannedRows(): Map<string, Row> {
		const planned = new Map<string, Row>();
		const seen = new Set<string>();
		for (const [index, { megabytes, kind, ...written }] of this.rows.entries()) {
			const phone = phoneOf(written);
			if (isBad(kind) || seen.has(phone)) continue;
			seen.add(phone);
			if (kind === 'optedOut' || this.isTooMuch(megabytes)) continue;
			planned.set(phone, { row: index + 2, phone, megabytes, operator: 'XZ_SANDBOX' });
		}
		return planned;
	}

	/** The rows that get nothing: the number of each, and how its reason begins. */
	get leftOut(): string[] {
		const planned = new Set([...this.planned.values()].map(({ row }) => row));
		const firstOf = new Map<string, number>();
		return this.rows.flatMap(({ kind, ...written }, index) => {
			const row = index + 2;
			const phone = phoneOf(written);
			const first = firstOf.get(phone);
			if (!isBad(kind) && first === undefined) firstOf.set(phone, row);
			if (planned.has(row)) return [];
			if (kind === 'unread') return [`${row} 'Amount (MB)' must be an amount`];
			if (kind === 'badInput') return [`${row} 'Phone Number'`];
			if (first !== undefined) return [`${row} Duplicate of row ${first}`];
			return kind === 'optedOut'
				? [`${row} Opted out`]
				: [`${row} 'Amount (MB)' is more than a day`];
		});
	}
}

function isBad(kind: Kind): boolean {
	return kind === 'unread' || kind === 'badInput';
}
