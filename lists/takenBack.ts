import { isNegative } from '../platform/declaredAmount';
import { InputError } from '../platform/input';
import { fieldLabels } from './columns';
import { badRow, isGood, type BadRow, type ListRow } from './row';
import type { Turns } from './turns';

const takenBack = new InputError(
	'is taken back by another row of the number',
	'Correct the amount of the other row, or leave both as they are: nothing is given for them.',
	fieldLabels.megabytes,
);

/** The numbers of rows that take an amount back, such as -500 of 500: nothing is given to them. */
export class TakenBack {
	private readonly phones = new Set<string>();

	/** Notes a row. @param phone of the row, if it can be read */
	add(row: ListRow | BadRow, phone: string | undefined): void {
		const isTaking = !isGood(row) && row.field === 'megabytes' && isNegative(row.value);
		if (isTaking && phone !== undefined) this.phones.add(phone);
	}

	/** Makes bad rows of the good ones with these numbers. @returns the other good rows */
	*refuse(rows: ListRow[], bad: BadRow[]): Turns<ListRow[]> {
		if (this.phones.size === 0) return rows;
		for (const row of rows) {
			yield;
			if (!this.phones.has(row.phone)) continue;
			const own = { ...row, field: 'megabytes', value: String(row.megabytes) } as const;
			bad.push(Object.assign(row, badRow(row.row, takenBack), own));
		}
		bad.sort((one, other) => one.row - other.row);
		return rows.filter(isGood);
	}
}
