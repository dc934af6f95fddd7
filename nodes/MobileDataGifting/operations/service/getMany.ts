import { z } from 'zod';
import { servicesRequest } from '../../../../platform/pools';
import { simplifyField } from '../../../engine/panel/fields';
import { listFields, listShape, parseLimited } from '../../../engine/panel/list';
import { remoteOperation } from '../../../engine/panel/operation';

/** Lists the merchant's services and packages (contract, “Data gifting”, 4). */
export const getMany = remoteOperation({
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many services',
	description: 'List your services at the platform and their packages',
	effect: 'read',
	fields: [...listFields, simplifyField],
	params: z.object(listShape),
	request: () => servicesRequest,
	simplify: 'all',
	parse: parseLimited,
});
