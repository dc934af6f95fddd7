import { parseList } from '../../../../platform/answer';
import { balanceRequest } from '../../../../platform/pools';
import { isLetIn, reachProbes, type Probe } from '../../../../platform/setup';
import { poolPlacesIn, serviceKeysIn } from '../../../../platform/setupGifts';
import { shapeOf } from '../../../../platform/setupProducts';
import { utcTimeOf } from '../../../../platform/times';
import type { PlatformRequest } from '../../../engine/operation';

/** Sends a read. */
export type Read = (request: PlatformRequest) => Promise<Probe>;

/** So many services are searched for a gift, and so many data pools are read. */
const maxServices = 5;
const maxPools = 8;

const day = 24 * 3600 * 1000;

/** Lists the gifts of one service after the other until there are some. @param preferred service key */
export async function probeGifts(read: Read, gifting: Probe, preferred: string | undefined) {
	const probes: [string, Probe][] = [];
	if (!('answer' in gifting) || !isLetIn(gifting.answer)) return probes;
	const listed = serviceKeysIn(gifting.answer);
	const keys = [...new Set([...(preferred ? [preferred] : []), ...listed])];
	for (const serviceKey of keys.slice(0, maxServices)) {
		const path = '/datagifting/v1/transaction';
		const probe = await read({ method: 'GET', path, query: { serviceKey } });
		probes.push([serviceKey, probe]);
		if ('answer' in probe && parseList(probe.answer)?.records.length) break;
	}
	return probes;
}

/** Reads the data pools of the first services. */
export async function probePools(read: Read, gifting: Probe) {
	const probes: [string, Probe][] = [];
	const places = 'answer' in gifting ? poolPlacesIn(gifting.answer) : [];
	for (const query of places.slice(0, maxPools)) {
		const probe = await read(balanceRequest(query));
		probes.push([`${query.serviceKey} at ${query.operator}`, probe]);
	}
	return probes;
}

/** Searches for a record, if a search that found nothing doesn't tell a list from a single record. */
export async function probeShape(
	read: Read,
	search: Probe,
	{ isBearer, now }: { isBearer: boolean; now: number },
): Promise<Probe> {
	let probe = search;
	for (const days of [1, 30]) {
		if (!('answer' in probe) || !isLetIn(probe.answer) || shapeOf(probe.answer)) return probe;
		const body = { timeCharged: { gt: utcTimeOf(now - days * day) } };
		probe = await read({ ...reachProbes(now).searches, body, searchLogin: !isBearer });
	}
	return probe;
}
