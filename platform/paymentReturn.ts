import { readReturn } from './customerReturn';
import { recordOf } from './delivery';
import { flagIn } from './identification';
import type { Service } from './service';
import type { Entries } from './signature';
import { millisecondsOfUnixTime } from './times';

const statuses = ['success', 'failed', 'canceled'] as const;

/**
 * Reads a return. The platform signs some returns and not others, all parameters or only its own. It is a hint for the
 * customer's page, never proof of payment: a customer who paid isn't turned away for a signature that is wrong, which
 * anybody can leave out.
 */
export function readPaymentReturn(readings: Entries[], services: Service[]) {
	const call = readReturn(readings, services, 'paymentReturn');
	const { signed, fields, others, customer, raw } = call;
	const { transactionId, timeReturned, activeSubscription, validSubscription, ...more } = customer;
	const time = millisecondsOfUnixTime(timeReturned ?? '');
	const status = fields.status?.trim().toLowerCase();
	return {
		status: statuses.find((known) => known === status) ?? ('unknown' as const),
		...(transactionId && { transactionId }),
		...more,
		// Whether the customer was subscribed before.
		...(activeSubscription && { activeSubscription: flagIn(activeSubscription) }),
		...(validSubscription && { validSubscription: flagIn(validSubscription) }),
		...(time !== undefined && { timeReturned: new Date(time).toISOString() }),
		parameters: recordOf(others),
		signatureChecked: signed !== undefined,
		raw,
	};
}
