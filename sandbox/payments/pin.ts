import { z } from 'zod';
import { parseOrRefuse, Refusal } from '../refusal';
import type { Payment } from './payment';
import type { Selling } from './payments';
import { requireApiLogin } from './services';
import { PIN_ATTEMPTS } from './session';
import { charge, end } from './settle';
import { isSameText } from './signature';

const pinRequest = z.object({
	pin: z.string().min(1, 'must not be empty'),
	username: z.string().nullish(),
	password: z.string().nullish(),
});

/** The statuses that only a PIN's answer has; null if the payment's status says it. */
interface PinResult {
	httpStatus: number;
	status: 'INVALID_PIN' | 'PIN_MAX_ATTEMPTS_EXCEEDED' | null;
	errorMessage?: string;
}

const FAILURE = { errorType: 'WRONG_PIN', errorMessage: `wrong PIN, ${PIN_ATTEMPTS} times` };
const { errorMessage } = FAILURE;
const EXCEEDED: PinResult = { httpStatus: 403, status: 'PIN_MAX_ATTEMPTS_EXCEEDED', errorMessage };

/** The merchant's payment behind the transaction id of the path; refuses any other with 404. */
export function paymentOfMerchant(
	{ payments }: Selling,
	idText: string,
	merchantId: number,
): Payment {
	const payment = payments.transactions.find(idText);
	if (payment?.service.merchantId === merchantId) return payment;
	throw new Refusal(404, 'INVALID_REQUEST', `transaction ${idText} is not known`);
}

/** PIN submission (contract, endpoint 7). A request that is refused is no attempt. */
export function submitPin(world: Selling, payment: Payment, body: unknown): PinResult {
	const { pin, ...login } = parseOrRefuse(pinRequest, body);
	requireApiLogin(payment.service, login);
	const { session } = payment;
	if (!session?.pin) {
		throw new Refusal(409, 'INVALID_REQUEST', 'the transaction does not wait for a PIN');
	}
	if (session.wrongPins >= PIN_ATTEMPTS) return EXCEEDED;
	if (session.status !== 'PENDING') {
		throw new Refusal(409, 'INVALID_REQUEST', `the transaction is ${session.status} already`);
	}
	return enterPin(world, payment, pin);
}

/** One of the customer's three attempts. */
export function enterPin(world: Selling, payment: Payment, pin: string): PinResult {
	const { session } = payment;
	if (!session?.pin) throw new Error('this flow has no PIN');
	const at = world.clock.now();
	if (isSameText(pin, session.pin)) {
		charge(world, payment, at);
		return { httpStatus: 200, status: null };
	}
	session.wrongPins += 1;
	const left = PIN_ATTEMPTS - session.wrongPins;
	if (left > 0) {
		const errorMessage = `wrong PIN, attempts left: ${left}`;
		return { httpStatus: 406, status: 'INVALID_PIN', errorMessage };
	}
	end(world, payment, 'FAILED', at, FAILURE);
	return EXCEEDED;
}
