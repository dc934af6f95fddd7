import { z } from 'zod';
import { optionally, requiredTextSchema } from '../../../../platform/input';
import { phoneAsEntered } from '../../../../platform/phoneNumber';
import { giftsRequest } from '../../../../platform/pools';
import { phoneFilterField, serviceKeyField, simplifyField } from '../../../engine/panel/fields';
import { listFields, listShape, parseLimited, readUpTo } from '../../../engine/panel/list';
import { remoteOperation } from '../../../engine/panel/operation';

/** Lists the gifts of a service (contract, “Data gifting”, 3). */
export const getMany = remoteOperation({
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many data gifts',
	description: 'List the data gifts of a service or of one customer',
	effect: 'read',
	fields: [
		serviceKeyField,
		{
			...phoneFilterField,
			description: 'Only gifts to this phone number; empty means all gifts of the service',
		},
		...listFields,
		simplifyField,
	],
	params: z.object({
		serviceKey: requiredTextSchema,
		msisdn: optionally(phoneAsEntered),
		...listShape,
	}),
	request: ({ serviceKey, msisdn, ...wanted }) => ({
		...giftsRequest({ serviceKey, ...(msisdn && { msisdn }) }),
		...readUpTo(wanted, { serviceKey, msisdn }),
	}),
	simplify: 'all',
	parse: (answer, { serviceKey, msisdn, ...wanted }) =>
		parseLimited(answer, wanted, { serviceKey, msisdn }),
});
