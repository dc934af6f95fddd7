import { z } from 'zod';
import { parseList } from '../../../../platform/answer';
import { operatorCodeSchema, serviceKeySchema } from '../../../../platform/identifiers';
import { withRemainingAmount } from '../../../../platform/pools';
import { operatorField, serviceKeyField } from '../../../engine/fields';
import { remoteOperation } from '../../../engine/operation';

/** Reads the data pools of a service at an operator (contract, “Data gifting”, 5). */
export const getBalance = remoteOperation({
	value: 'getBalance',
	name: 'Get Balance',
	action: 'Get the balance of a service',
	description: 'Read how much data is left to give at an operator, one item for each data pool',
	effect: 'read',
	costs: 'nothing',
	fields: [serviceKeyField, operatorField],
	params: z.object({ serviceKey: serviceKeySchema, operator: operatorCodeSchema }),
	request: (params) => ({
		method: 'GET',
		path: '/datagifting/v1/services/balance',
		query: params,
	}),
	parse: (answer) => {
		const list = parseList(answer);
		return list && { records: list.records.map(withRemainingAmount) };
	},
});
