import { GiftingHost, GiftingPlatform } from './giftingHost';
import type { Way } from './giftingWorkflows';

/** What one execution asks for besides sending. */
export interface ReadsLine {
	way: Way;
	items: number;
	/** Times that n8n read a credential from its database. */
	credentialReads: number;
	tokenRequests: number;
}

const ways: Way[] = ['nobody', 'node', 'request'];

/** How n8n's log shows that a credential is read, when it shows the database's work. */
const reading = /SELECT [^\n]*FROM "credentials_entity"/g;

/** Counts in an n8n of its own, because the log it takes costs time. */
export async function readsOf(items: number): Promise<ReadsLine[]> {
	const gifting = await GiftingPlatform.start();
	try {
		const host = await GiftingHost.start(gifting, ways, false, {
			DB_LOGGING_ENABLED: 'true',
			DB_LOGGING_OPTIONS: 'query',
			N8N_LOG_LEVEL: 'debug',
		});
		try {
			const lines: ReadsLine[] = [];
			for (const way of ways) {
				const reads = readsIn(host.log());
				const tokens = await gifting.tokenRequests();
				await host.give(way, items);
				lines.push({
					way,
					items,
					credentialReads: readsIn(host.log()) - reads,
					tokenRequests: (await gifting.tokenRequests()) - tokens,
				});
			}
			return lines;
		} finally {
			await host.stop();
		}
	} finally {
		await gifting.sandbox.close();
	}
}

function readsIn(log: string): number {
	return log.match(reading)?.length ?? 0;
}
