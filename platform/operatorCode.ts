import { InputError, normalised, quoted, textOf } from './input';

/**
 * Reads an operator code of the form `<COUNTRY>_<OPERATOR>`, for example `FR_ORANGE`
 * (contract, “Common conventions”). Lower case is accepted and raised.
 *
 * @throws InputError when the country's two letters, the underscore or the operator are missing
 */
export function normaliseOperatorCode(value: unknown): string {
	const text = textOf(value);
	if (text === '') throw new InputError('The operator code is empty');
	const code = text.toUpperCase();
	if (!/^[A-Z]{2}_[A-Z0-9][A-Z0-9_-]*$/.test(code)) {
		throw new InputError(
			`${quoted(text)} is not an operator code. It has the form COUNTRY_OPERATOR, for example FR_ORANGE`,
		);
	}
	return code;
}

export const operatorCodeSchema = normalised(normaliseOperatorCode);
