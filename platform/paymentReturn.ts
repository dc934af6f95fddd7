import { readReturn } from './customerReturn';
import { recordOf } from './delivery';
import { flagIn } from './identification';
import type { Service } from './service';
import type { Entries } from './signature';

const statuses = ['success', 'failed', 'canceled'] as const;

/**
 * Reads a return. The platform signs some returns and not others, all parameters or only its own. It is a hint for the
 * customer's page, never proof of payment: a customer who paid isn't turned away for a signature that is wrong, which
 * anybody can leave out, or for a field that doesn't have its form, which is left out and named.
 */
export function readPaymentReturn(readings: Entries[], services: Service[]) {
	const { signed, fields, others, odd, customer, raw } = readReturn(
		readings,
		services,
		'paymentReturn',
	);
	const { transactionId, timeReturned, activeSubscription, validSubscription, ...more } = customer;
	const status = fields.status?.trim().toLowerCase();
	return {
		status: statuses.find((known) => known === status) ?? ('unknown' as const),
		...(transactionId && { transactionId }),
		...more,
		// Whether the customer was subscribed before.
		...(activeSubscription && { activeSubscription: flagIn(activeSubscription) }),
		...(validSubscription && { validSubscription: flagIn(validSubscription) }),
		...(timeReturned && { timeReturned: new Date(Number(timeReturned)).toISOString() }),
		parameters: recordOf(others),
		...(odd.length > 0 && { unusual: odd }),
		signatureChecked: signed !== undefined,
		raw,
	};
}
