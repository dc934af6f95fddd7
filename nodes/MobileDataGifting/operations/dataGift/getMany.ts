import { z } from 'zod';
import { parseList } from '../../../../platform/answer';
import { normalizeMsisdn, serviceKeySchema } from '../../../../platform/identifiers';
import { optionally } from '../../../../platform/input';
import { msisdnField, serviceKeyField } from '../../../engine/fields';
import { remoteOperation } from '../../../engine/operation';

/** Lists the gifts of a service (contract, “Data gifting”, 3). */
export const getMany = remoteOperation({
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many data gifts',
	description: 'List the data gifts of a service, all of them or those of one customer',
	effect: 'read',
	costs: 'nothing',
	fields: [
		serviceKeyField,
		{
			...msisdnField,
			description: "Only this customer's gifts. Leave it empty for all gifts of the service.",
		},
	],
	params: z.object({
		serviceKey: serviceKeySchema,
		msisdn: optionally(normalizeMsisdn),
	}),
	request: ({ serviceKey, msisdn }) => ({
		method: 'GET',
		path: '/datagifting/v1/transaction',
		query: { serviceKey, ...(msisdn && { msisdn }) },
	}),
	parse: parseList,
});
