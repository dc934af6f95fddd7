import { emptyError, InputError, normalised, quoted, textOf } from './input';

/**
 * Reads an operator code of the form `<COUNTRY>_<OPERATOR>`, for example `FR_ORANGE`
 * (contract, “Common conventions”). Lower case is accepted and raised.
 *
 * @throws InputError when the country's two letters, the underscore or the operator are missing
 */
export function normaliseOperatorCode(value: unknown): string {
	const text = textOf(value);
	if (text === '') throw emptyError('The operator code');
	if (!/^[A-Za-z]{2}_[A-Za-z0-9][A-Za-z0-9_-]*$/.test(text)) {
		throw new InputError(
			`${quoted(text)} is not an operator code. It has the form COUNTRY_OPERATOR, for example FR_ORANGE`,
		);
	}
	return text.toUpperCase();
}

export const operatorCodeSchema = normalised(normaliseOperatorCode);
