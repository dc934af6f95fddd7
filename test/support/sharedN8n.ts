import type { N8nClient } from './n8nClient';
import { clientOf, freshN8n, type FreshN8n } from './freshN8n';

/** The n8n that all files of a suite share. They run in a realm of their own and get it as text. */
interface SharedN8n {
	url: string;
	/** The owner's login: n8n allows five of them a minute. */
	cookie: string;
	userFolder: string;
}

let running: FreshN8n | undefined;

/** Starts the n8n of a suite before its first test. */
export async function startSharedN8n(withEditor = false): Promise<FreshN8n> {
	running = await freshN8n({ withEditor });
	const { n8n, client } = running;
	const shared: SharedN8n = {
		url: n8n.url,
		cookie: String(client.http.defaults.headers.common.Cookie),
		userFolder: n8n.place.userFolder,
	};
	process.env.SHARED_N8N = JSON.stringify(shared);
	return running;
}

/** Stops it after the last test. */
export async function stopSharedN8n(): Promise<void> {
	await running?.n8n.stop();
}

/** Where the suite's n8n is. */
export function sharedN8n(): SharedN8n & { client: N8nClient } {
	const shared = JSON.parse(process.env.SHARED_N8N ?? '') as SharedN8n;
	const client = clientOf(shared.url);
	client.http.defaults.headers.common.Cookie = shared.cookie;
	return { ...shared, client };
}
