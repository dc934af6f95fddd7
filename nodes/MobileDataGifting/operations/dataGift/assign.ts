import { z } from 'zod';
import { clientReferenceSchema } from '../../../../platform/clientReference';
import { megabytesSchema } from '../../../../platform/megabytes';
import { msisdnSchema } from '../../../../platform/msisdn';
import { recordsOf } from '../../../../platform/records';
import { serviceKeySchema } from '../../../../platform/serviceKey';
import { msisdnField, serviceKeyField } from '../../../engine/fields';
import { readingRecords, remoteOperation } from '../../../engine/operation';

/** Gives data from a service's pool to a customer (contract, “Data gifting”, 2). */
export const assign = remoteOperation({
	value: 'assign',
	name: 'Assign',
	action: 'Assign a data gift',
	description:
		"Give mobile data to a customer, out of the service's data pool. This spends your data.",
	effect: 'write',
	fields: [
		serviceKeyField,
		{ ...msisdnField, required: true },
		{
			displayName: 'Amount (MB)',
			name: 'amount',
			type: 'number',
			default: 100,
			required: true,
			typeOptions: { minValue: 0 },
			placeholder: '500',
			description: 'How much data the customer gets, in MB',
		},
		{
			displayName: 'Client Reference',
			name: 'clientId',
			type: 'string',
			default: '',
			placeholder: 'spring-campaign-33639981234',
			description:
				'Your own name for this gift, at most 256 characters. The platform keeps it with the gift, so that you find it again.',
		},
	],
	params: z.object({
		serviceKey: serviceKeySchema,
		msisdn: msisdnSchema,
		amount: megabytesSchema,
		clientId: clientReferenceSchema,
	}),
	request: (params) => ({
		method: 'POST',
		path: '/datagifting/v1/service/transaction',
		body: params,
		tokenHeader: true,
	}),
	read: readingRecords(recordsOf),
});
