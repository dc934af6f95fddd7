import { InputError, quoted, tried } from '../platform/input';
import { meantReader, type NumberReading } from '../platform/declaredNumber';
import { finished, type Turns } from '../lists/turns';
import { exampleNumber, normalizePhone } from '../platform/phoneNumber';
import { phrase } from '../platform/say';

/**
 * Reads numbers that never get a gift by the reader of the list, so that one number is the same in both. One that could
 * be two numbers protects both.
 *
 * @throws InputError for an opt-out that can't be read: nobody knows which customer it protects
 */
export function* optOutsInTurns(values: unknown[], reading: NumberReading): Turns<Set<string>> {
	const { country, sendAsEntered } = reading;
	const read = reader(reading);
	const known = country ? knownUnder(`${country} ${String(sendAsEntered)}`) : undefined;
	const out = new Set<string>();
	for (const [index, value] of values.entries()) {
		const numbers = known?.get(value) ?? tried(() => read(value));
		if (!numbers) throw unreadableOptOut(value, index);
		known?.set(value, numbers);
		for (const phone of numbers) out.add(phone);
		yield;
	}
	return out;
}

/** Reads them at once (optOutsInTurns). */
export function readOptOuts(values: unknown[], reading: NumberReading): Set<string> {
	return finished(optOutsInTurns(values, reading));
}

/**
 * Reads a number that somebody adds to the opt-outs: with its code, which any campaign reads.
 *
 * @throws InputError for a number that this campaign can't read, or another one couldn't
 */
export function readOptOut(value: unknown, reading: NumberReading): string[] {
	return reader(reading)(value).map((phone) => normalizePhone(`+${phone}`));
}

function reader({ country, sendAsEntered }: NumberReading): ReturnType<typeof meantReader> {
	return meantReader({ country, sendAsEntered, twoWays: 'national' });
}

/** As many as fit into some megabytes. */
const maxOptOuts = 100_000;

/** Numbers by the text they were read from: each step of a campaign reads all opt-outs, for which plans are slow. */
const memory = new Map<string, Map<unknown, string[]>>();

function knownUnder(reading: string): Map<unknown, string[]> {
	const all = [...memory.values()].reduce((sum, { size }) => sum + size, 0);
	if (all > maxOptOuts) memory.clear();
	const known = memory.get(reading) ?? new Map<unknown, string[]>();
	memory.set(reading, known);
	return known;
}

function unreadableOptOut(value: unknown, index: number): InputError {
	const shown = quoted(String(value));
	return new InputError(
		phrase`has an opt-out that can't be read: ${shown}, entry ${index + 1}`,
		phrase`Write ${shown} with a plus sign and its country code, such as ${exampleNumber}, or remove it from the opt-outs.`,
		'Opt-Outs',
	);
}
