import { InputError, quoted, tried } from '../platform/input';
import { declaredMsisdn, type NumberReading } from '../platform/declaredNumber';
import { msisdnReader } from '../platform/phoneNumber';

/**
 * Reads numbers that never get a gift by the reader of the list, so that one number is the same in both. One that could
 * be two numbers protects both.
 *
 * @throws InputError that names one that can't be read: nobody knows whom it protects
 */
export function readOptOuts(values: unknown[], reading: NumberReading): Set<string> {
	const read = readerOf(reading);
	const out = new Set<string>();
	for (const [index, value] of values.entries()) {
		const numbers = tried(() => read(value));
		if (numbers) for (const phone of numbers) out.add(phone);
		else throw unreadable(value, index);
	}
	return out;
}

/** Without a country nothing is asked of the numbering plans, which takes long for many numbers. */
function readerOf(reading: NumberReading): (value: unknown) => string[] {
	if (!reading.country) {
		const read = msisdnReader(reading.sendAsEntered ?? false);
		return (value) => [read(value)];
	}
	const read = declaredMsisdn({ ...reading, twoWays: 'national' });
	return (value) => {
		const { msisdn, other } = read(value);
		return other === undefined ? [msisdn] : [msisdn, other];
	};
}

function unreadable(value: unknown, index: number): InputError {
	const shown = quoted(String(value));
	return new InputError(
		`has an opt-out that can't be read: ${shown}, number ${index + 1}`,
		`Write ${shown} with its country code, or remove it from the opt-outs.`,
		'Opt-Outs',
	);
}
