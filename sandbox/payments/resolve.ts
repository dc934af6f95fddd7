import { z } from 'zod';
import { parseOrRefuse } from '../refusal';
import type { World } from '../world';
import { aliasOf } from './aliases';

const resolving = z.object({
	msisdns: z.array(z.string().regex(/^\d{8,15}$/, 'must be a number, E.164 without plus')).min(1),
});

/** From numbers to aliases: docs/platform-interface.md, "Identify a user". Nobody's number is left out. */
export function resolve({ catalogue }: World, body: unknown) {
	const { msisdns } = parseOrRefuse(resolving, body);
	const known = msisdns.filter((msisdn) => catalogue.subscriber(msisdn));
	const subscribers = known.map((msisdn) => ({ msisdn, subscriberId: aliasOf(msisdn) }));
	return { status: 'ACCEPTED', errorMessage: null, subscribers };
}
