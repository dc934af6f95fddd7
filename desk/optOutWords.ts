import { timeIn } from '../platform/figureWords';
import { say } from '../platform/say';

/** An opt-out as n8n's Data Tables give it. */
export interface StoredOptOut {
	phone: string;
	/** ISO 8601. */
	createdAt: string;
}

/** Which numbers are stored as opt-outs, for who has added them. */
export function optOutWords(stored: StoredOptOut[], zone: string): string {
	const each = stored.map(({ phone, createdAt }) => {
		return say`${phone} is on the opt-out list since ${timeIn(zone, createdAt)}.`;
	});
	return each.join(' ');
}
