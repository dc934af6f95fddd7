import type { NameValue } from './params';

/** What goes on between subscribe and the customer's decision. */
export interface PaymentSession {
	/** The flow; a magic number makes one that the contract does not know. */
	readonly action: string;
	status: 'PENDING' | 'FAILED' | 'COMPLETED';
	/** What the handset was sent, in the PIN flow. */
	readonly pin: string | null;
	wrongPins: number;
	/** What the handset is to send, in the premium flow. */
	readonly smsBody: string | null;
	readonly returnUrl: string | null;
	readonly params: NameValue[];
}

export const PIN_ATTEMPTS = 3;

export function withoutPin(text: string, pin: string | null): string {
	return pin ? text.replace(pin, '****') : text;
}
