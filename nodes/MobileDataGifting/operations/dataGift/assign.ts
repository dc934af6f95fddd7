import { z } from 'zod';
import { clientReferenceSchema } from '../../../../platform/clientReference';
import { isSuccess } from '../../../../platform/fate';
import { optionally, normalised } from '../../../../platform/input';
import { megabytesSchema } from '../../../../platform/megabytes';
import { msisdnSchema } from '../../../../platform/msisdn';
import { normaliseOperatorCode } from '../../../../platform/operatorCode';
import { recordsOf } from '../../../../platform/records';
import { normaliseCampaign } from '../../../../platform/reference';
import { serviceKeySchema } from '../../../../platform/serviceKey';
import { remoteOperation } from '../../../engine/operation';
import { assignFields } from './assignFields';
import { giftCover, giftOnce, giftRefusal, giftTrace, showsGift } from './giftTrace';

const outcomes = {
	given: { name: 'Given', nextStep: 'The customer has the data. There is nothing left to do.' },
	alreadyGiven: {
		name: 'Already Given',
		nextStep: 'An earlier run gave this to the customer. Nothing was sent; leave it at that.',
	},
	listedTwice: {
		name: 'Listed Twice',
		nextStep:
			'Another row of the list stands for this one, so nothing was sent for it: look at what became of that row.',
	},
	unknown: {
		name: 'Other',
		nextStep:
			'The platform accepted it with an answer this version does not know. Look there what became of it before you send it again.',
	},
};

const params = z.object({
	serviceKey: serviceKeySchema,
	msisdn: msisdnSchema,
	amount: megabytesSchema,
	campaign: normalised(normaliseCampaign),
	skipAlreadyGifted: z.boolean(),
	clientId: clientReferenceSchema,
	checkBalance: z.boolean(),
	operator: optionally(normaliseOperatorCode),
});

export type AssignParams = z.infer<typeof params>;

/** Gives data from a service's pool to a customer (contract, “Data gifting”, 2). */
export const assign = remoteOperation<AssignParams>({
	value: 'assign',
	name: 'Assign',
	action: 'Assign a data gift',
	description:
		"Give mobile data to a customer, out of the service's data pool. This spends your data.",
	effect: 'write',
	fields: assignFields,
	params,
	outcomes,
	request: ({ serviceKey, msisdn, clientId, amount }) => ({
		method: 'POST',
		path: '/datagifting/v1/service/transaction',
		body: { serviceKey, msisdn, clientId, amount },
		tokenHeader: true,
	}),
	read: (answer) => {
		const refused = giftRefusal(answer);
		if (refused) return { refused };
		const records = isSuccess(answer.status) ? recordsOf(answer.body) : undefined;
		return records && { records, outcome: records.every(showsGift) ? 'given' : 'unknown' };
	},
	trace: giftTrace,
	once: giftOnce,
	cover: giftCover,
});
