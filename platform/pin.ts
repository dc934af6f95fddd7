import { emptyError, InputError, textOf } from './input';
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
	return pin;
}

/**
 * How many tries the customer has left (contract, “Limits”: three, the third wrong PIN fails the payment).
 *
 * @param earlierAttempts wrong PINs before this one
 */
export function attemptsLeft(
	outcome: PinOutcome,
	earlierAttempts: number,
): { attemptsLeft?: number } {
	if (outcome === 'attemptsExceeded') return { attemptsLeft: 0 };
	if (outcome !== 'invalidPin') return {};
	return { attemptsLeft: Math.max(allowedAttempts - earlierAttempts - 1, 0) };
}
