import { z } from 'zod';
import { isObject, isSuccess, textIn } from '../../../../platform/answer';
import { readRefusal, verdictOn } from '../../../../platform/verdict';
import { normalized } from '../../../../platform/input';
import { phoneAsEntered } from '../../../../platform/phoneNumber';
import { phoneField } from '../../../engine/panel/fields';
import { remoteOperation } from '../../../engine/panel/operation';

/** Asks for the alias of a phone number, which the platform takes wherever it takes a number (public facts, “Identify a user”). */
export const resolveAlias = remoteOperation({
	value: 'resolveAlias',
	name: 'Resolve Alias',
	action: 'Resolve alias',
	description: "Get the platform's alias for a customer's phone number",
	effect: 'read',
	isAwaited: true,
	fields: [{ ...phoneField, required: true }],
	params: z.object({ msisdn: normalized(phoneAsEntered) }),
	request: ({ msisdn }) => ({
		method: 'POST',
		path: '/api/payment/1_4/subscriber/resolve',
		body: { msisdns: [msisdn] },
	}),
	parse: ({ status, body }, { msisdn }) => {
		if (!isSuccess(status) || !isObject(body)) return undefined;
		if (verdictOn(body) === 'refused') return { refused: readRefusal(body) };
		if (verdictOn(body) !== 'ok' || !Array.isArray(body.subscribers)) return undefined;
		const own = body.subscribers
			.filter(isObject)
			.find((subscriber) => String(subscriber.msisdn) === msisdn);
		const alias = textIn(own?.subscriberId);
		return alias ? { records: [{ msisdn, alias }] } : { notFound: `alias of ${msisdn}` };
	},
});
