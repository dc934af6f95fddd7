const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 15;
const COUNT = 62n ** BigInt(LENGTH);
// Each undoes the other: their product is 1 modulo COUNT.
const MIX = 398172648190374651928374651n;
const UNMIX = 151670046851023938694605235n;

/** An alias such as `VX9cC2xFmkw4UTP`. It can be decoded, so that it's valid after a restart, too. */
export function aliasOf(msisdn: string): string {
	let [value, text] = [(BigInt(msisdn) * MIX) % COUNT, ''];
	for (; value > 0n; value /= 62n) text = (DIGITS[Number(value % 62n)] ?? '') + text;
	return text.padStart(LENGTH, '0');
}

/** The number behind an alias; any other text as it is. */
export function numberOf(text: string): string {
	if (text.length !== LENGTH || !/[A-Za-z]/.test(text) || /[^0-9A-Za-z]/.test(text)) return text;
	const value = [...text].reduce((sum, digit) => sum * 62n + BigInt(DIGITS.indexOf(digit)), 0n);
	const number = String((value * UNMIX) % COUNT);
	return /^\d{8,15}$/.test(number) ? number : text;
}
