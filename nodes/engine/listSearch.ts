import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { isSuccess, listOf, type PlatformRecord } from '../../platform/answer';
import { operatorCodesIn, servicesIn } from '../../platform/pools';
import { failedBy } from './errors';
import { nodeErrorOf } from './output';
import { connect } from './transport';

/** The account's services, for the "Service" field. */
export async function searchServices(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const services = servicesIn(await readServices(this));
	return matching(
		services.map(({ serviceKey, name }) => ({ name, value: serviceKey })),
		filter,
	);
}

/** The operators of the chosen service, or of all services when none is chosen yet. */
export async function searchOperators(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const chosen = this.getCurrentNodeParameter('serviceKey', { extractValue: true });
	const services = await readServices(this);
	const own = services.filter((record) => servicesIn([record])[0]?.serviceKey === chosen);
	const codes = operatorCodesIn(own.length > 0 ? own : services);
	return matching(
		codes.map((code) => ({ name: code, value: code })),
		filter,
	);
}

async function readServices(context: ILoadOptionsFunctions): Promise<PlatformRecord[]> {
	try {
		const { host, send } = await connect(context);
		const answer = await send({ method: 'GET', path: '/datagifting/v1/services' });
		const records = isSuccess(answer.status) ? listOf(answer.body) : undefined;
		if (records === undefined) throw failedBy(host, answer);
		return records;
	} catch (error) {
		throw nodeErrorOf(context.getNode(), error);
	}
}

function matching(items: INodeListSearchItems[], filter = ''): INodeListSearchResult {
	const wanted = filter.toLowerCase();
	return { results: items.filter(({ name }) => name.toLowerCase().includes(wanted)) };
}
