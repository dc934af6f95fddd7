import type { Resource } from '../../engine/panel/operation';
import { checkSetup } from './account/checkSetup';
import { resolveAlias } from './customer/resolveAlias';
import { createCustomerLink, createSubscriptionLink } from './identificationLinks';
import { checkLimits } from './page/checkLimits';
import { openPage } from './page/openPage';
import { writePage } from './page/writePage';
import { writeRecord } from './page/writeRecord';
import { refund } from './payment/refund';
import { start } from './payment/start';
import { submitPin } from './payment/submitPin';
import { cancel } from './subscription/cancel';
import { checkStatus } from './subscription/checkStatus';
import { get as getSubscription, getMany as getManySubscriptions } from './subscription/records';
import { verifyIdentificationReturn } from './subscription/verifyIdentificationReturn';
import { get as getTransaction, getMany as getManyTransactions } from './transaction/records';

/** Every operation of the node, in the order the dropdowns show them. */
export const resources: Resource[] = [
	{
		value: 'customer',
		name: 'Customer',
		defaultOperation: 'createIdentificationLink',
		operations: [createCustomerLink, resolveAlias],
	},
	{
		value: 'payment',
		name: 'Payment',
		defaultOperation: 'start',
		operations: [refund, start, submitPin],
	},
	{
		value: 'subscription',
		name: 'Subscription',
		defaultOperation: 'checkStatus',
		operations: [
			cancel,
			checkStatus,
			createSubscriptionLink,
			getSubscription,
			getManySubscriptions,
			verifyIdentificationReturn,
		],
	},
	{
		value: 'transaction',
		name: 'Transaction',
		defaultOperation: 'getMany',
		operations: [getTransaction, getManyTransactions],
	},
	{ value: 'account', name: 'Account', defaultOperation: 'checkSetup', operations: [checkSetup] },
	{
		value: 'page',
		name: 'Customer Page',
		description: 'The steps of the ready workflows that sell, cancel, guard and look up',
		defaultOperation: 'writePage',
		operations: [checkLimits, openPage, writePage, writeRecord],
		isSteps: true,
	},
];
