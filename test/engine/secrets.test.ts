import { inspect } from 'node:util';
import type { INodeParameters, IRun } from 'n8n-workflow';
import { addressOfNobody } from '../support/endpoint';
import { errorOf } from '../support/runNode';
import { byKey, continued, itemsOf, Stub, token } from '../support/stub';

const account = { clientSecret: 'K7Q9-client-secret', password: 'K7Q9-password' };
const service = {
	serviceKey: 'PARTNER09',
	signingSecret: 'K7Q9-signature-key',
	panelUsername: 'panel-user',
	panelPasswordHash: 'K7Q9-panel-hash',
};
/** Every secret here has it in it, and nothing else in a run has. */
const secret = /K7Q9|stub-token/;

/** All texts of a run, as a debugger shows them, without the customer's own input. */
function wholeOf(run: IRun): string {
	const whole = { depth: 20, showHidden: true, maxArrayLength: null, maxStringLength: null };
	return inspect(run, whole).replaceAll(/typed: '\w+'/g, '');
}

const stub = Stub.forEach();
const fields = { msisdn: '33639980001', price: '1', redirect: false };
const link = { operation: 'createIdentificationLink', returnurl: 'https://a.example' };
const gift = {
	resource: 'dataGift',
	operation: 'assign',
	serviceKey: byKey('A1'),
	amount: 500,
	campaign: 'spring sale',
	msisdn: '33639980001',
};
const operations: INodeParameters[] = [
	{ resource: 'payment', operation: 'submitPin', transactionId: '7', pin: '={{ $json.typed }}' },
	{ resource: 'payment', operation: 'start', ...fields },
	{ resource: 'subscription', operation: 'checkStatus', userId: '7' },
	{ resource: 'subscription', ...link },
	{ resource: 'transaction', operation: 'get', transactionId: '7', serviceKey: byKey('A1') },
	gift,
	{ ...gift, duplicates: 'sendAgain' },
];
const accepted = { status: 'ACCEPTED', active: true, valid: true };
const known = `${token} K7Q9-password K7Q9-client-secret K7Q9-signature-key K7Q9-panel-hash`;

/** With n8n's log, and all that n8n writes: test/e2e/payments.e2e.ts. */
test.each<[string, number, (all: string) => unknown, string?]>([
	['the words of a refusal', 400, (all) => ({ status: 'INVALID_REQUEST', errorMessage: all })],
	['a refused token', 401, (all) => ({ error: 'invalid_token', message: all })],
	['an error', 500, (all) => ({ errorMessage: all })],
	['a broken answer', 200, (all) => `{"status":"ACCEPTED","said":"${all}`],
	['fields of its own', 200, (all) => ({ ...accepted, said: { all }, pin: all })],
	['no answer', 200, () => '', 'baseUrl'],
	['a login without an answer', 401, () => '', 'authUrl'],
])('no secret is in a run that ends with %s', async (...row) => {
	const [, status, bodyOf, missing] = row;
	stub.fresh(service, { ...account, ...(missing && { [missing]: await addressOfNobody() }) });
	for (const parameters of operations) {
		stub.answersWith({ status, body: bodyOf('pin' in parameters ? `${known} K7Q9PIN` : known) });
		for (const call of [continued, {}]) {
			const asked = { ...parameters, options: { simplify: false } };
			const run = await stub.run(asked, { ...call, items: [{ typed: 'K7Q9PIN' }] });
			expect(wholeOf(run)).not.toMatch(secret);
		}
	}
});

const given = { clientId: 'spring sale-33639980001', msisdn: '33639980001', note: 'sale' };

test.each([
	['after a request in doubt', 1, [{ status: 200, body: { data: [] } }, { status: 500 }]],
	['of an earlier execution', 0, []],
])(
	'a gift %s is found by a reference that holds the password, and shown without it',
	async (_, sends, before) => {
		stub.fresh(undefined, { ...account, password: 'sale' });
		stub.answersWith(...before, { status: 200, body: { data: [given] } });
		const run = await stub.run({ ...gift, options: { simplify: false } });
		expect(itemsOf(run)).toMatchObject([{ clientId: 'spring •••-33639980001', note: '•••' }]);
		expect(stub.requests.filter(({ method }) => method === 'POST')).toHaveLength(sends);
	},
);

test('a reference that is similar is shown without the password in it', async () => {
	stub.fresh(undefined, { ...account, password: 'sale' });
	stub.answersWith({ body: [{ ...given, clientId: '000spring sale-33639980001' }] });
	const typed = { clientReference: 'spring sale-33639980001', campaign: '' };
	const run = await stub.run({ ...gift, ...typed, options: { skipLookUp: false } });
	expect(errorOf(run)?.message).toMatch(/ The platform shows a similar reference, 000spring •••-/);
});
