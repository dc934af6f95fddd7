import type { IExecuteFunctions, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { type PlatformRecord } from '../../../platform/answer';
import { parseList } from '../../../platform/verdict';
import { operatorsOf, servicesIn, servicesRequest } from '../../../platform/pools';
import { failedBy } from '../core/request/errors';
import { nodeErrorOf } from './output';
import { connect } from './transport';

export async function searchServices(this: ILoadOptionsFunctions, filter?: string) {
	return matching(serviceChoices(servicesIn(await readServices(this))), filter);
}

/** The services that can give data, as far as the platform shows that. */
export async function searchGivingServices(this: ILoadOptionsFunctions, filter?: string) {
	const services = servicesIn(await readServices(this)).filter(({ cantGive }) => !cantGive);
	return matching(serviceChoices(services), filter);
}

/** The operators of the chosen service, or of all services before one is chosen. */
export async function searchOperators(this: ILoadOptionsFunctions, filter?: string) {
	const chosen = this.getCurrentNodeParameter('serviceKey', { extractValue: true });
	const codes = operatorsOf(await readServices(this), chosen);
	const choices = codes.map((code) => ({ name: code, value: code }));
	return matching(choices, filter);
}

/** The account's services, as the platform gives them. @throws NodeOperationError or NodeApiError */
export async function readServices(
	context: IExecuteFunctions | ILoadOptionsFunctions,
): Promise<PlatformRecord[]> {
	try {
		const send = await connect(context);
		const answer = await send(servicesRequest);
		const records = parseList(answer);
		if (records) return records;
		throw failedBy(answer);
	} catch (error) {
		throw nodeErrorOf(context.getNode(), error);
	}
}

function serviceChoices(services: ReturnType<typeof servicesIn>) {
	return services.map(({ serviceKey, name }) => ({ name, value: serviceKey }));
}

function matching(choices: INodeListSearchResult['results'], filter = ''): INodeListSearchResult {
	const wanted = filter.toLowerCase();
	return { results: choices.filter(({ name }) => name.toLowerCase().includes(wanted)) };
}
