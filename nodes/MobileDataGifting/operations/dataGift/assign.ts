import {
	isNothing,
	isObject,
	isSuccess,
	type PlatformRecord,
	recordsOf,
	transactionNamed,
} from '../../../../platform/answer';
import { stateOfRecord } from '../../../../platform/ledger';
import { readRefusal, saysMore, saysYes, verdictOn } from '../../../../platform/verdict';
import { remoteOperation } from '../../../engine/panel/operation';
import { assignFields, assignOptions, assignParams, type AssignParams } from './assignFields';
import { checkBalance, checkServices } from './checkPools';
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
		...['transactionId', 'clientReference', 'serviceKey', 'msisdn', 'operator', 'country'],
		...['amount', 'status', 'timeCreated'],
	],
	// The contract doesn't show its name (“Data gifting”, 2).
	refine: (record) => ({ transactionId: record.dataTransactionId ?? record.id, ...record }),
	request: ({ serviceKey, msisdn, clientReference: clientId, amount }) => ({
		method: 'POST',
		path: '/datagifting/v1/service/transaction',
		body: { serviceKey, msisdn, clientId, amount },
		tokenHeader: true,
	}),
	parse: ({ status, body }, asked) => {
		if (!isSuccess(status)) return undefined;
		if (verdictOn(body) === 'refused') return { refused: readRefusal(body) };
		const records = recordsGiven(body, asked);
		if (!records) return undefined;
		const { serviceKey, msisdn, clientReference, amount } = asked;
		const known = { serviceKey, msisdn, clientReference, amount };
		// An empty body and an empty list say yes, too.
		return { records: records.length > 0 ? records : [{}], outcome: 'given', known };
	},
	reconcile: giftReconciliation,
	dedupe: giftDedupe,
	checkList: checkBalance,
	checkFurther: checkServices,
	wouldDo: ({ amount, msisdn }, service) =>
		`give ${amount} MB to ${msisdn} from service ${service}`,
});

/**
 * The records of a 2xx answer that proves a gift, by a word of success, an ID, the values of the request, or an empty
 * body. The contract doesn't show the response; prose and codes beside an ID may say no. Undefined if nothing is proved.
 */
function recordsGiven(body: unknown, asked: AssignParams): PlatformRecord[] | undefined {
	const isEmpty = isNothing(body) || (isObject(body) && Object.keys(body).length === 0);
	const records = isEmpty ? [] : recordsOf(body);
	return records?.every((record) => proves(record, asked)) ? records : undefined;
}

function proves(record: PlatformRecord, asked: AssignParams): boolean {
	// A body may hold the gift in a field such as `data`.
	const parts = [record, ...Object.values(record).flat().filter(isObject)];
	return parts.every(saysNothingElse) && parts.some((part) => saysSo(part, asked));
}

function saysNothingElse(record: PlatformRecord): boolean {
	const isOk = verdictOn({ ...record, status: undefined }) === 'ok';
	return isOk && stateOfRecord(record) === 'done' && (saysYes(record) || !saysMore(record));
}

function saysSo(record: PlatformRecord, asked: AssignParams): boolean {
	const id = transactionNamed({ ...record, transactionId: record.transactionId ?? record.id });
	return saysYes(record) || id !== undefined || repeats(record, asked);
}

/** Whether a record is the request itself: the customer, and the reference or the amount. */
function repeats(
	record: PlatformRecord,
	{ msisdn, clientReference, amount }: AssignParams,
): boolean {
	const isOwn = clientReference !== undefined && record.clientId === clientReference;
	return String(record.msisdn) === msisdn && (isOwn || Number(record.amount) === amount);
}
