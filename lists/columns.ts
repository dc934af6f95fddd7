import { quoted } from '../platform/input';

/** What a list says of a customer. */
export type Field =
	'phone' | 'country' | 'area' | 'megabytes' | 'customer' | 'name' | 'operator' | 'zone';

/** The labels of the fields, as errors of Data Gift: Assign name them. */
export const fieldLabels: Record<Field, string> = {
	phone: 'Phone Number',
	country: 'Country Code',
	area: 'Area Code',
	megabytes: 'Amount (MB)',
	customer: 'Customer',
	name: 'Name',
	operator: 'Operator',
	zone: 'Time Zone',
};

/** Where the fields of a list are, by the position of their column. */
export interface Columns {
	/** The names as the list has them. */
	names: string[];
	at: Partial<Record<Field, number>>;
}

/** The columns of a list by their positions. @param cells of its first row, whether or not that is a header */
export function columnsAt(at: Columns['at'], cells: unknown[], hasHeader: boolean): Columns {
	return { names: cells.map((cell, column) => shownName(hasHeader ? cell : '', column)), at };
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

/** The name of a column as people read it: its number where it has none. */
export function shownName(name: unknown, at: number): string {
	return (
		String(name ?? '')
			.trim()
			.slice(0, maxName)
			.trim() || `column ${at + 1}`
	);
}

/** More names are no help. */
const maxListed = 10;

/** Names, or cells as they are written, for people. */
export function listed(names: string[]): string {
	const first = names.slice(0, maxListed).map(quoted).join(', ');
	return names.length > maxListed ? `${first} and ${names.length - maxListed} more` : first;
}
