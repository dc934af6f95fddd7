import { z } from 'zod';
import { textSchema } from '../../../../platform/input';
import { listFields, listShape, parseLimited } from '../../../engine/list';
import { remoteOperation } from '../../../engine/operation';

/** Lists the merchant's services and packages (contract, “Data gifting”, 4). */
export const getMany = remoteOperation({
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many services',
	description: 'List your services at the platform and their packages',
	effect: 'read',
	costs: 'nothing',
	fields: [
		{
			displayName: 'Merchant ID',
			name: 'merchantId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1042',
			description: 'Only if your operator asks for it: the platform takes it from your login',
		},
		...listFields,
	],
	params: z.object({ merchantId: textSchema, ...listShape }),
	request: ({ merchantId }) => ({
		method: 'GET',
		path: '/datagifting/v1/services',
		query: merchantId === '' ? {} : { merchantId },
	}),
	parse: (answer, params) => parseLimited(answer, params),
});
