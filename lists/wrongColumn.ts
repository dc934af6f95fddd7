import { InputError } from '../platform/input';
import { hasUnits } from './amountColumns';
import { amounts, fullOfPhones, columnNames, phones } from './chooseColumns';
import type { ColumnProfile } from './columnProfile';
import type { Reading } from './reading';
import { readingSettings } from './readingSettings';
import { phrase, phraseOf } from '../platform/say';

/** The error of a setting that was answered with the column of the other one, or with amounts in another unit. */
export function wrongColumn(
	profiles: ColumnProfile[],
	{ phone, megabytes }: Reading['columns'],
): InputError | undefined {
	const chosen = profiles.find(({ at }) => at === megabytes);
	if (!chosen) return undefined;
	const hasPhones = fullOfPhones(profiles).includes(chosen);
	if (hasPhones || phone === megabytes) {
		const [{ field }, { noun }] = hasPhones ? [amounts, phones] : [phones, amounts];
		const message = phrase`can't be ${columnNames([chosen])}, which has the ${phraseOf(noun)}`;
		return new InputError(message, 'Choose another column.', readingSettings[field].label);
	}
	if (!chosen.meaning.hasOtherUnit || hasUnits(chosen)) return undefined;
	return new InputError(
		phrase`can't be ${columnNames([chosen])}, whose unit is neither MB nor GB`,
		'Convert its amounts to MB or GB, and write that unit into its name.',
		readingSettings.amountColumn.label,
	);
}
