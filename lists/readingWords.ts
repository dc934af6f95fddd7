import { fieldLabels, type Field } from './columns';
import { number } from '../platform/figureWords';
import type { Reading } from './reading';

/** How a list was read, in words that an approval covers. @param columns the names of the columns by field */
export function readingWords(
	{ country, twoWays, unit, gigabyte, decimal, defaultAmount, columns: at }: Reading,
	columns: Partial<Record<Field, string>>,
): string {
	const names = (Object.keys(columns) as Field[]).map(
		(field) => `${fieldLabels[field]} in “${columns[field] ?? ''}”`,
	);
	return [
		...names,
		country && `numbers without a code are those of ${country}`,
		twoWays && `ambiguous ones are ${twoWays}`,
		at.megabytes !== undefined && `amounts in ${unit}, a GB is ${number(gigabyte)} MB`,
		decimal && `decimals behind a ${decimal === ',' ? 'comma' : 'point'}`,
		defaultAmount !== undefined && `${number(defaultAmount)} MB for rows without an amount`,
	]
		.filter(Boolean)
		.join('; ');
}
