import { z } from 'zod';
import { readQuery } from '../../../../platform/identification';
import { readIdentificationReturn, returnOutcomes } from '../../../../platform/customerReturn';
import { normalized } from '../../../../platform/input';
import { localOperation } from '../../../engine/panel/operation';

/** Reads what came back from a redirect identification (contract, “Subscription identification by redirect”). */
export const verifyIdentificationReturn = localOperation({
	value: 'verifyIdentificationReturn',
	name: 'Verify Identification Return',
	action: 'Verify identification return',
	description: 'Check signature and age of a return, before Check Status proves a subscription',
	effect: 'local',
	costs: 'nothing',
	usesAccount: false,
	fields: [
		{
			displayName: 'Query',
			name: 'query',
			type: 'json',
			default: '={{ $json.query }}',
			required: true,
			placeholder: 'e.g. {"userid": "customer-4711", "timestamp": "1789000000", "sign": "…"}',
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
