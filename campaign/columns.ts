/** What a list says of a customer. */
export type Field = 'phone' | 'megabytes' | 'customer' | 'name' | 'operator' | 'zone';

/** The names by which columns are known, whatever their case, spaces, accents and punctuation. The first is ours. */
export const columnNames: Record<Field, string[]> = {
	phone: [
		'phone',
		'phone number',
		'phone no',
		'mobile',
		'mobile number',
		'mobile phone',
		'cell phone',
		'telephone',
		'telephone number',
		'msisdn',
	],
	megabytes: ['megabytes', 'MB', 'amount', 'amount (MB)', 'data (MB)'],
	customer: ['customer', 'customer ID', 'customer number', 'customer no', 'client', 'client ID'],
	name: ['name', 'full name', 'customer name'],
	operator: ['operator', 'operator code', 'mobile operator', 'carrier', 'network'],
	zone: ['time zone'],
};

/** What n8n's nodes add to a row, this one too. Nobody needs to hear of them, and they hold no amounts. */
const ofNodes = ['row', 'row number', 'id', 'created at', 'updated at', 'reason', 'next step'];

const fields = new Map(
	(Object.keys(columnNames) as Field[]).flatMap((field) =>
		columnNames[field].map((name) => [keyOf(name), field] as const),
	),
);

const notRead = new Set(ofNodes.map(keyOf));

/** Where the fields of a list are, by the position of their column. */
export interface Columns {
	/** The names as the list has them. */
	names: string[];
	at: Partial<Record<Field, number>>;
	/** Further columns of a field. */
	duplicates: { field: Field; at: number }[];
	unknown: number[];
}

/** Recognizes the columns of a list by their names. */
export function columnsOf(header: unknown[]): Columns {
	const names = header.map((name, at) => shownName(name, at));
	const columns: Columns = { names, at: {}, duplicates: [], unknown: [] };
	for (const [at, name] of header.entries()) {
		const key = keyOf(String(name ?? ''));
		const field = fields.get(key);
		if (field === undefined) {
			if (!notRead.has(key)) columns.unknown.push(at);
		} else if (columns.at[field] === undefined) {
			columns.at[field] = at;
		} else {
			columns.duplicates.push({ field, at });
		}
	}
	return columns;
}

/** The columns of a list by their declared positions. @param cells of its first row, whether or not that is a header */
export function columnsAt(at: Columns['at'], cells: unknown[], hasHeader: boolean): Columns {
	const names = cells.map((cell, column) => shownName(hasHeader ? cell : '', column));
	const used = new Set(Object.values(at));
	const unknown = [...names.keys()].filter((column) => !used.has(column));
	return { names, at, duplicates: [], unknown };
}

/**
 * What of a name counts: letters and digits without accents, and signs with a meaning, so that `Amount (€)` isn't
 * `amount`.
 */
export function keyOf(name: string): string {
	return name
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\p{Sc}\p{Sm}%]/gu, '');
}

/** More of a name is no help. */
const maxName = 60;

function shownName(name: unknown, at: number): string {
	return (
		String(name ?? '')
			.trim()
			.slice(0, maxName)
			.trim() || `column ${at + 1}`
	);
}
