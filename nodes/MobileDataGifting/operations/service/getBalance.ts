import { z } from 'zod';
import { requiredTextSchema } from '../../../../platform/input';
import { balanceRequest, withRemains } from '../../../../platform/pools';
import { operatorField, serviceKeyField, simplifyField } from '../../../engine/panel/fields';
import { parseLimited } from '../../../engine/panel/list';
import { remoteOperation } from '../../../engine/panel/operation';

/** Reads the data pools of a service at an operator (contract, “Data gifting”, 5). */
export const getBalance = remoteOperation({
	value: 'getBalance',
	name: 'Get Balance',
	action: 'Get service balance',
	description: 'Get the remaining data at an operator, one item per data pool',
	effect: 'read',
	fields: [serviceKeyField, operatorField, simplifyField],
	params: z.object({ serviceKey: requiredTextSchema, operator: requiredTextSchema }),
	request: balanceRequest,
	simplify: 'all',
	refine: withRemains,
	parse: (answer, known) => {
		const result = parseLimited(answer, { returnAll: true, limit: 0 }, known);
		return result && { ...result, known };
	},
});
