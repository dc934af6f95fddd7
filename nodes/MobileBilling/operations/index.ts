import type { Resource } from '../../engine/operation';
import { start } from './payment/start';
import { submitPin } from './payment/submitPin';
import { checkStatus } from './subscription/checkStatus';
import { createIdentificationLink } from './subscription/createIdentificationLink';
import { getMany as getManySubscriptions } from './subscription/getMany';
import { verifyIdentificationReturn } from './subscription/verifyIdentificationReturn';
import { getMany as getManyTransactions } from './transaction/getMany';

/** Every operation of the node, in the order the dropdowns show them. */
export const resources: Resource[] = [
	{ value: 'payment', name: 'Payment', defaultOperation: 'start', operations: [start, submitPin] },
	{
		value: 'subscription',
		name: 'Subscription',
		defaultOperation: 'checkStatus',
		operations: [
			checkStatus,
			createIdentificationLink,
			getManySubscriptions,
			verifyIdentificationReturn,
		],
	},
	{
		value: 'transaction',
		name: 'Transaction',
		defaultOperation: 'getMany',
		operations: [getManyTransactions],
	},
];
