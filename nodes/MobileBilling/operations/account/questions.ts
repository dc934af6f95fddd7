import { isObject, isSuccess, type PlatformRecord } from '../../../../platform/answer';
import { contradictions } from '../../../../platform/matching';
import { giftsRequest, servicesIn } from '../../../../platform/pools';
import { reachQuestions } from '../../../../platform/reach';
import { type RecordKind, recordsFound, searchRequest } from '../../../../platform/search';
import { utcTimeOf } from '../../../../platform/times';
import { parseList } from '../../../../platform/verdict';
import type { Send, Sent } from '../../../engine/core/request/send';

/** The platform's answers, or the errors without an answer. */
export type Replies = Awaited<ReturnType<typeof repliesOf>>;

const maxServices = 3;
/** Ten records show what all records of a list look like. */
const maxRecords = 10;
const monthMs = 30 * 24 * 3600 * 1000;

/** Asks the platform what it does, by reads alone. @param preferred service key */
export async function repliesOf(send: Send, preferred: string | undefined) {
	const now = Date.now();
	const ask: Send = async (request) => await send({ keep: () => true, maxRecords, ...request });
	const { gifting, ...questions } = reachQuestions(now);
	const body = { timeCharged: { gt: utcTimeOf(now - monthMs) } };
	const [services, payments, search] = await Promise.all([
		ask({ ...gifting, maxRecords: undefined }),
		ask(questions.payments),
		ask({ ...questions.searches, body }),
	]);
	const listed = servicesIn(recordsIn(services) ?? []).map(({ serviceKey }) => serviceKey);
	const keys = [...new Set([preferred ?? '', ...listed])].filter(Boolean);
	/** The gifts of services by key, up to the first service that has any. */
	const gifts: [serviceKey: string, Sent][] = [];
	for (const serviceKey of recordsIn(services) ? keys.slice(0, maxServices) : []) {
		const reply = await ask(giftsRequest({ serviceKey }));
		gifts.push([serviceKey, reply]);
		if (recordsIn(reply)?.length) break;
	}
	return { services, gifts, payments, search, filters: await filterReplies(ask, search) };
}

export function recordsIn({ answer }: Sent): PlatformRecord[] | undefined {
	return answer && parseList(answer);
}

const nobody = '999999999999999';
const noId = 999_999_999_999_999;
const never = { gt: '2099-01-01 00:00:00' };

/** The filters of look-ups, triggers and recipes, each with a value that hardly any record has. */
const probes: Record<RecordKind, Record<string, unknown>> = {
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

export interface FilterReply {
	/** Such as `transactions.msisdn`. */
	name: string;
	state: 'holds' | 'ignored' | 'refused' | 'unknown';
}

/**
 * Searches by one filter at a time, with a value that hardly any record has: a record with another value shows that the
 * filter is ignored.
 */
async function filterReplies(ask: Send, search: Sent): Promise<FilterReply[]> {
	if (!hasRecords(search)) return [];
	const other = await ask({ ...searchRequest('subscriptions', {}), maxRecords: 1 });
	const kinds = (['transactions', 'subscriptions'] as const).filter(
		(kind) => kind === 'transactions' || hasRecords(other),
	);
	const asked = kinds.flatMap((kind) =>
		Object.entries(probes[kind]).map(([name, value]) => ({ kind, name, value })),
	);
	return await Promise.all(
		asked.map(async ({ kind, name, value }) => {
			const reply = await ask({ ...searchRequest(kind, { [name]: value }), maxRecords: 1 });
			return { name: `${kind}.${name}`, state: stateOf(reply, { [name]: value }) };
		}),
	);
}

function hasRecords({ answer }: Sent): boolean {
	return answer !== undefined && (recordsFound(answer)?.length ?? 0) > 0;
}

function stateOf({ answer }: Sent, asked: Record<string, unknown>): FilterReply['state'] {
	const records = answer && recordsFound(answer);
	if (records?.some((record) => contradictions(record, asked).length > 0)) return 'ignored';
	if (records) return 'holds';
	return answer && !isSuccess(answer.status) && isObject(answer.body) ? 'refused' : 'unknown';
}
