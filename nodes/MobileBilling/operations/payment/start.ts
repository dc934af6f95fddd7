import { recordsOf } from '../../../../platform/answer';
import { readStartAnswer, startOutcomes } from '../../../../platform/payment';
import { panelLogin } from '../../../../platform/service';
import { remoteOperation } from '../../../engine/panel/operation';
import { startFields } from './startFields';
import { startParams } from './startParams';
import { startReconciliation } from './startLedger';

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
	outcomes: startOutcomes,
	simplify: [
		'transactionId',
		'clientReference',
		'msisdn',
		'operator',
		'price',
		'currency',
		'status',
		'errorType',
		'errorMessage',
		// One of these, with what belongs to it.
		'urlRedirect',
		'premiumInstructions',
		'shortCode',
		'smsBody',
		'handshakeInstructions',
	],
	reconcile: startReconciliation,
	wouldDo: ({ price, msisdn = 'the customer' }, service) =>
		`start a payment of ${price} by ${msisdn} for service ${service}`,
	request: ({ serviceKey, price, redirect, returnurl, ...params }, { service }) => {
		const { identid, msisdn, operator: mno, mccmnc, clientid, country, priceid, userid } = params;
		const named = params.params.parameter;
		return {
			method: 'POST',
			path: '/api/payment/1_4/subscribe',
			body: {
				apikey: serviceKey,
				price,
				priceid,
				mno,
				mccmnc,
				msisdn,
				clientid,
				userid,
				...panelLogin(service),
				identid,
				country,
				...(named.length > 0 && { params: JSON.stringify(named) }),
				...(redirect && { returnurl }),
			},
		};
	},
	parse: ({ status, body }, { msisdn, clientid }) => {
		const reading = readStartAnswer(status, body);
		if (reading === undefined || 'refused' in reading) return reading;
		return { ...reading, records: recordsOf(body) ?? [], known: { msisdn, clientid } };
	},
});
