import { flagIn } from '../../../../platform/identification';
import { hasId, readId, recordsFound, searchRequest } from '../../../../platform/search';
import type { Reconciliation } from '../../../engine/core/exchange';
import type { CancelParams } from './cancelFields';

/** Proves a cancellation by the subscription search (contract, “Query APIs”, 10): nothing is active any more. */
export const cancelReconciliation: Reconciliation<CancelParams> = {
	key: ({ serviceKey, by, id }) => ({ serviceKey, reference: `cancel ${by} ${id}` }),
	request: ({ serviceKey, by, id }) => {
		const own = by === 'subscriptionId' ? readId(id) : id;
		return searchRequest('subscriptions', { serviceKey, [by]: own });
	},
	read: (answer, { by, id }) => {
		const own = recordsFound(answer)?.filter((record) => hasId(record[by], id)) ?? [];
		if (own.some(({ active }) => flagIn(active) === true)) return { state: 'notDone' };
		// An older platform shows one record, and a user may have had several subscriptions.
		const isWhole = by === 'subscriptionId' || Array.isArray(answer.body);
		const isEnded = isWhole && own.every(({ active }) => flagIn(active) === false);
		const ended = own.map(({ timeUnsubscribed }) => String(timeUnsubscribed)).sort();
		const record = own.find(({ timeUnsubscribed }) => String(timeUnsubscribed) === ended.at(-1));
		return record && isEnded ? { state: 'done', record } : { state: 'unclear' };
	},
	result: (record) => ({ records: [record], outcome: 'canceled' }),
	isDeclined: ({ outcome }) => outcome !== 'canceled',
};
