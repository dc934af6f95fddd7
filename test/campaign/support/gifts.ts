import type { Sandbox } from '../../../sandbox/sandbox';

/** A request for a gift that reached the platform. */
export interface GiftRequest {
	/** Milliseconds since the epoch. */
	at: number;
	/** The number and the MB when it was given. */
	gift?: { msisdn: string; clientId: string | null; amount: number };
}

/** From now on, each request for a gift as it reaches the platform. */
export function recordGifts({ world: { ledger } }: Sandbox): GiftRequest[] {
	const requests: GiftRequest[] = [];
	const add = ledger.add.bind(ledger);
	ledger.add = (entry) => {
		const { gift } = entry;
		requests.push({ at: Date.now(), ...(gift && { gift }) });
		add(entry);
	};
	return requests;
}
