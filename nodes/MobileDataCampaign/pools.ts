import type { IExecuteFunctions } from 'n8n-workflow';
import type { Check, Pool } from '../../campaign/check';
import { messageOf } from '../../platform/input';
import {
	balanceRequest,
	reasonNotToGive,
	remainingTold,
	servicesRequest,
} from '../../platform/pools';
import { failedBy } from '../engine/core/request/errors';
import { connect } from '../engine/n8n/transport';

/** What the service's data pools have left at the operators of a plan, in MB; a problem where that can't be read. */
export async function poolsOf(
	context: IExecuteFunctions,
	serviceKey: string,
	operators: Check['operators'],
): Promise<Pool[]> {
	const { send } = await connect(context);
	const read = async (operator: string): Promise<Pool> => {
		const answer = await send(balanceRequest({ serviceKey, operator }));
		const megabytes = remainingTold(answer, Date.now());
		if (megabytes !== undefined) return { operator, megabytes };
		return { operator, problem: failedBy(answer).message };
	};
	const pools: Pool[] = [];
	for (const { operator } of operators.filter((one) => one.operator !== '')) {
		const failed = (error: unknown): Pool => ({ operator, problem: messageOf(error) });
		pools.push(await read(operator).catch(failed));
	}
	return pools;
}

/** Why a service can't give data, where the account's services tell; why nobody knows, where they can't be read. */
export async function serviceTrouble(
	context: IExecuteFunctions,
	serviceKey: string,
): Promise<string | undefined> {
	try {
		const { send } = await connect(context);
		return reasonNotToGive(await send(servicesRequest), serviceKey);
	} catch (error) {
		return messageOf(error);
	}
}
