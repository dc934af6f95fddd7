import { requiredTextSchema } from '../../../../platform/input';
import { isTransaction, transactionFilter } from '../../../../platform/search';
import { transactionIdField } from '../fields';
import { getOperation } from '../search';
import { transactions } from './getMany';

/** Finds a transaction by its ID (contract, “Query APIs”, 11). */
export const get = getOperation(transactions, {
	action: 'Get transaction',
	description: 'Get a transaction by its ID, plain or encrypted',
	noun: 'transaction',
	idField: transactionIdField,
	idSchema: requiredTextSchema,
	filterOf: transactionFilter,
	isIt: isTransaction,
});
