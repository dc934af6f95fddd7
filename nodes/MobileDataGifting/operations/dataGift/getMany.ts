import { z } from 'zod';
import { normaliseMsisdn } from '../../../../platform/msisdn';
import { optionally } from '../../../../platform/input';
import { listOf } from '../../../../platform/records';
import { serviceKeySchema } from '../../../../platform/serviceKey';
import { msisdnField, serviceKeyField } from '../../../engine/fields';
import { readingRecords, remoteOperation } from '../../../engine/operation';

/** Lists the gifts of a service (contract, “Data gifting”, 3). */
export const getMany = remoteOperation({
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many data gifts',
	description: 'List the data gifts of a service, all of them or those of one customer',
	effect: 'read',
	fields: [
		serviceKeyField,
		{
			...msisdnField,
			description: "Only this customer's gifts. Leave it empty for all gifts of the service.",
		},
	],
	params: z.object({
		serviceKey: serviceKeySchema,
		msisdn: optionally(normaliseMsisdn),
	}),
	request: ({ serviceKey, msisdn }) => ({
		method: 'GET',
		path: '/datagifting/v1/transaction',
		query: { serviceKey, ...(msisdn && { msisdn }) },
	}),
	read: readingRecords(listOf),
});
