import { isSuccess, readRefusal, recordsOf, verdictOn } from '../../../../platform/answer';
import { remoteOperation } from '../../../engine/operation';
import { assignFields, assignOptions, assignParams, type AssignParams } from './assignFields';
import { checkBalance } from './checkBalance';
import { giftDedupe, giftReconciliation } from './giftLedger';

const outcomes = {
	given: { name: 'Given', nextStep: 'The customer has the data. There is nothing left to do.' },
	alreadyGiven: {
		name: 'Given Before',
		nextStep: 'An earlier run gave this to the customer. Nothing was sent; leave it at that.',
	},
	listedTwice: {
		name: 'Duplicate',
		nextStep:
			'Another item of the list has the same campaign and number, so nothing was sent for this one: see that item.',
	},
	unknown: {
		name: 'Other',
		nextStep:
			'The platform accepted it with an answer this version does not know. Look there what became of it before you send it again.',
	},
};

/** Gives data from a service's pool to a customer (contract, “Data gifting”, 2). */
export const assign = remoteOperation<AssignParams>({
	value: 'assign',
	name: 'Assign',
	action: 'Assign data gift',
	description: "Give a customer mobile data from the service's data pool",
	effect: 'write',
	costs: 'data',
	fields: assignFields,
	optionFields: assignOptions,
	params: assignParams,
	outcomes,
	simplify: [
		'transactionId',
		'clientReference',
		'serviceKey',
		'msisdn',
		'operator',
		'country',
		'amount',
		'status',
		'timeCreated',
	],
	request: ({ serviceKey, msisdn, clientId, amount }) => ({
		method: 'POST',
		path: '/datagifting/v1/service/transaction',
		body: { serviceKey, msisdn, clientId, amount },
		tokenHeader: true,
	}),
	parse: ({ status, body }, { serviceKey, msisdn, clientId, amount }) => {
		if (!isSuccess(status)) return undefined;
		const verdict = verdictOn(body);
		if (verdict === 'refused') return { refused: readRefusal(body) };
		if (verdict === 'unclear') return undefined;
		// An empty list says yes, too.
		const records = recordsOf(body) ?? [];
		const asked = { serviceKey, msisdn, clientId, amount };
		return { records: records.length > 0 ? records : [{}], outcome: 'given', asked };
	},
	reconcile: giftReconciliation,
	dedupe: giftDedupe,
	checkList: checkBalance,
});
