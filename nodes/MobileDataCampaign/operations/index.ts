import type { Resource, ShownOperation } from '../../engine/operation';
import { readList } from './readList';

/** Every operation of the node, in the order the dropdown shows them. */
export const resources: Resource<ShownOperation>[] = [
	{
		value: 'campaign',
		name: 'Campaign',
		defaultOperation: 'readList',
		operations: [readList],
	},
];
