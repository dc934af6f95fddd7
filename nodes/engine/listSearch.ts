import type { IExecuteFunctions, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { parseList, type PlatformRecord } from '../../platform/answer';
import { operatorCodesIn, servicesIn } from '../../platform/pools';
import { failedBy } from './errors';
import { nodeErrorOf } from './output';
import { connect } from './transport';

/** The account's services, for the "Service" field. */
export async function searchServices(this: ILoadOptionsFunctions, filter?: string) {
	const services = servicesIn(await readServices(this));
	const choices = services.map(({ serviceKey, name }) => ({ name, value: serviceKey }));
	return matching(choices, filter);
}

/** The operators of the chosen service, or of all services before one is chosen. */
export async function searchOperators(this: ILoadOptionsFunctions, filter?: string) {
	const chosen = this.getCurrentNodeParameter('serviceKey', { extractValue: true });
	const services = await readServices(this);
	const own = services.filter((record) => servicesIn([record])[0]?.serviceKey === chosen);
	const codes = operatorCodesIn(own.length > 0 ? own : services);
	const choices = codes.map((code) => ({ name: code, value: code }));
	return matching(choices, filter);
}

/** The account's services, as the platform gives them. @throws NodeOperationError or NodeApiError */
export async function readServices(
	context: IExecuteFunctions | ILoadOptionsFunctions,
): Promise<PlatformRecord[]> {
	try {
		const { send } = await connect(context);
		const answer = await send({ method: 'GET', path: '/datagifting/v1/services' });
		const list = parseList(answer);
		if (!list) throw failedBy(answer);
		return list.records;
	} catch (error) {
		throw nodeErrorOf(context.getNode(), error);
	}
}

function matching(choices: INodeListSearchResult['results'], filter = ''): INodeListSearchResult {
	const wanted = filter.toLowerCase();
	return { results: choices.filter(({ name }) => name.toLowerCase().includes(wanted)) };
}
