import { isSuccess } from '../../../../platform/answer';
import { readRefusal, verdictOn } from '../../../../platform/verdict';
import { recordsGiven } from '../../../../platform/proof';
import { remoteOperation } from '../../../engine/panel/operation';
import { assignFields, assignOptions, assignParams, type AssignParams } from './assignFields';
import { checkBalance } from './checkBalance';
import { checkServices } from './checkServices';
import { giftDedupe, giftReconciliation } from './giftLedger';

const outcomes = {
	given: 'Given',
	alreadyGiven: 'Given Before',
	listedTwice: 'Duplicate',
	unknown: 'Other',
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
	// The contract doesn't show what the platform calls it (“Data gifting”, 2).
	refine: (record) => ({ transactionId: record.dataTransactionId ?? record.id, ...record }),
	request: ({ serviceKey, msisdn, clientId, amount }) => ({
		method: 'POST',
		path: '/datagifting/v1/service/transaction',
		body: { serviceKey, msisdn, clientId, amount },
		tokenHeader: true,
	}),
	parse: ({ status, body }, { serviceKey, msisdn, clientId, amount }) => {
		if (!isSuccess(status)) return undefined;
		if (verdictOn(body) === 'refused') return { refused: readRefusal(body) };
		const known = { serviceKey, msisdn, clientId, amount };
		const records = recordsGiven(body, known);
		if (!records) return undefined;
		// No body, and an empty list, say yes, too.
		return { records: records.length > 0 ? records : [{}], outcome: 'given', known };
	},
	reconcile: giftReconciliation,
	dedupe: giftDedupe,
	checkList: checkBalance,
	checkFurther: checkServices,
	wouldDo: ({ amount, msisdn }, service) =>
		`give ${amount} MB to ${msisdn} from service ${service}`,
});
