import { emptyError, InputError, optionally, textOf } from './input';
import type { PinOutcome } from './paymentAnswer';

/** Contract, “Limits”. */
const allowedAttempts = 3;

/**
 * Reads the PIN a customer typed: letters and digits, spaces taken out. Never quoted in a message.
 *
 * @throws InputError when it is empty or cannot be a PIN, before it costs one of the customer's attempts
 */
export function normalisePin(value: unknown): string {
	const pin = textOf(value).replace(/\s/g, '');
	if (pin === '') throw emptyError('The PIN');
	if (!/^[A-Za-z0-9]{1,20}$/.test(pin)) {
		throw new InputError(
			'This cannot be a PIN: it has other characters than letters and digits, or more than 20',
		);
	}
	if (typeof value === 'number' && pin.length < usualDigits) {
		throw new InputError(
			`This PIN came as a number of fewer than ${usualDigits} digits, so that it may have lost a 0 in front. Hand it over as text`,
		);
	}
	return pin;
}

/** PINs have at least so many digits where they are only digits. */
const usualDigits = 4;

/** How many wrong PINs a payment has had; undefined when nobody says. */
export const earlierAttemptsSchema = optionally((text) => {
	if (!/^\d{1,3}$/.test(text)) throw new InputError('Expected a whole number from 0');
	return Number(text);
});

/**
 * How many tries the customer has left (contract, “Limits”: three, the third wrong PIN fails the payment). One that is
 * only called wrong was not the third.
 *
 * @param earlierAttempts wrong PINs before this one; undefined when nobody knows
 */
export function attemptsLeft(
	outcome: PinOutcome,
	earlierAttempts: number | undefined,
): { attemptsLeft?: number } {
	if (outcome === 'attemptsExceeded') return { attemptsLeft: 0 };
	if (outcome !== 'invalidPin' || earlierAttempts === undefined) return {};
	return { attemptsLeft: Math.max(allowedAttempts - earlierAttempts - 1, 1) };
}
