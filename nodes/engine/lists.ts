import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { isSuccess } from '../../platform/fate';
import { listOf, type PlatformRecord } from '../../platform/records';
import { operatorCodesIn, servicesIn } from '../../platform/serviceList';
import { connect } from './client';
import { nodeErrorOf } from './nodeError';
import { refusedBy, unreadable } from './platformError';

/** The account's services, for the “Service” field. */
export async function searchServices(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const services = servicesIn(await servicesOf(this));
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
	const services = await servicesOf(this);
	const own = services.filter((record) => servicesIn([record])[0]?.serviceKey === chosen);
	const codes = operatorCodesIn(own.length > 0 ? own : services);
	return matching(
		codes.map((code) => ({ name: code, value: code })),
		filter,
	);
}

async function servicesOf(context: ILoadOptionsFunctions): Promise<PlatformRecord[]> {
	return await readServices(context).catch((error: unknown) => {
		throw nodeErrorOf(context.getNode(), error);
	});
}

async function readServices(context: ILoadOptionsFunctions): Promise<PlatformRecord[]> {
	const { host, send } = await connect(context);
	const answer = await send({ method: 'GET', path: '/datagifting/v1/services' });
	if (!isSuccess(answer.status)) throw refusedBy(host, answer);
	const records = listOf(answer.body);
	if (records === undefined) throw unreadable(host, answer.body);
	return records;
}

function matching(items: INodeListSearchItems[], filter = ''): INodeListSearchResult {
	const wanted = filter.toLowerCase();
	return { results: items.filter(({ name }) => name.toLowerCase().includes(wanted)) };
}
