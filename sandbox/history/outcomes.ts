import type { Dice } from '../notifications/dice';
import type { Action } from '../payments/flows';
import { failureOf } from '../payments/settle';
import type { Outcome } from './plan';

const NO_ERROR = { errorType: null, errorMessage: null };

const open = (transactionState: Outcome['transactionState']): Outcome => ({
	transactionState,
	actionStatus: null,
	...NO_ERROR,
});

export const PENDING = open('PENDING');
export const EXECUTING = open('EXECUTING');
export const SCHEDULED = open('SCHEDULED');
export const COMPLETED: Outcome = {
	transactionState: 'FINISHED',
	actionStatus: 'COMPLETED',
	...NO_ERROR,
};
const CANCELED: Outcome = {
	transactionState: 'CANCELED',
	actionStatus: 'CANCELED',
	errorType: 'CANCELED_BY_USER',
	errorMessage: 'the customer has canceled',
};
/** Nothing was tried, so nothing has a result: the contract shows no more of this state than its name. */
const SKIPPED: Outcome = {
	transactionState: 'SKIPPED',
	actionStatus: null,
	errorType: null,
	errorMessage: 'the operator took no charges at this time',
};

export function failed(errorType: string): Outcome {
	const { errorMessage } = failureOf(errorType);
	return { transactionState: 'FAILED', actionStatus: 'FAILED', errorType, errorMessage };
}

const WRONG_PIN: Outcome = { ...failed('WRONG_PIN'), errorMessage: 'wrong PIN, 3 times' };

/** How a payment ends that a customer is asked about. */
export function outcomeOfAsking(dice: Dice, flow: Action): Outcome {
	const result = dice.weighted({ paid: 80, poor: 8, canceled: 7, pin: 3, day: 1, month: 1 });
	switch (result) {
		case 'paid':
			return COMPLETED;
		case 'poor':
			return failed('NOT_ENOUGH_CREDIT');
		case 'canceled':
			return CANCELED;
		case 'pin':
			return flow === 'PIN' ? WRONG_PIN : CANCELED;
		case 'day':
			return failed('DAILY_LIMIT_EXCEEDED');
		case 'month':
			return failed('MONTHLY_LIMIT_EXCEEDED');
	}
}

/** How a renewal ends; `broke`: this customer has no credit any more. */
export function outcomeOfRenewal(dice: Dice, broke: boolean): Outcome {
	if (broke) return failed('NOT_ENOUGH_CREDIT');
	const result = dice.weighted({ paid: 880, poor: 100, month: 10, skipped: 10 });
	switch (result) {
		case 'paid':
			return COMPLETED;
		case 'poor':
			return failed('NOT_ENOUGH_CREDIT');
		case 'month':
			return failed('MONTHLY_LIMIT_EXCEEDED');
		case 'skipped':
			return SKIPPED;
	}
}
