import type { Outcomes } from '../../../../platform/answer';
import { findRecord, keepsReference, referenceOfTransaction } from '../../../../platform/ledger';
import { matches } from '../../../../platform/matching';
import { paymentReference } from '../../../../platform/reference';
import { recordsFound, searchRequest } from '../../../../platform/search';
import { panelLogin } from '../../../../platform/service';
import type { Reconciliation } from '../../../engine/core/exchange';
import { remoteOperation } from '../../../engine/panel/operation';
import { readPaymentAnswer } from './paymentAnswer';
import { startFields, startParams, type StartParams } from './startFields';

/** The actions that starting a payment makes; later transactions of a subscription may carry its reference, too. */
const started: unknown[] = ['CHARGE', 'SUB_START'];

/** A platform that can't filter by the reference ignores it, and shows all transactions of the service. */
const byReference = (serviceKey: string, merchantReference = '') =>
	searchRequest('transactions', { serviceKey, merchantReference });

/** Finds a payment again by its reference among the transactions of the number (contract, "Query APIs", 11). */
const startReconciliation: Reconciliation<StartParams> = {
	key: ({ clientReference: reference = '', serviceKey, msisdn }) => ({
		reference,
		serviceKey,
		msisdn,
	}),
	withReference: (params, item) => ({ ...params, clientReference: paymentReference(item) }),
	// Without a number, or if an identification says who pays, only the reference narrows the search.
	request: ({ serviceKey, msisdn, identid, clientReference }) =>
		msisdn && !identid
			? searchRequest('transactions', { serviceKey, msisdn })
			: byReference(serviceKey, clientReference),
	requestMore: ({ serviceKey, clientReference = '' }) => ({
		...byReference(serviceKey, clientReference),
		keep: keepsReference(referenceOfTransaction, clientReference),
	}),
	doneBefore: 'startedBefore',
	read: (answer, { clientReference = '', serviceKey }) => {
		const records = recordsFound(answer)?.filter(
			({ action = 'CHARGE', ...record }) =>
				started.includes(action) && matches(record, { serviceKey }),
		);
		if (!records) return { state: 'unclear' };
		const found = findRecord(records, referenceOfTransaction, clientReference);
		// A payment is started long before the customer has paid.
		if (found.state === 'underWay') return { state: 'done', record: found.record };
		// An older platform shows only one record, and may hide others.
		const isWhole = records.length === 0 || Array.isArray(answer.body);
		return found.state === 'notDone' && !isWhole ? { state: 'unclear' } : found;
	},
	result: (record) => ({ records: [record], outcome: 'unknown' }),
	isDeclined: ({ outcome }) => outcome === 'notCharged' || outcome === 'existingSubscription',
};

const outcomes = {
	urlRedirect: 'Redirect',
	premium: 'Premium SMS',
	pin: 'PIN',
	handshake: 'Handshake',
	existingSubscription: 'Subscribed',
	notCharged: 'Not Charged',
	charged: 'Charged',
	startedBefore: 'Sent Before',
	unknown: 'Other',
} as const satisfies Outcomes;

type StartOutcome = Exclude<keyof typeof outcomes, 'startedBefore'>;

const byStatus = new Map<string, StartOutcome>([['EXISTING_SUBSCRIPTION', 'existingSubscription']]);
const byAction = new Map<string | undefined, StartOutcome>([
	['URL_REDIRECT', 'urlRedirect'],
	['PREMIUM', 'premium'],
	['PIN', 'pin'],
	['HANDSHAKE', 'handshake'],
]);

/** Reads the answer to a subscribe request (contract, “Subscribe / PIN response”); undefined when it is not one. */
function readStartAnswer(httpStatus: number, body: unknown) {
	return readPaymentAnswer(httpStatus, body, byStatus, ({ action, session }) =>
		session === 'COMPLETED' ? 'charged' : (byAction.get(action) ?? 'unknown'),
	);
}

/** Starts a charge or a subscription on a customer's phone bill (contract, “Payments and subscriptions”, 6). */
export const start = remoteOperation({
	value: 'start',
	name: 'Start',
	action: 'Start payment',
	description: "Start a charge or subscription on a customer's phone bill",
	effect: 'write',
	costs: 'money',
	isAwaited: true,
	fields: startFields,
	params: startParams,
	outcomes,
	simplify: [
		...['transactionId', 'clientReference', 'msisdn', 'operator', 'price', 'currency', 'status'],
		...['errorType', 'errorMessage'],
		// One of these, with what belongs to it.
		...['urlRedirect', 'premiumInstructions', 'shortCode', 'smsBody', 'handshakeInstructions'],
	],
	reconcile: startReconciliation,
	wouldDo: ({ price, msisdn = 'the customer' }, service) =>
		`start a payment of ${price} by ${msisdn} for service ${service}`,
	request: ({ serviceKey, price, redirect, returnurl, ...params }, { service }) => {
		const { identid, msisdn, operator: mno, mccmnc, country, priceid } = params;
		const { clientReference: clientid, userId: userid } = params;
		const named = params.params.parameter;
		return {
			method: 'POST',
			path: '/api/payment/1_4/subscribe',
			body: {
				...{ apikey: serviceKey, price, priceid, mno, mccmnc, msisdn, clientid, userid },
				...panelLogin(service),
				identid,
				country,
				...(named.length > 0 && { params: JSON.stringify(named) }),
				...(redirect && { returnurl }),
			},
		};
	},
	parse: ({ status, body }, { msisdn, clientReference }) => {
		const reading = readStartAnswer(status, body);
		if (!reading || 'refused' in reading) return reading;
		return { ...reading, known: { msisdn, clientReference } };
	},
});
