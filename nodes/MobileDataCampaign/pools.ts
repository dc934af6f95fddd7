import type { IExecuteFunctions } from 'n8n-workflow';
import type { Check, Pool } from '../../campaign/check';
import { plus } from '../../campaign/results';
import type { Piece } from '../../campaign/types';
import { regionsOf } from '../../campaign/zones';
import { messageOf } from '../../platform/input';
import {
	balanceRequest,
	operatorsOf,
	readRemains,
	readService,
	servicesRequest,
} from '../../platform/pools';
import { parseList } from '../../platform/verdict';
import { failedBy } from '../engine/core/request/errors';
import { connect } from '../engine/n8n/transport';

/** The rows of a plan, by operator and by place. */
interface PlannedPools {
	check: Pick<Check, 'operators'>;
	pieces: Pick<Piece, 'place' | 'operator'>[];
}

/**
 * Whether a service can give data, and the rest and the end of its data pools at the operators of a plan; a problem if
 * that can't be read. Rows without an operator take from the pools of their countries.
 */
export async function askPlatform(
	context: IExecuteFunctions,
	serviceKey: string,
	planned: PlannedPools,
): Promise<Pick<Check, 'service' | 'serviceName' | 'pools'>> {
	const send = await connect(context);
	const poolOf = async (operator: string): Promise<Pool> => {
		const asked = { serviceKey, operator };
		const answer = await send(balanceRequest(asked));
		const remains = readRemains(answer, asked, Date.now());
		return remains ? { operator, ...remains } : { operator, problem: failedBy(answer).message };
	};
	const poolsOf = async (operators: string[]): Promise<Pool[]> => {
		const pools: Pool[] = [];
		for (const operator of operators) {
			const failed = (error: unknown): Pool => ({ operator, problem: messageOf(error) });
			pools.push(await poolOf(operator).catch(failed));
		}
		return pools;
	};
	const services = await send(servicesRequest).catch(messageOf);
	const operators = planned.check.operators.map(({ operator }) => operator);
	const pools = await poolsOf(operators.filter((operator) => operator !== ''));
	if (typeof services === 'string') return { pools, service: services };
	if (operators.includes('')) {
		const all = operatorsOf(parseList(services) ?? [], serviceKey);
		pools.push(...summedPools(await poolsOf(all.filter(mayServe(planned)))));
	}
	return { pools, ...readService(services, serviceKey) };
}

/**
 * Whether rows without an operator may belong to this one: its code begins with its country (contract, “Common
 * conventions”).
 */
function mayServe({ pieces }: PlannedPools): (code: string) => boolean {
	const places = pieces
		.filter(({ operator }) => operator === '')
		.map(({ place }) => regionsOf(place));
	if (places.some((regions) => regions.length === 0)) return () => true;
	const countries = new Set<string>(places.flat());
	return (code) => countries.has(code.slice(0, 2));
}

/** The sum of the pools of all these operators; empty if there are none. */
function summedPools(pools: Pool[]): Pool[] {
	const problem = pools.find((pool) => pool.problem !== undefined)?.problem;
	if (problem !== undefined) return [{ operator: '', problem }];
	const megabytes = pools.reduce((sum, pool) => plus(sum, pool.megabytes ?? 0), 0);
	const [endsAt] = pools.flatMap((pool) => pool.endsAt ?? []).sort();
	const doubts = pools.flatMap((pool) => pool.doubts ?? []);
	return pools.length > 0 ? [{ operator: '', megabytes, endsAt, doubts }] : [];
}
