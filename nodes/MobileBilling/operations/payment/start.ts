import { readStartAnswer, startOutcomes } from '../../../../platform/paymentAnswer';
import { recordsOf } from '../../../../platform/records';
import { panelLogin } from '../../../../platform/service';
import { remoteOperation } from '../../../engine/operation';
import { startFields } from './startFields';
import { startParams } from './startParams';
import { startTrace } from './startTrace';

/** Starts a charge or a subscription on a customer's phone bill (contract, “Payments and subscriptions”, 6). */
export const start = remoteOperation({
	value: 'start',
	name: 'Start',
	action: 'Start a payment',
	description:
		"Start a charge or subscription on a customer's phone bill. This costs the customer money.",
	effect: 'write',
	fields: startFields,
	params: startParams,
	outcomes: startOutcomes,
	trace: startTrace,
	request: ({ serviceKey, price, redirect, additionalFields, ...params }, { service }) => {
		const { identid, msisdn, operator: mno, mccmnc, returnurl, clientid } = params;
		const { country, priceid, userid } = additionalFields;
		const named = additionalFields.params.parameter;
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
	read: ({ status, body }) => {
		const reading = readStartAnswer(status, body);
		if (reading === undefined || 'refused' in reading) return reading;
		return { ...reading, records: recordsOf(body) ?? [] };
	},
});
