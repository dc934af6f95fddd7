import type { Resource } from '../../engine/panel/operation';
import { assign } from './dataGift/assign';
import { getMany as getManyGifts } from './dataGift/getMany';
import { getBalance } from './service/getBalance';
import { getMany as getManyServices } from './service/getMany';

/** Every operation of the node, in the order the dropdowns show them. */
export const resources: Resource[] = [
	{
		value: 'dataGift',
		name: 'Data Gift',
		defaultOperation: 'assign',
		operations: [assign, getManyGifts],
	},
	{
		value: 'service',
		name: 'Service',
		defaultOperation: 'getBalance',
		operations: [getBalance, getManyServices],
	},
];
