import { isSuccess, isObject } from '../../../platform/answer';
import { contradictions } from '../../../platform/matching';
import { recordsFound, searchRequest } from '../../../platform/search';
import type { PlatformError } from '../../engine/core/request/errors';
import type { Answer, PlatformRequest } from '../../engine/core/request/platformRequest';

/** The platform's answer to a question, or why there is none. */
export type Reply =
	{ answer: Answer; error?: undefined } | { answer?: undefined; error: PlatformError };

type Kind = 'subscriptions' | 'transactions';
type Ask = (request: PlatformRequest) => Promise<Reply>;

const nobody = '999999999999999';
const noId = 999_999_999_999_999;
const never = { gt: '2099-01-01 00:00:00' };

/** What look-ups, triggers and recipes filter by, each with a value that hardly any record has. */
const probes: Record<Kind, Record<string, unknown>> = {
	transactions: {
		action: 'SUB_REMIND',
		actionStatus: 'CANCELED',
		merchantReference: 'n8n-check-setup',
		msisdn: nobody,
		serviceKey: 'n8nchecksetup',
		subscriptionId: noId,
		timeCharged: never,
		timeUpdated: never,
		transactionId: noId,
	},
	subscriptions: {
		active: false,
		msisdn: nobody,
		serviceKey: 'n8nchecksetup',
		subscriptionId: noId,
		timeSubscribed: never,
		userId: 'n8n-check-setup',
	},
};

/** What became of a search by one filter. */
export interface FilterReply {
	/** Such as `transactions.msisdn`. */
	name: string;
	state: 'holds' | 'ignored' | 'refused' | 'unknown';
}

/**
 * Asks for what hardly any record has, filter by filter: a record that shows something else tells that the platform
 * ignores the filter. Searches that show no record at all tell nothing.
 */
export async function filterReplies(ask: Ask, search: Reply): Promise<FilterReply[]> {
	const all = { timeSubscribed: { gt: '1970-01-01 00:00:00' } };
	if (!hasRecords(search)) return [];
	const other = await ask({ ...searchRequest('subscriptions', all), most: 1 });
	const kinds = (['transactions', 'subscriptions'] as const).filter(
		(kind) => kind === 'transactions' || hasRecords(other),
	);
	const asked = kinds.flatMap((kind) =>
		Object.entries(probes[kind]).map(([name, value]) => ({ kind, name, value })),
	);
	return await Promise.all(
		asked.map(async ({ kind, name, value }) => {
			const reply = await ask({ ...searchRequest(kind, { [name]: value }), most: 1 });
			return { name: `${kind}.${name}`, state: stateOf(reply, { [name]: value }) };
		}),
	);
}

function hasRecords({ answer }: Reply): boolean {
	return answer !== undefined && (recordsFound(answer)?.length ?? 0) > 0;
}

function stateOf({ answer }: Reply, asked: Record<string, unknown>): FilterReply['state'] {
	const records = answer && recordsFound(answer);
	if (records?.some((record) => contradictions(record, asked).length > 0)) return 'ignored';
	if (records) return 'holds';
	return answer && !isSuccess(answer.status) && isObject(answer.body) ? 'refused' : 'unknown';
}
