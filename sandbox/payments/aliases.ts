import { createHash } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 15;
const HALF_BITS = 44n;
const HALF = (1n << HALF_BITS) - 1n;
const ROUNDS = [0, 1, 2, 3];

/**
 * The hashed alias of a number such as `VX9cC2xFmkw4UTP`. A cipher and not a hash, so that an alias of
 * yesterday is known after a restart.
 */
export function aliasOf(msisdn: string): string {
	const number = BigInt(msisdn);
	const mixed = ROUNDS.reduce(
		([left, right], round) => [right, left ^ mix(round, right)] as const,
		[number >> HALF_BITS, number & HALF] as const,
	);
	return inLetters((mixed[0] << HALF_BITS) | mixed[1]);
}

/** The number behind an alias; any other text as it is. */
export function numberOf(text: string): string {
	if (text.length !== LENGTH || !/[A-Za-z]/.test(text) || /[^0-9A-Za-z]/.test(text)) return text;
	const value = [...text].reduce((sum, digit) => sum * 62n + BigInt(DIGITS.indexOf(digit)), 0n);
	const [left, right] = ROUNDS.reduceRight(
		([one, other], round) => [other ^ mix(round, one), one] as const,
		[value >> HALF_BITS, value & HALF] as const,
	);
	const number = String((left << HALF_BITS) | right);
	return /^\d{8,15}$/.test(number) ? number : text;
}

function mix(round: number, half: bigint): bigint {
	const digest = createHash('sha256').update(`sandbox alias ${round} ${half}`).digest('hex');
	return BigInt(`0x${digest.slice(0, 11)}`);
}

function inLetters(value: bigint): string {
	let text = '';
	for (let left = value; left > 0n; left /= 62n) text = (DIGITS[Number(left % 62n)] ?? '') + text;
	return text.padStart(LENGTH, '0');
}
