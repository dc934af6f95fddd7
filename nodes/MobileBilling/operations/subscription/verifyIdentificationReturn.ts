import { z } from 'zod';
import { field } from '../../../../platform/fieldHead';
import { readIdentificationReturn, returnOutcomes } from '../../../../platform/customerReturn';
import {
	entriesOfJson,
	maxParameters,
	readingsOfText,
	readingsOfValues,
} from '../../../../platform/delivery';
import { InputError, normalized, tried } from '../../../../platform/input';
import type { Entries } from '../../../../platform/signature';
import { localOperation } from '../../../engine/panel/operation';

const asReceived = 'Pass the query unchanged, {{ $json.query }} of the webhook.';

/**
 * Reads query parameters, an object or text (`?a=1&b=2`), as `readingsOf` does; signatures cover the exact text.
 * @throws InputError for a value that is no text, and for anything else
 */
function readQuery(value: unknown): Entries[] {
	const text = (typeof value === 'string' ? value : JSON.stringify(value ?? null)).trim();
	const isQuery = typeof value === 'string' && text !== '' && !text.startsWith('{');
	const readings = tried(() =>
		isQuery ? readingsOfText(text) : readingsOfValues(entriesOfJson(text)),
	);
	if (!readings) throw new InputError('must be the query of a return', asReceived);
	if ((readings[0]?.length ?? 0) <= maxParameters) return readings;
	throw new InputError(`has more than ${maxParameters} parameters`, asReceived);
}

/** Reads what came back from a redirect identification (contract, “Subscription identification by redirect”). */
export const verifyIdentificationReturn = localOperation({
	value: 'verifyIdentificationReturn',
	name: 'Verify Identification Return',
	action: 'Verify identification return',
	description: 'Check signature and age of a return, before Check Status proves a subscription',
	fields: [
		{
			...field(
				'json',
				'Query',
				'query',
				'={{ $json.query }}',
				'{"userid": "customer-4711", "timestamp": "1789000000", "sign": "…"}',
			),
			required: true,
			description:
				'All query parameters of the return, as an object or as text like userid=…&timestamp=…',
		},
	],
	params: z.object({ query: normalized(readQuery) }),
	outcomes: returnOutcomes,
	compute: ({ query }, { service, now }) => {
		const services = [service, ...(service.others ?? [])];
		const { outcome, ...record } = readIdentificationReturn(query, services, now);
		return { outcome, records: [record] };
	},
});
