import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { tablesOf } from '../support/operationTables';
import { errorOf } from '../support/runNode';
import { byKey, continued, endsOf, itemsOf, Stub } from '../support/stub';

const stub = Stub.forEach();

const panel = { panelUsername: 'panel-user', panelPasswordHash: 'panel-hash' };
const login = { username: 'panel-user', password: 'panel-hash' };
const fix = 'Nothing was done. Fix what the platform names, then retry.';

describe('Payment: Start', () => {
	const msisdn = '33639980001';
	const returnurl = 'https://shop.example/thanks?order=17';
	const own = { price: '0.99', msisdn, returnurl };
	const sale = { serviceKey: byKey('COINSHOP07'), ...own, clientReference: 'order-17' };
	const body = { apikey: 'COINSHOP07', ...own, clientid: 'order-17' };
	const nobody = { ...body, msisdn: undefined };
	const identid = 'IDENT-1';
	const operator = byKey(' fr_demotel ');
	const mno = 'fr_demotel';
	const parameter = [
		{ name: 'design_id', value: 'night' },
		{ name: 'lang', value: 'fr' },
	];
	const made = expect.stringMatching(/^n8n-run\.\w+\.[\da-f]{8}\.0\.0$/) as string;
	const start = tablesOf(stub, { resource: 'payment', operation: 'start', ...sale });

	const every = { price: '4.99', identid, country: 'FR', priceid: 'COINS60' };
	const empty = { operator: byKey(''), mccmnc: '', identid: '', clientReference: '', country: '' };
	const gameClub = { serviceKey: 'GAMECLUB04' };
	const coinShop = { serviceKey: 'COINSHOP07', ...panel };
	const several = { ...gameClub, panelUsername: 'x', moreServices: { service: [coinShop] } };
	start.sends('POST /api/payment/1_4/subscribe', { body: { status: 'ACCEPTED', action: 'PIN' } }, [
		[
			'every field',
			{
				...every,
				userId: 'user-1',
				operator,
				country: ' fr',
				msisdn: '+33 (0) 6 39 98 00 01',
				params: { parameter },
			},
			{ ...body, ...every, userid: 'user-1', mno, params: JSON.stringify(parameter) },
		],
		['nothing that is empty, but a reference', empty, { ...body, clientid: made }],
		['the network alone', { msisdn: '', mccmnc: '001 12' }, { ...nobody, mccmnc: '00112' }],
		['the operator alone', { msisdn: '', operator }, { ...nobody, mno }],
		['an identification', { identid, operator, msisdn: '' }, { ...nobody, identid, mno }],
		['no way back', { redirect: false }, { ...body, returnurl: undefined }],
		[
			'no way back where an expression says so',
			{ redirect: '={{ 1 > 2 }}', returnurl: '' },
			{ ...body, returnurl: undefined },
		],
		['a way back where an expression says so', { redirect: '={{ 2 > 1 }}' }, body],
		['an alias as entered', { msisdn: ' VX9c ', sendAsEntered: true }, { ...body, msisdn: 'VX9c' }],
		[
			'a number by its country',
			{ msisdn: '0151 12345678', numberCountry: 'DE' },
			{ ...body, msisdn: '4915112345678' },
		],
		[
			"the credential's key",
			{ serviceKey: byKey('') },
			{ ...body, apikey: 'GAMECLUB04' },
			gameClub,
		],
		["another service's key, but not its login", {}, body, { ...gameClub, ...panel }],
		['that of the service among several', {}, { ...body, ...login }, several],
	]);
	start.refuses([
		[{ identid }, "'Operator' is required with Identification ID"],
		[
			{ operator, mccmnc: '00112' },
			"'Network (MCC and MNC)' must be empty if 'Operator' is filled in",
		],
		[{ country: 'France' }, "'Country' must be a country"],
		[{ msisdn: '0151' }, "'Phone Number' must include the country code"],
		[{ msisdn: '' }, "'Phone Number' is required when nothing else identifies the customer"],
		[
			{ redirect: '={{ 2 > 1 }}', returnurl: '' },
			"'Return URL' is required for customers who may be redirected",
		],
		[{ serviceKey: byKey('') }, "'Service' is required"],
	]);

	const record = {
		transactionId: 820000001,
		apiKey: 'COINSHOP07',
		clientId: 'order-17',
		price: '0.99',
		operatorCode: 'FR_DEMOTEL',
		msisdn,
		sessionStatus: 'PENDING',
		wap: null,
		errorMessage: null,
		status: 'ACCEPTED',
	};
	const asked = { clientReference: 'order-17', msisdn };
	const simple = { ...asked, transactionId: '820000001', operator: 'FR_DEMOTEL', price: 0.99 };
	const existing = { status: 'EXISTING_SUBSCRIPTION', errorMessage: 'has it' };
	const simpleExisting = {
		status: 'existing_subscription',
		errorType: 'EXISTING_SUBSCRIPTION',
		errorMessage: 'has it',
	};
	const accepted = { status: 'ACCEPTED' };
	start.answers([
		[200, { ...record, action: 'PIN' }, 2, { ...simple, status: 'pending', outcome: 'pin' }],
		[400, existing, 4, { ...asked, ...simpleExisting, outcome: 'existingSubscription' }],
		[200, { ...accepted, action: 'NEW' }, 9, { ...asked, status: 'accepted', outcome: 'unknown' }],
	]);

	const status = 400;
	const said = (code: string) => `says: ${code} (HTTP 400)`;
	const [denied, price] = [
		{ status: 'UNAUTHORIZED', errorMessage: 'why' },
		{ status: 'INVALID_PRICE' },
	];
	const unknown = { status: 'INVALID_OPERATOR_CODE' };
	const [ofPrice, ofOperator] = ['price', 'operator'].map((field) => ({ status, field }));
	const ask = 'Ask your operator which services and operations the account may use.';
	const correct = "Correct 'Price': your operator knows the prices of the service.";
	const pick = 'Pick the operator from the list, or ask your operator for its code.';
	start.fails([
		[status, denied, said('why – UNAUTHORIZED'), `Nothing was done. ${ask}`, { status }],
		[status, price, said('INVALID_PRICE'), `Nothing was done. ${correct}`, { ...ofPrice }],
		[status, unknown, said('INVALID_OPERATOR_CODE'), `Nothing was done. ${pick}`, ofOperator ?? {}],
		[
			status,
			{ ...price, errorMessage: 'x'.repeat(600) },
			said(`${'x'.repeat(500)} – INVALID_PRICE`),
			`Nothing was done. ${correct}`,
			{ ...ofPrice },
		],
	]);

	const found = { transactionId: 1, merchantReference: 'order-17', msisdn, actionStatus: null };
	const another = { transactionId: 9, merchantReference: 'order-16' };
	const foundItem = { transactionId: '1', clientReference: 'order-17', msisdn, outcome: 'unknown' };
	const confirmed = { ...foundItem, confirmedByLookUp: true };
	const lookUps = ({ identid }: INodeParameters) => {
		const search = (by: object) => ['POST /v1/transactions', { serviceKey: 'COINSHOP07', ...by }];
		const byReference = search({ merchantReference: 'order-17' });
		// If the records don't decide, another search follows.
		return identid ? [byReference] : [search({ msisdn }), byReference];
	};
	start.lookUps(confirmed, 'order-17', lookUps, [
		['it', 'done', {}, [another, found]],
		['it alone', 'done', { identid, operator }, found],
		['nothing', 'notDone', {}, []],
		['a renewal with its reference', 'notDone', {}, [{ ...found, action: 'SUB_RENEW' }]],
		['one that failed', 'notDone', {}, [{ ...found, actionStatus: 'FAILED' }]],
		['another single record', 'inDoubt', {}, another, another],
		['no references', 'inDoubt', {}, [{ transactionId: 1 }], [{ transactionId: 1 }]],
		['a page', 'inDoubt', {}, '<html>'],
	]);

	const lookingUp = { options: { skipLookUp: false } };
	const before = { ...foundItem, outcome: 'startedBefore', skipped: 'done by an earlier run' };
	const begun = { body: { ...accepted, action: 'HANDSHAKE' } };
	const sent = { ...asked, status: 'accepted', outcome: 'handshake' };
	it.each([
		['it', { body: [found] }, [before], 1],
		['nothing', { body: [] }, [sent], 2],
		['one that failed', { body: [{ ...found, actionStatus: 'FAILED' }] }, [sent], 2],
		[
			'another case',
			{ body: [{ merchantReference: 'Order-16' }, { ...found, merchantReference: 'ORDER-17' }] },
			[sent],
			2,
		],
	])(
		'is sent unless a look-up of its reference shows it: %s',
		async (_what, shown, items, count) => {
			stub.answersWith(shown, begun);
			expect(itemsOf(await start.run(lookingUp))).toEqual(items);
			expect(stub.asked).toHaveLength(count);
		},
	);

	const odd = [{ ...found, actionStatus: 'ODD' }];
	const other = [{ ...found, merchantReference: '000order-17' }];
	const upper = [{ ...found, merchantReference: 'ORDER-17' }];
	const used =
		'Outcome unknown: the reference order-17 may have been used before. The platform shows';
	const failed = 'The look-up of the reference order-17 failed: The platform';
	it.each([
		[{ body: odd }, `${used} it with the status ODD`, 'outcomeUnknown'],
		[{ body: other }, `${used} a similar reference, 000order-17`, 'outcomeUnknown'],
		[{ body: upper }, `${used} a similar reference, ORDER-17`, 'outcomeUnknown'],
		[{ status: 403 }, `${failed} sent a response that can't be read (HTTP 403)`, 'retryable'],
		[{ status: 403, body: {} }, `${failed} says: HTTP 403`, ''],
		[{ body: [{ transactionId: 1 }] }, `${failed}'s records show no client references`, ''],
	])('is not sent if the look-up gives %j', async (shown, message, mark) => {
		stub.answersWith(shown);
		const [end] = endsOf(await start.run(lookingUp, continued));
		expect(end).toMatchObject({ message, ...(mark && { [mark]: true }) });
		// A request that would be refused again isn't retryable.
		expect(Object.keys(end ?? {}).includes('retryable')).toBe(mark === 'retryable');
		const cause = mark === 'retryable' ? 'temporarily-unavailable' : undefined;
		const failure = cause && (expect.objectContaining({ cause }) as object);
		expect(errorOf(await start.run(lookingUp))).toMatchObject({ message, failure });
		expect(stub.requests.map(({ path }) => path)).not.toContain('/api/payment/1_4/subscribe');
	});

	it.each(['CHARGING_FAILED', 'INVALID_PRICE'])(
		'that ends as %s after a look-up found nothing is looked up once more',
		async (status) => {
			const [empty, declined] = [{ body: [] }, { body: { status } }];
			stub.answersWith({ status: 500 }, empty, empty, declined, { body: [found] });
			expect(itemsOf(await start.run({ options: { attempts: 2 } }))).toEqual([confirmed]);
			expect(stub.asked).toHaveLength(5);
		},
	);
});

describe('Payment: Submit PIN', () => {
	const own = { transactionId: '820', pin: 'K7Q9' };
	const pin = tablesOf(stub, { resource: 'payment', operation: 'submitPin', ...own });
	const line = 'POST /api/payment/1_4/transaction/';
	const accepted = { body: { status: 'ACCEPTED' } };

	const partner = { serviceKey: 'PARTNER09', ...panel };
	const service = { serviceKey: 'X1', moreServices: { service: [partner] } };
	const picked = { serviceKey: byKey('PARTNER09') };
	pin.sends(`${line}820`, accepted, [
		['a PIN without spaces', { pin: ' 12 34 ' }, { pin: '1234' }],
		['numbers as text', { transactionId: 820, pin: 1234 }, { pin: '1234' }],
		['that of the service among several', picked, { pin: 'K7Q9', ...login }, service],
	]);
	pin.sends(`${line}a%2Bb%2Fc%3D%3D`, accepted, [
		['an encrypted ID in the path', { transactionId: 'a+b/c==' }, { pin: 'K7Q9' }],
	]);

	it.each<[INodeParameters, string | number, string]>([[{}, '', "'PIN' is required"]])(
		'%j and PIN %j is refused before it costs an attempt',
		async (fields, typed, message) => {
			const run = await pin.run({ ...fields, pin: '={{ $json.typed }}' }, { items: [{ typed }] });
			expect(errorOf(run)?.message).toBe(message);
			expect(errorOf(run)?.description).not.toMatch(/12/);
			expect(stub.asked).toEqual([]);
		},
	);

	const item = (outcome: string, more: IDataObject = {}) => ({
		transactionId: '820',
		outcome,
		...more,
	});
	const said = (status: string) => ({ status: status.toLowerCase(), errorType: status });
	const [wrong, often, has] = ['INVALID_PIN', 'PIN_MAX_ATTEMPTS_EXCEEDED', 'EXISTING_SUBSCRIPTION'];
	const completed = { ...accepted.body, sessionStatus: 'COMPLETED' };
	pin.answers([
		[200, { status: 'ACCEPTED' }, 0, item('accepted', { status: 'accepted' })],
		[
			406,
			{ status: wrong },
			1,
			item('invalidPin', { ...said(wrong), attemptsLeft: 2 }),
			{ earlierAttempts: '0' },
		],
		[400, { status: wrong }, 1, item('invalidPin', said(wrong))],
		[403, { status: often }, 2, item('attemptsExceeded', { ...said(often), attemptsLeft: 0 })],
		[400, { status: has }, 3, item('notCharged', said(has))],
		[200, completed, 4, item('charged', { status: 'success' })],
	]);

	const check = 'Check at the platform whether it was done before you send it again.';
	const outcomeUnknown = true;
	const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1, executeOnce: true };
	pin.fails(
		[
			[
				400,
				{ status: 'INVALID_REQUEST', errorMessage: 'the PIN K7Q9 is old' },
				'says: the PIN ••• is old – INVALID_REQUEST (HTTP 400)',
				fix,
				{ status: 400 },
			],
			[500, {}, 'says: HTTP 500', check, { status: 500, outcomeUnknown }],
			[
				200,
				'{"pin":"K7Q9"',
				"sent a response that can't be read",
				'Check Base Address in the credential. The response begins: {"pin":"•••"',
				{ outcomeUnknown },
			],
			[200, { status: 'ON_HOLD', pin: 'K7Q9' }, 'says: ON_HOLD', check, { outcomeUnknown }],
			[
				401,
				{ error: 'invalid_token' },
				'says: invalid_token (HTTP 401)',
				"The login worked, but the platform doesn't accept its token. Check 'Base Address' in the credential, and 'Identity Provider Address' if it has one.",
				{ status: 401, retryable: true },
			],
		],
		{ settings: retrying },
	);

	it('is not shown by a check', async () => {
		const wouldSend = { method: 'POST', path: '/api/payment/1_4/transaction/820', body: {} };
		const summary = 'Would submit the PIN for transaction 820';
		const shown = { outcome: 'checked', summary, wouldSend };
		expect(itemsOf(await pin.run({ mode: 'check' }))).toEqual([shown]);
		expect(stub.asked).toEqual([]);
	});

	it('listed more often is sent once; the other items repeat its result', async () => {
		stub.answersWith({ status: 406, body: { status: wrong } });
		expect(itemsOf(await pin.run({}, { items: [{}, {}] }))).toEqual([
			item('invalidPin', said(wrong)),
			item('invalidPin', { ...said(wrong), skipped: 'duplicate of item 0 of the input' }),
		]);
		expect(stub.asked).toHaveLength(1);
	});
});
