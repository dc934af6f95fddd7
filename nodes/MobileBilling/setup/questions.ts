import { type PlatformRecord } from '../../../platform/answer';
import { parseList } from '../../../platform/verdict';
import { servicesIn } from '../../../platform/pools';
import { reachProbes } from '../../../platform/reach';
import { utcTimeOf } from '../../../platform/times';
import { filterReplies, type FilterReply, type Reply } from './filters';
import type { PlatformError } from '../../engine/core/request/errors';
import type { Answer, PlatformRequest } from '../../engine/core/request/platformRequest';

/** What the platform said, for the checks to judge. */
export interface Replies {
	services: Reply;
	/** The gifts of services by key, up to the first service that has any. */
	gifts: [serviceKey: string, Reply][];
	payments: Reply;
	/** A search for the transactions of the last month. */
	search: Reply;
	filters: FilterReply[];
}

type Send = (request: PlatformRequest) => Promise<Answer>;

/** So many services are searched for a gift. */
const maxServices = 3;
/** So many records of a list tell how all of them are. */
const enough = 10;
const monthMs = 30 * 24 * 3600 * 1000;

/** Asks the platform what it does, by reads alone. @param preferred service key */
export async function repliesOf(send: Send, preferred: string | undefined): Promise<Replies> {
	const now = Date.now();
	const ask = async (request: PlatformRequest): Promise<Reply> =>
		await send({ keep: () => true, most: enough, ...request }).then(
			(answer) => ({ answer }),
			(error: PlatformError) => ({ error }),
		);
	const probes = reachProbes(now);
	const body = { timeCharged: { gt: utcTimeOf(now - monthMs) } };
	const [services, payments, search] = await Promise.all([
		ask({ ...probes.gifting, most: undefined }),
		ask(probes.payments),
		ask({ ...probes.searches, body, searchLogin: true }),
	]);
	const listed = servicesIn(recordsIn(services) ?? []).map(({ serviceKey }) => serviceKey);
	const keys = [...new Set([preferred ?? '', ...listed])].filter(Boolean);
	const gifts: Replies['gifts'] = [];
	for (const serviceKey of recordsIn(services) ? keys.slice(0, maxServices) : []) {
		const path = '/datagifting/v1/transaction';
		const reply = await ask({ method: 'GET', path, query: { serviceKey } });
		gifts.push([serviceKey, reply]);
		if (recordsIn(reply)?.length) break;
	}
	return { services, gifts, payments, search, filters: await filterReplies(ask, search) };
}

/** The records of a list; undefined for anything else. */
export function recordsIn({ answer }: Reply): PlatformRecord[] | undefined {
	return answer && parseList(answer)?.records;
}
