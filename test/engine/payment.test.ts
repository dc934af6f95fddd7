import { createHmac } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { errorOf, fieldsOf } from '../support/runNode';
import { byKey, byOutput, continued, endsOf, itemsOf, nothing, Stub } from '../support/stub';

const stub = Stub.forEach();

const panel = { panelUsername: 'panel-user', panelPasswordHash: 'panel-hash' };
const login = { username: 'panel-user', password: 'panel-hash' };
const lookUps = 'POST /v1/transactions';
const fix = 'Nothing was done. Fix what the platform names, then run this item again.';

describe('Payment: Start', () => {
	const path = '/api/payment/1_4/subscribe';
	const msisdn = '33639980001';
	const returnurl = 'https://shop.example/thanks?order=17';
	const sale = { serviceKey: byKey('COINSHOP07'), price: '0.99', msisdn, clientid: 'order-17' };
	const start = async (fields: INodeParameters = {}, call = {}) =>
		await stub.run(
			{ resource: 'payment', operation: 'start', returnurl, ...sale, ...fields },
			call,
		);
	const body = { ...sale, serviceKey: undefined, apikey: 'COINSHOP07', returnurl };
	const nobody = { ...body, msisdn: undefined };
	const identid = 'IDENT-1';
	const operator = byKey(' fr_demotel ');
	const mno = 'fr_demotel';
	const parameter = [
		{ name: 'design_id', value: 'night' },
		{ name: 'lang', value: 'fr' },
	];
	const made = expect.stringMatching(/^n8n-run\.\w+\.[\da-f]{8}\.0\.0$/) as string;

	it.each<[string, INodeParameters, object]>([
		[
			'every field',
			{
				...{ price: '4.99', msisdn: '+33 (0) 6 39 98 00 01', operator, mccmnc: '001 12', identid },
				...{ country: 'fr', priceid: 'COINS60', userid: 'user-1', params: { parameter } },
			},
			{
				...{ ...body, price: '4.99', mno, mccmnc: '00112', identid },
				...{ country: 'fr', priceid: 'COINS60', userid: 'user-1' },
				params: JSON.stringify(parameter),
			},
		],
		[
			'nothing that is empty, but a reference',
			{ operator: byKey(''), mccmnc: '', identid: '', clientid: '', country: '', params: {} },
			{ ...body, clientid: made },
		],
		['over Wi-Fi, the operator alone', { flow: 'wifi', msisdn: '', operator }, { ...nobody, mno }],
		['over Wi-Fi, no identification', { flow: 'wifi', identid, operator }, { ...body, mno }],
		[
			'over mobile data',
			{ flow: '3g', identid, operator, msisdn: '' },
			{ ...nobody, identid, mno },
		],
		['by identification alone', { msisdn: '', identid }, { ...nobody, identid }],
		['no way back', { redirect: false }, { ...body, returnurl: undefined }],
		['an alias as entered', { msisdn: ' VX9c ', sendAsEntered: true }, { ...body, msisdn: 'VX9c' }],
		['no alias', { msisdn: '', sendAsEntered: true, operator }, { ...nobody, mno }],
		['a price as typed', { price: '479.000' }, { ...body, price: '479.000' }],
	])('sends %s', async (_what, fields, sent) => {
		stub.answersWith({ body: { status: 'ACCEPTED', action: 'PIN' } });
		itemsOf(await start(fields));
		expect(stub.asked).toEqual([[`POST ${path}`, sent]]);
	});

	const gameClub = { serviceKey: 'GAMECLUB04' };
	const more = { moreServices: { service: [{ serviceKey: 'COINSHOP07', ...panel }] } };
	it.each<[string, IDataObject, INodeParameters, object]>([
		['its key', gameClub, { serviceKey: byKey('') }, { apikey: 'GAMECLUB04' }],
		['nothing where the field is filled in', { ...gameClub, ...panel }, {}, {}],
		['its panel login', { serviceKey: 'COINSHOP07', ...panel }, {}, login],
		['that of the service among several', { ...gameClub, panelUsername: 'x', ...more }, {}, login],
		['no half of one', { serviceKey: 'COINSHOP07', panelPasswordHash: 'x' }, {}, {}],
	])('takes from the service credential %s', async (_what, service, fields, sent) => {
		stub.fresh(service);
		stub.answersWith({ body: { status: 'ACCEPTED', action: 'PIN' } });
		itemsOf(await start(fields));
		expect(stub.asked).toEqual([[`POST ${path}`, { ...body, ...sent }]]);
	});

	it.each<[INodeParameters, string]>([
		[{ flow: '3g', operator }, "'Identification ID' is required for mobile data (3G)"],
		[{ flow: '3g', identid }, "'Operator' is required for mobile data (3G)"],
		[{ flow: 'wifi', msisdn: '', identid }, "'Phone Number' is required for Wi-Fi"],
		[{ msisdn: '' }, "'Phone Number' is required when nothing else identifies the customer"],
		[{ returnurl: nothing }, "'Return URL' is required for customers who may be redirected"],
		[{ returnurl: 'shop.example' }, "'Return URL' must be a complete address"],
		[{ price: nothing }, "'Price' is required"],
		[{ mccmnc: '208' }, "'Network (MCC and MNC)' must have 5 or 6 digits"],
		[{ serviceKey: byKey('') }, "'Service' is required"],
		[{ priceid: nothing }, "'Package ID' has an expression that resolves to nothing"],
		[
			{ params: { parameter: [{ name: 'design_id', value: nothing }] } },
			"'Payment Page Parameters' has an expression that resolves to nothing",
		],
	])('refuses %j', async (fields, message) => {
		expect(errorOf(await start(fields))?.message).toBe(message);
		expect(stub.asked).toEqual([]);
	});

	const record = {
		...{ transactionId: 820000001, apiKey: 'COINSHOP07', clientId: 'order-17', price: '0.99' },
		...{ operatorCode: 'FR_DEMOTEL', msisdn, sessionStatus: 'PENDING', wap: null },
		...{ errorMessage: null, status: 'ACCEPTED' },
	};
	const asked = { clientReference: 'order-17', msisdn };
	const simple = {
		...{ ...asked, transactionId: '820000001', operator: 'FR_DEMOTEL', price: 0.99 },
		status: 'pending',
	};
	it.each<[number, IDataObject, number, IDataObject]>([
		[200, { ...record, action: 'PIN' }, 2, { ...simple, outcome: 'pin' }],
		[
			400,
			{ status: 'EXISTING_SUBSCRIPTION', errorMessage: 'has it' },
			4,
			{
				...{ ...asked, status: 'existing_subscription', errorType: 'EXISTING_SUBSCRIPTION' },
				...{ errorMessage: 'has it', outcome: 'existingSubscription' },
			},
		],
		[
			200,
			{ ...record, sessionStatus: 'COMPLETED' },
			6,
			{ ...simple, status: 'success', outcome: 'charged' },
		],
		[
			200,
			{ status: 'ACCEPTED', action: 'TELEPATHY' },
			8,
			{ ...asked, status: 'accepted', outcome: 'unknown' },
		],
	])('HTTP %i %j leaves by output %i', async (status, answer, output, item) => {
		stub.answersWith({ status, body: answer });
		expect(itemsOf(await start())).toEqual([item]);
		stub.fresh();
		stub.answersWith({ status, body: answer });
		const split = await start({ options: { splitByOutcome: true } });
		expect(byOutput(split)).toEqual({ [output]: [item] });
	});

	it('keeps the platform’s record where it is not simplified', async () => {
		stub.answersWith({ body: { ...record, action: 'PIN', extra: { a: [1] }, error: 'none' } });
		expect(itemsOf(await start({ options: { simplify: false } }))).toEqual([
			{ ...record, action: 'PIN', extra: { a: [1] }, platformError: 'none', outcome: 'pin' },
		]);
	});

	it.each<[number, IDataObject, string, string, object]>([
		[200, { status: 'INVALID_REQUEST', errorMessage: 'why' }, 'why – INVALID_REQUEST', fix, {}],
		[
			400,
			{ status: 'INVALID_PRICE', errorMessage: 'why' },
			'why – INVALID_PRICE',
			"Nothing was done. Check 'Price', then run this item again.",
			{ field: 'price' },
		],
		[
			400,
			{ status: 'INVALID_OPERATOR_CODE' },
			'INVALID_OPERATOR_CODE',
			"Nothing was done. Check 'Operator', then run this item again.",
			{ field: 'operator' },
		],
	])('HTTP %i %j is an error', async (status, answer, said, description, named) => {
		stub.answersWith({ status, body: answer });
		const message = `${stub.host} says: ${said} (HTTP ${status})`;
		expect(fieldsOf(await start({}, { ...continued, items: [{ order: 17 }] }))).toEqual([
			{ order: 17, error: { message, description, status, ...named } },
		]);
		expect(stub.asked).toHaveLength(1);
	});

	const lost = { status: 500, body: '' };
	const found = { transactionId: 1, merchantReference: 'ORDER-17', msisdn, actionStatus: null };
	const another = { transactionId: 9, merchantReference: 'order-16' };
	it.each<[INodeParameters, unknown, object]>([
		[{}, [another, found], { serviceKey: 'COINSHOP07', msisdn }],
		[{ identid, operator }, found, { serviceKey: 'COINSHOP07', merchantReference: 'order-17' }],
	])('%j in doubt is looked up and found in %j', async (fields, answer, sent) => {
		stub.answersWith(lost, { body: answer });
		expect(itemsOf(await start(fields))).toEqual([
			{
				...{ transactionId: '1', clientReference: 'ORDER-17', msisdn },
				...{ confirmedByLookUp: true, outcome: 'unknown' },
			},
		]);
		expect(stub.asked.slice(1)).toEqual([[lookUps, sent]]);
	});

	it.each<[string, unknown, number]>([
		['nothing', [], 2],
		['another payment', [another], 2],
		['a renewal with its reference', [{ ...found, action: 'SUB_RENEW' }], 2],
		['another single record', another, 1],
		['no references', [{ transactionId: 1 }], 1],
		['a page', '<html>', 1],
	])('whose look-up shows %s fails after %i of them', async (_what, answer, count) => {
		stub.answersWith(lost, { body: answer });
		const failure = count === 2 ? stub.notDone : stub.inDoubt('order-17');
		expect(endsOf(await start({}, continued))).toEqual([failure]);
		expect(stub.asked).toHaveLength(1 + count);
	});

	it.each(['CHARGING_FAILED', 'EXISTING_SUBSCRIPTION', 'INVALID_PRICE'])(
		'that ends as %s after a look-up found nothing is looked up once more',
		async (status) => {
			const [empty, declined] = [{ body: [] }, { body: { status } }];
			stub.answersWith(lost, empty, empty, declined, { body: [found] });
			expect(itemsOf(await start({ options: { maxTries: 2 } }))).toMatchObject([
				{ transactionId: '1', confirmedByLookUp: true },
			]);
			expect(stub.asked).toHaveLength(5);
		},
	);
});

describe('Payment: Submit PIN', () => {
	const submit = async (fields: INodeParameters = {}, call = {}) =>
		await stub.run(
			{ resource: 'payment', operation: 'submitPin', transactionId: '820', pin: 'K7Q9', ...fields },
			call,
		);
	const line = 'POST /api/payment/1_4/transaction/';

	const partner = { serviceKey: 'PARTNER09', ...panel };
	it.each<[INodeParameters, IDataObject | undefined, string, object]>([
		[{ pin: ' 12 34 ' }, undefined, '820', { pin: '1234' }],
		[{ transactionId: 'a+b/c==' }, undefined, 'a%2Bb%2Fc%3D%3D', { pin: 'K7Q9' }],
		[{ transactionId: 820, pin: 1234 }, undefined, '820', { pin: '1234' }],
		[{}, partner, '820', { pin: 'K7Q9', ...login }],
		[
			{ serviceKey: byKey('PARTNER09') },
			{ serviceKey: 'X1', moreServices: { service: [partner] } },
			'820',
			{ pin: 'K7Q9', ...login },
		],
	])('%j with the service %j is sent once', async (fields, service, id, sent) => {
		stub.fresh(service);
		stub.answersWith({ body: { status: 'ACCEPTED' } });
		const transactionId = String(fields.transactionId ?? '820');
		expect(itemsOf(await submit(fields))).toEqual([
			{ transactionId, status: 'accepted', outcome: 'accepted' },
		]);
		expect(stub.asked).toEqual([[line + id, sent]]);
	});

	it.each<[INodeParameters, unknown, string]>([
		[{}, '', "'PIN' is required"],
		[{}, 123, "'PIN' must be text: a number of fewer than 4 digits may have lost a leading 0"],
		[{ transactionId: nothing }, '1234', "'Transaction ID' is required"],
		[{ earlierAttempts: 'two' }, '1234', "'Earlier Attempts' must be a whole number from 0"],
	])('%j and PIN %j is refused before it costs an attempt', async (fields, typed, message) => {
		const run = await submit({ ...fields, pin: '={{ $json.typed }}' }, { items: [{ typed }] });
		expect(errorOf(run)?.message).toBe(message);
		expect(errorOf(run)?.description).not.toMatch(/12/);
		expect(stub.asked).toEqual([]);
	});

	const pinStatus = (status: string) => ({ status: status.toLowerCase(), errorType: status });
	const tooOften = 'PIN_MAX_ATTEMPTS_EXCEEDED';
	it.each<[number, unknown, string, number, IDataObject]>([
		[406, '', '0', 1, { attemptsLeft: 2, outcome: 'invalidPin' }],
		[
			400,
			{ status: 'INVALID_PIN' },
			'1',
			1,
			{ ...pinStatus('INVALID_PIN'), attemptsLeft: 1, outcome: 'invalidPin' },
		],
		[406, {}, '', 1, { outcome: 'invalidPin' }],
		[
			403,
			{ status: tooOften },
			'',
			2,
			{ ...pinStatus(tooOften), attemptsLeft: 0, outcome: 'attemptsExceeded' },
		],
		[
			400,
			{ status: 'EXISTING_SUBSCRIPTION' },
			'',
			3,
			{ ...pinStatus('EXISTING_SUBSCRIPTION'), outcome: 'notCharged' },
		],
		[
			200,
			{ status: 'ACCEPTED', sessionStatus: 'COMPLETED' },
			'',
			4,
			{ status: 'success', outcome: 'charged' },
		],
	])(
		'HTTP %i %j after %j wrong ones leaves by output %i',
		async (status, answer, earlierAttempts, output, item) => {
			stub.answersWith({ status, body: answer });
			const split = await submit({ earlierAttempts, options: { splitByOutcome: true } });
			expect(byOutput(split)).toEqual({ [output]: [{ transactionId: '820', ...item }] });
		},
	);

	const check = 'Check at the platform whether it was done before you send it again.';
	it.each<[number, unknown, string, string, object]>([
		[
			400,
			{ status: 'INVALID_REQUEST', errorMessage: 'the PIN K7Q9 is old' },
			'says: the PIN ••• is old – INVALID_REQUEST (HTTP 400)',
			fix,
			{ status: 400 },
		],
		[
			429,
			'',
			'says: HTTP 429',
			'Lower Concurrency or Requests per Second in the options.',
			{ status: 429, retryable: true },
		],
		[
			500,
			{ status: 'ACCEPTED', errorMessage: 'out of order' },
			'says: out of order – ACCEPTED (HTTP 500)',
			check,
			{ status: 500, outcomeUnknown: true },
		],
		[
			200,
			'{"status":"ACCEPTED","pin":"K7Q9"',
			"sent a response that can't be read",
			'Check Base Address in the credential. The response begins: {"status":"ACCEPTED","pin":"•••"',
			{ outcomeUnknown: true },
		],
		[200, { status: 'ON_HOLD', pin: 'K7Q9' }, 'says: ON_HOLD', check, { outcomeUnknown: true }],
		[
			401,
			{ error: 'invalid_token' },
			'says: invalid_token (HTTP 401)',
			"Check that Base Address and the identity provider in the credential belong together: the login worked, but the platform doesn't accept its token.",
			{ status: 401, retryable: true },
		],
	])(
		'HTTP %i %j is an error, sent once, also with Retry On Fail',
		async (status, answer, said, description, more) => {
			stub.answersWith({ status, body: answer });
			const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1, executeOnce: true };
			const settings = { ...continued.settings, ...retrying };
			const run = await submit({ options: { maxTries: 5 } }, { settings });
			expect(endsOf(run)).toEqual([{ message: `${stub.host} ${said}`, description, ...more }]);
			expect(stub.asked).toHaveLength(1);
		},
	);

	it('listed more often is sent once; the other items repeat its result', async () => {
		stub.answersWith({ status: 406 });
		const again = { outcome: 'invalidPin', skipped: 'duplicate of item 0 of the input' };
		expect(itemsOf(await submit({}, { items: [{}, {}] }))).toEqual([
			{ transactionId: '820', outcome: 'invalidPin' },
			{ transactionId: '820', ...again },
		]);
		expect(stub.asked).toHaveLength(1);
	});

	it.each([
		[29_000, 1],
		[60_000, 0],
	])('with a token that lives for %i ms more logs in %i times first', async (life, logins) => {
		const account = stub.credentials.stored.mobileBillingApi ?? {};
		stub.credentials.stored.mobileBillingApi = { ...account, accessExpiresAt: Date.now() + life };
		stub.answersWith({ status: 406 });
		itemsOf(await submit());
		expect([stub.credentials.stores, stub.asked.length]).toEqual([logins, 1]);
	});
});

describe('Payment: Refund', () => {
	const signingSecret = 'refund-key';
	const sign = createHmac('sha1', signingSecret).update('COINSHOP07820').digest('hex');
	const path = '/api/payment/1_4/refund';
	const body = { apikey: 'COINSHOP07', transactionid: '820', sign };
	const asked = { serviceKey: 'COINSHOP07', transactionId: '820' };
	const refund = async (fields: INodeParameters = {}, call = {}) =>
		await stub.run(
			{ resource: 'payment', operation: 'refund', transactionId: '820', ...fields },
			call,
		);
	beforeEach(() => {
		stub.fresh({ serviceKey: 'COINSHOP07', signingSecret });
	});

	it.each<[number, IDataObject, number, IDataObject]>([
		[202, { status: 'ACCEPTED' }, 0, { ...asked, outcome: 'refunded' }],
		[
			406,
			{ status: 'NOT_ACCEPTABLE', errorMessage: 'expired' },
			1,
			{ ...asked, errorType: 'NOT_ACCEPTABLE', errorMessage: 'expired', outcome: 'refused' },
		],
	])('HTTP %i %j leaves by output %i', async (status, answer, output, item) => {
		stub.answersWith({ status, body: answer });
		const split = await refund({ options: { splitByOutcome: true } });
		expect(byOutput(split)).toEqual({ [output]: [item] });
		expect(stub.asked).toEqual([[`POST ${path}`, body]]);
	});

	it('that would be sent is shown by a dry run', async () => {
		const wouldSend = { method: 'POST', path, body };
		const split = await refund({ options: { dryRun: true, splitByOutcome: true } });
		expect(byOutput(split)).toEqual({ 2: [{ dryRun: true, wouldSend, outcome: 'dryRun' }] });
		expect(stub.asked).toEqual([]);
	});

	it.each<[INodeParameters, string]>([
		[{ transactionId: nothing }, "'Transaction ID' is required"],
		[{ serviceKey: byKey('A-1') }, "'Service' must have 1 to 32 letters and digits"],
	])('refuses %j', async (fields, message) => {
		expect(errorOf(await refund(fields))?.message).toBe(message);
		expect(stub.asked).toEqual([]);
	});

	it.each([200, 400])('that is refused with HTTP %i is an error', async (status) => {
		const words = { status: 'INVALID_REQUEST', errorMessage: 'Signature validation failed!' };
		stub.answersWith({ status, body: words });
		const message = `${stub.host} says: Signature validation failed! – INVALID_REQUEST (HTTP ${status})`;
		expect(endsOf(await refund({}, continued))).toEqual([{ message, description: fix, status }]);
	});

	const charge = {
		...{ transactionId: 820, msisdn: '336', merchantReference: 'a', price: '1' },
		...{ action: 'CHARGE', actionStatus: 'COMPLETED' },
	};
	const returned = { ...charge, transactionId: 821, action: 'REFUND' };
	const underWay = { ...returned, actionStatus: null };
	const failed = { ...returned, actionStatus: 'FAILED' };
	const like = { ...charge, transactionId: 822, action: 'SUB_RENEW' };
	it.each<[string, 'done' | 'notDone' | 'inDoubt', object[]]>([
		['its refund', 'done', [charge, returned]],
		['its refund, and a failed one', 'done', [charge, failed, returned]],
		['two refunds for two alike', 'done', [charge, like, returned, returned]],
		['no refund', 'notDone', [charge]],
		['a failed refund', 'notDone', [charge, failed]],
		['a canceled refund', 'notDone', [charge, { ...returned, actionStatus: 'CANCELED' }]],
		['the refund of another', 'notDone', [charge, { ...returned, merchantReference: 'b' }]],
		['a refund under way', 'inDoubt', [charge, underWay]],
		['a refund of another price', 'inDoubt', [charge, { ...returned, price: 2 }]],
		['a refund of another subscription', 'inDoubt', [charge, { ...returned, subscriptionId: 5 }]],
		['one refund for two alike', 'inDoubt', [charge, like, returned]],
		['a refund of nobody knows what', 'inDoubt', [charge, { ...underWay, merchantReference: '' }]],
		['no charge', 'inDoubt', [returned]],
	])('in doubt, with %s in the look-up, is %s', async (_what, state, records) => {
		const lookUp = [{ body: [charge] }, { body: records }];
		stub.answersWith({ status: 500 }, ...lookUp, ...lookUp);
		const found = { refundTransactionId: '821', confirmedByLookUp: true, outcome: 'refunded' };
		const { notDone } = stub;
		const ends = { done: { ...asked, ...found }, notDone, inDoubt: stub.inDoubt() };
		expect(endsOf(await refund({}, continued))).toEqual([ends[state]]);
		expect(stub.asked.slice(1, 3)).toEqual([
			[lookUps, asked],
			[lookUps, { serviceKey: 'COINSHOP07', msisdn: '336' }],
		]);
	});

	it.each<[string, string, unknown]>([
		['transactionId', '820', '<html>'],
		['transactionId', '820', [{ ...charge, msisdn: null }]],
		['encryptedTransactionId', 'a/b', { ...charge, encryptedTransactionId: 'a/b' }],
	])('in doubt, looked up by %s %s, is so where %j is shown', async (name, id, answer) => {
		stub.answersWith({ status: 500 }, { body: answer });
		expect(endsOf(await refund({ transactionId: id }, continued))).toEqual([stub.inDoubt()]);
		expect(stub.asked[1]).toEqual([lookUps, { serviceKey: 'COINSHOP07', [name]: id }]);
	});
});
