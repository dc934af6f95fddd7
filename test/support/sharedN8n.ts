import { clientOf, freshN8n, type FreshN8n } from './freshN8n';

let running: FreshN8n | undefined;

/** Starts the n8n that all files of a suite share. Files run in other realms, so they get it as text. */
export async function startSharedN8n(withEditor = false): Promise<FreshN8n> {
	running = await freshN8n({ withEditor });
	const { n8n, client } = running;
	const { url, place } = n8n;
	// One login for all files, because n8n allows five a minute.
	const cookie = String(client.http.defaults.headers.common.Cookie);
	process.env.SHARED_N8N = JSON.stringify({ url, cookie, userFolder: place.userFolder });
	return running;
}

/** Stops it after the last test. */
export async function stopSharedN8n(): Promise<void> {
	await running?.n8n.stop();
}

/** The n8n that all files of the suite share. */
export function sharedN8n() {
	const text = process.env.SHARED_N8N ?? '';
	const shared = JSON.parse(text) as Record<'url' | 'cookie' | 'userFolder', string>;
	const client = clientOf(shared.url);
	client.http.defaults.headers.common.Cookie = shared.cookie;
	return { ...shared, client };
}
