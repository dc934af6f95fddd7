import type { Tokens } from '../../../platform/account';
import { parseList, type PlatformRecord } from '../../../platform/answer';
import { balanceRequest, operatorCodesIn, servicesIn } from '../../../platform/pools';
import { isLetIn, reachProbes } from '../../../platform/reach';
import { recordsFound } from '../../../platform/search';
import { utcTimeOf } from '../../../platform/times';
import { LoginError } from '../../../platform/token';
import { httpDateOf } from '../../../platform/trouble';
import type { Answer, PlatformRequest } from '../../engine/core/request/platformRequest';
import type { SurveyPorts } from '../../engine/panel/operation';

/** Why a question has no answer, in words. */
type NoAnswer = { trouble: string } | { notChecked: string };

/** What a question gave. `aheadMs`: how far the platform's clock was ahead of ours; `login`: why n8n couldn't log in. */
export type Asked = { answer: Answer; aheadMs?: number } | (NoAnswer & { login?: string });

/** What was asked of a service, or of a service at an operator. */
export type AskedOf = [name: string, Asked][];

/** What the platform said, for the checks to judge. */
export interface Facts {
	/** Those of the last login. */
	tokens: Tokens;
	/** How far the platform's clock is ahead of ours; undefined where no answer showed it. */
	clockDifferenceSeconds: number | undefined;
	/** When the checks began, in Unix milliseconds. */
	now: number;
	/** The list of services. */
	gifting: Asked;
	/** The gifts of services, up to the first one that has any. */
	gifts: AskedOf;
	pools: AskedOf;
	payments: Asked;
	/** A search that logs in as the credential says; a second one, where the first left its form open. */
	search: Asked;
	/** Whether the Bearer token is accepted where signed headers were refused. */
	takesToken: boolean;
}

/** So many services are searched for a gift, and so many data pools are read. */
const maxServices = 5;
const maxPools = 8;
/** So many records of a list tell how all of them are. */
const enough = 10;
/** With what is on its way when an answer is cut, 1 MB is read at most. */
const maxBytes = 600_000;

const thirtyDays = 30 * 24 * 3600 * 1000;

type Ask = (request: PlatformRequest) => Promise<Asked>;

/** Asks the platform what it does, by reads alone. @param preferred service key */
export async function factsOf(ports: SurveyPorts, preferred: string | undefined): Promise<Facts> {
	const now = Date.now();
	const ask = askerOf(ports);
	const reach = reachProbes(now);
	const services = ask({ ...reach.gifting, keep: () => true, most: undefined });
	const [gifting, gifts, pools, payments, searches] = await Promise.all([
		services,
		services.then((list) => giftsOf(ask, list, preferred)),
		services.then((list) => poolsOf(ask, list)),
		ask(reach.payments),
		searchOf(ask, { ...reach.searches, searchLogin: true }, now),
	]);
	const ofServices = [...gifts, ...pools].map(([, one]) => one);
	const clockDifferenceSeconds = differenceIn([gifting, payments, searches.search, ...ofServices]);
	const tokens = await ports.tokens();
	return { tokens, clockDifferenceSeconds, now, gifting, gifts, pools, payments, ...searches };
}

function differenceIn(asked: Asked[]): number | undefined {
	const ahead = asked.flatMap((one) => ('answer' in one ? (one.aheadMs ?? []) : []));
	// An answer is older than it was on arrival, never younger; `Date` leaves out half a second on average.
	return ahead.length > 0 ? Math.round((Math.max(...ahead) + 500) / 1000) : undefined;
}

function askerOf({ send, signal }: SurveyPorts): Ask {
	const budget = { bytes: maxBytes };
	return async (request) => {
		try {
			const answer = await send({ keep: () => false, most: enough, ...request, budget });
			const date = httpDateOf(answer.date);
			return { answer, aheadMs: date && date - Date.now() };
		} catch (caught) {
			const { message, cause } = caught as Error;
			if (signal.aborted) return { notChecked: 'the time is up' };
			if (!(cause instanceof LoginError)) return { trouble: message };
			return { notChecked: 'the login failed', login: message };
		}
	};
}

async function searchOf(ask: Ask, request: PlatformRequest, now: number) {
	const search = await ask(request);
	if ('answer' in search && search.answer.status === 401 && search.answer.isSigned) {
		return { search, takesToken: isIn(await ask({ ...request, searchLogin: false })) };
	}
	if (!isIn(search) || shapeOf(search.answer)) return { search, takesToken: false };
	const body = { timeCharged: { gt: utcTimeOf(now - thirtyDays) } };
	return { search: await ask({ ...request, body }), takesToken: false };
}

/** Asks for the gifts of one service after the other, until there are some. */
async function giftsOf(ask: Ask, services: Asked, preferred = ''): Promise<AskedOf> {
	if (!isIn(services)) return [];
	const listed = servicesIn(recordsIn(services) ?? []).map(({ serviceKey }) => serviceKey);
	const keys = [...new Set([preferred, ...listed].filter(Boolean))];
	const gifts: AskedOf = [];
	for (const serviceKey of keys.slice(0, maxServices)) {
		const path = '/datagifting/v1/transaction';
		const asked = await ask({ method: 'GET', path, query: { serviceKey } });
		gifts.push([serviceKey, asked]);
		if (recordsIn(asked)?.length) break;
	}
	return gifts;
}

/** Asks for the data pools of the first services, at two operators each. */
async function poolsOf(ask: Ask, services: Asked): Promise<AskedOf> {
	const places = (recordsIn(services) ?? []).flatMap((record) => {
		const [one] = servicesIn([record]);
		const operators = one ? operatorCodesIn(record).slice(0, 2) : [];
		return operators.map((operator) => ({ serviceKey: one?.serviceKey ?? '', operator }));
	});
	const pools: AskedOf = [];
	for (const place of places.slice(0, maxPools)) {
		pools.push([`${place.serviceKey} at ${place.operator}`, await ask(balanceRequest(place))]);
	}
	return pools;
}

/** Whether the account was let in. */
export function isIn(asked: Asked): asked is { answer: Answer } {
	return 'answer' in asked && isLetIn(asked.answer);
}

/** The records of a list; undefined for anything else. */
export function recordsIn(asked: Asked): PlatformRecord[] | undefined {
	return 'answer' in asked ? parseList(asked.answer)?.records : undefined;
}

/** What a search is answered with; undefined where that doesn't tell. An empty list is a list. */
export function shapeOf(answer: Answer): 'list' | 'record' | undefined {
	const records = recordsFound(answer);
	if (records && Array.isArray(answer.body)) return 'list';
	return records && records.length > 0 ? 'record' : undefined;
}
