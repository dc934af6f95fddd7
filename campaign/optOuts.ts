import { InputError, quoted, tried } from '../platform/input';
import { msisdnReader } from '../platform/phoneNumber';

/**
 * Reads numbers that never get a gift by the reader of the list, so that one number is the same in both.
 * @throws InputError that names one that can't be read: nobody knows whom it protects
 */
export function readOptOuts(values: unknown[], sendAsEntered: boolean): Set<string> {
	const read = msisdnReader(sendAsEntered);
	return new Set(
		values.map((value, index) => {
			const phone = tried(() => read(value));
			if (phone !== undefined) return phone;
			const shown = quoted(String(value));
			throw new InputError(
				`has an opt-out that can't be read: ${shown}, number ${index + 1}`,
				`Write ${shown} with its country code, or remove it from the opt-outs.`,
				'Opt-Outs',
			);
		}),
	);
}
