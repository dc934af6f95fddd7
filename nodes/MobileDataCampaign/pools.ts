import type { IExecuteFunctions } from 'n8n-workflow';
import type { Check, Pool } from '../../campaign/check';
import { messageOf } from '../../platform/input';
import { balanceRequest, readService, readRemains, servicesRequest } from '../../platform/pools';
import { failedBy } from '../engine/core/request/errors';
import { connect } from '../engine/n8n/transport';

/** Whether a service can give data, and what its data pools have left at the operators of a plan, and until when; a problem where that can't be read. */
export async function askPlatform(
	context: IExecuteFunctions,
	serviceKey: string,
	operators: Check['operators'],
): Promise<Pick<Check, 'service' | 'serviceName' | 'pools'>> {
	const send = await connect(context);
	const poolOf = async (operator: string): Promise<Pool> => {
		const asked = { serviceKey, operator };
		const answer = await send(balanceRequest(asked));
		const remains = readRemains(answer, asked, Date.now());
		return remains ? { operator, ...remains } : { operator, problem: failedBy(answer).message };
	};
	const pools: Pool[] = [];
	for (const { operator } of operators.filter((planned) => planned.operator !== '')) {
		const failed = (error: unknown): Pool => ({ operator, problem: messageOf(error) });
		pools.push(await poolOf(operator).catch(failed));
	}
	const answered = send(servicesRequest).then((answer) => readService(answer, serviceKey));
	return { pools, ...(await answered.catch((error: unknown) => ({ service: messageOf(error) }))) };
}
