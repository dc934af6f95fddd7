import type { Campaign, Piece, Runner, StoredList, Write } from '../../../campaign/types';
import { emptyColumns } from './updates';

interface OptOut {
	id: number;
	phone: string;
}

/** The tables, and the rows in them. */
export interface Tables {
	campaigns: Campaign[];
	pieces: Piece[];
	runner: Runner[];
	lists: (StoredList & { id: number })[];
	optOuts: OptOut[];
}

export type RowOf<Table extends keyof Tables> = Tables[Table][number];

/** A condition on a column. */
export type StoreCondition =
	| [column: string, is: 'eq' | 'neq', value: unknown]
	| [column: string, is: 'lt' | 'lte', value: string];

/** The first rows, in ascending order of a column. */
interface Selection<Row> {
	orderBy?: keyof Row;
	limit?: number;
}

/** How a caller waits for a part of a call of the database: it may die at each of these. @param parts of the call */
export type Wait = (parts: number) => Promise<void>;

/**
 * A database as n8n's Data Table and Postgres nodes show it. A row is updated at once, and nothing else is: on SQLite an
 * update looks for its rows, changes those that still match, and reads all it had found back.
 */
export class Store {
	readonly tables: Tables = { campaigns: [], pieces: [], runner: [], lists: [], optOuts: [] };
	private nextId = 1;
	/** Rows as they were read last. */
	private readonly read = new WeakMap<object, object>();

	constructor(
		private readonly kind: 'sqlite' | 'postgresql',
		/** Hears of each row that was written. */
		private readonly onWrite: (table: keyof Tables, before: object, after: object) => void,
	) {}

	async get<Table extends keyof Tables>(
		wait: Wait,
		table: Table,
		conditions: StoreCondition[],
		{ orderBy, limit = Infinity }: Selection<RowOf<Table>> = {},
	): Promise<RowOf<Table>[]> {
		await wait(2);
		const found = this.matching(table, conditions);
		if (orderBy) found.sort((one, other) => (one[orderBy] < other[orderBy] ? -1 : 1));
		const rows = found.slice(0, limit).map((row) => this.copyOf(row));
		await wait(2);
		return rows;
	}

	async insert<Table extends keyof Tables>(
		wait: Wait,
		table: Table,
		row: Omit<RowOf<Table>, 'id'>,
	) {
		await wait(2);
		const inserted = { ...row, id: this.nextId++ } as RowOf<Table>;
		(this.tables[table] as object[]).push(inserted);
		await wait(2);
		return this.copyOf(inserted);
	}

	async update<Table extends keyof Tables>(
		wait: Wait,
		table: Table,
		{ where, set }: Write,
	): Promise<RowOf<Table>[]> {
		const conditions = Object.entries(where).map(([column, value]): StoreCondition => {
			return [column, 'eq', value];
		});
		const parts = this.kind === 'sqlite' ? 4 : 2;
		const cells = { ...emptyColumns(table, where), ...set };
		await wait(parts);
		const found = this.matching(table, conditions);
		if (this.kind === 'sqlite') await wait(parts);
		const changed = this.kind === 'sqlite' ? this.matching(table, conditions) : found;
		for (const row of changed) this.write(table, row, cells);
		if (this.kind === 'sqlite') await wait(parts);
		const rows = found.map((row) => this.copyOf(row));
		await wait(parts);
		return rows;
	}

	/** Somebody changes a row by hand. */
	edit<Table extends keyof Tables>(table: Table, id: number, set: object): void {
		const row = this.tables[table].find((one) => one.id === id);
		if (!row) throw new Error(`There is no row ${id} in ${table}`);
		this.write(table, row, set);
	}

	/** Somebody sets a cell by hand, to a value that a column can't hold. */
	setCell(row: Record<string, unknown>, column: string, value: unknown): void {
		row[column] = value;
		this.read.delete(row);
	}

	private write(table: keyof Tables, row: object, set: object): void {
		const before = { ...row };
		Object.assign(row, set);
		this.read.delete(row);
		this.onWrite(table, before, row);
	}

	/** A row as a caller gets it: the same one until it's written, so that a reader can keep what it has made of it. */
	private copyOf<Row extends object>(row: Row): Row {
		const known = this.read.get(row) as Row | undefined;
		if (known) return known;
		const copy = Object.freeze({ ...row });
		this.read.set(row, copy);
		return copy;
	}

	private matching<Table extends keyof Tables>(table: Table, conditions: StoreCondition[]) {
		const rows = this.tables[table] as RowOf<Table>[];
		return rows.filter((row) =>
			conditions.every(([column, is, value]) => {
				const own = (row as unknown as Record<string, unknown>)[column];
				if (is === 'lt') return typeof own === 'string' && own < value;
				if (is === 'lte') return typeof own === 'string' && own <= value;
				return (own === value) === (is === 'eq');
			}),
		);
	}
}
