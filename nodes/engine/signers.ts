import type { IWebhookFunctions } from 'n8n-workflow';
import { servicesOf, type Service } from '../../platform/service';
import { serviceCredential } from './credentials';

/** How long, in milliseconds, a credential that was read counts. */
const freshMs = 1_000;
const mostKept = 100;

interface Read {
	at: number;
	services: Promise<Service[]>;
}

const reads = new Map<string, Read>();

/**
 * The services whose signatures a trigger takes; undefined when it takes every call as it is.
 *
 * n8n looks a credential up and decrypts it for every call, which is a third of what it costs to refuse one, so what
 * was read counts for a second. A changed signature key therefore counts a second later at most, and at once while a
 * person tries the flow out.
 *
 * @param now milliseconds since 1970
 * @throws what n8n throws when the credential cannot be read; that is not kept
 */
export async function signersOf(
	context: IWebhookFunctions,
	now: number,
): Promise<Service[] | undefined> {
	if (context.getNodeParameter('authentication') === 'none') return undefined;
	const read = async () => servicesOf(await context.getCredentials(serviceCredential));
	if (context.getMode() === 'manual') return await read();

	const { id: nodeId, credentials } = context.getNode();
	const key = [context.getWorkflow().id, nodeId, credentials?.[serviceCredential]?.id].join('/');
	const earlier = reads.get(key);
	if (earlier && now >= earlier.at && now - earlier.at < freshMs) return await earlier.services;
	if (reads.size >= mostKept) reads.clear();
	const services = read();
	reads.set(key, { at: now, services });
	services.catch(() => reads.delete(key));
	return await services;
}
