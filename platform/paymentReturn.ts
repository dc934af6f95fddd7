import { recordOf } from './delivery';
import { misfits } from './forms';
import { signedCall, splitReturn } from './genuine';
import { flagIn } from './identification';
import { signersOf, type Service } from './service';
import { signIn, type Entries } from './signature';

/** What the platform adds to the return URL (public facts, “Return redirect after a payment”). */
const platformNames = [
	'status',
	'trid',
	'userid',
	'reference',
	'operator',
	'msisdn',
	'subscriptionid',
	'timestamp',
	'activesub',
	'validsub',
	'sign',
];

const statuses = ['success', 'failed', 'canceled'] as const;

/**
 * Reads a return. The platform signs some returns and not others, all parameters or only its own. It is a hint for the
 * customer's page, never proof of payment: a customer who paid isn't turned away for a signature that is wrong, which
 * anybody can leave out, or for a field that doesn't have its form, which is left out and named.
 */
export function readPaymentReturn(readings: Entries[], services: Service[]) {
	const [plain = []] = readings;
	const ownOf = (entries: Entries) => splitReturn(entries, platformNames).own;
	const signers = signersOf(services);
	const signed = signIn(plain) ? signedCall(readings, () => signers, ownOf) : undefined;
	return fieldsOf(signed?.entries ?? plain, signed !== undefined);
}

function fieldsOf(entries: Entries, signatureChecked: boolean) {
	const { own, others } = splitReturn(entries, platformNames);
	const all = recordOf(own);
	const unusual = misfits(all, 'paymentReturn');
	const came = Object.fromEntries(Object.entries(all).filter(([name]) => !unusual.includes(name)));
	const status = came.status?.trim().toLowerCase();
	const fields = {
		transactionId: came.trid,
		clientReference: came.reference,
		msisdn: came.msisdn,
		userId: came.userid,
		operator: came.operator,
		subscriptionId: came.subscriptionid,
		// Whether the customer was subscribed before.
		activeSubscription: flagIn(came.activesub),
		validSubscription: flagIn(came.validsub),
		timeReturned: came.timestamp && new Date(Number(came.timestamp)).toISOString(),
	};
	const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
	return {
		status: statuses.find((one) => one === status) ?? ('unknown' as const),
		...(Object.fromEntries(given) as Partial<typeof fields>),
		// The merchant's own. Only a signature over all parameters covers them.
		parameters: recordOf(others),
		...(unusual.length > 0 && { unusual }),
		signatureChecked,
		raw: recordOf(entries),
	};
}
