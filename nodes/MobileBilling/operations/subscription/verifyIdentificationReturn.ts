import { z } from 'zod';
import { readOwnParameters, readQuery } from '../../../../platform/identificationInput';
import {
	readIdentificationReturn,
	returnOutcomes,
} from '../../../../platform/identificationReturn';
import { normalized } from '../../../../platform/input';
import { ownParametersField } from '../../../engine/panel/fields';
import { localOperation } from '../../../engine/panel/operation';

/** Reads what came back from a redirect identification (contract, “Subscription identification by redirect”). */
export const verifyIdentificationReturn = localOperation({
	value: 'verifyIdentificationReturn',
	name: 'Verify Identification Return',
	action: 'Verify identification return',
	description: 'Check that a returning customer is genuine and has a valid subscription',
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
		ownParametersField,
	],
	params: z.object({
		query: normalized(readQuery),
		ownParameters: normalized(readOwnParameters),
	}),
	outcomes: returnOutcomes,
	compute: ({ query, ownParameters }, { service, now }) => {
		const services = [service, ...(service.others ?? [])];
		const expected = { ownParameters, now };
		const { outcome, raw, ...details } = readIdentificationReturn(query, services, expected);
		const hasValidSubscription = outcome === 'subscribed';
		return { outcome, records: [{ hasValidSubscription, ...details, raw }] };
	},
});
