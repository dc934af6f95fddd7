import fc from 'fast-check';
import { confirmationOf } from '../../platform/confirmation';
import { parametersOf, readingsOf, readingsOfText, type Delivery } from '../../platform/delivery';
import { readNotification } from '../../platform/notification';
import { gives } from '../support/examples';
import {
	alpha,
	beta,
	keyless,
	queryOf,
	quizNight,
	services,
	signed,
	success,
	type Fields,
} from '../support/triggers/webhookEvents';

const get = (rawQuery: string): Delivery => ({
	method: 'GET',
	rawQuery,
	contentType: '',
	body: new Uint8Array(),
});
const post = (contentType: string, body: string): Delivery => ({
	method: 'POST',
	rawQuery: '',
	contentType,
	body: Buffer.from(body),
});
const form = 'application/x-www-form-urlencoded';
const json = 'application/json';

describe('the readings of a call', () => {
	const read = (delivery: Delivery) => readingsOf(delivery).map((one) => Object.fromEntries(one));
	const plain = (text: string) => [get(text), post(form, text)].map((one) => read(one)[0]);
	const most = 'x'.repeat(65_534);
	gives('the likeliest of', plain, [
		['id=a==&b=&c&&d=übrig ✓', Array(2).fill({ id: 'a==', b: '', c: '', d: 'übrig ✓' })],
		['a=b+c%2Bd&transactionid=a+b%2B', Array(2).fill({ a: 'b c+d', transactionid: 'a+b+' })],
	]);
	gives('all of', (text: string) => read(get(text)).map((one) => Object.values(one).join()), [
		['a=1%2B1', ['1+1']],
		['a=1+1&trid=2+2', ['1 1,2+2', '1 1,2 2', '1+1,2+2']],
		['a=1%252B1', ['1%2B1', '1+1']],
		['a=100%25', ['100%']],
	]);
	gives('the parameters of JSON', (type: string, text: string) => read(post(type, text)), [
		['Application/JSON ; charset=x', '{"a":"1","b":"","c":null}', [{ a: '1', b: '' }]],
		[
			json,
			'{"a":1.00,"b":true,"c":"1\\"2","d":-12345678901234567890}',
			[{ a: '1.00', b: 'true', c: '1"2', d: '-12345678901234567890' }],
		],
	]);

	test('are at most 6, whatever came', () => {
		const texts = fc.stringMatching(/^([a-c]=[+% 25a]{0,9}&){0,12}$/);
		fc.assert(fc.property(texts, (text) => expect(read(get(text)).length).toBeLessThan(7)));
	});

	const noForm = 'The body must be a form or a JSON object';
	test.each<[string, ...Delivery[]]>([
		['A parameter occurs more than once', post(form, 'a=1&%61=2')],
		['The call is too long', get(`a=${most}x`), post(form, `a=${most}x`)],
		['The call has too many parameters', get('a&'.repeat(201)), get('a=+&'.repeat(201))],
		['A value must be text', post(json, '{"a":[{}]}'), post(json, '{"a":{}}')],
		[noForm, post(json, '[{"a":"1"}]'), post(json, '{"a"'), post('text/plain', 'a=1')],
		[noForm, post(json, `{"a":"${'\\"'.repeat(30_000)}`)],
		['A parameter has a reserved name', get('prototype=1'), get('toJSON=1'), get('__proto__=1')],
	])('%s', (message, ...deliveries) => {
		const error = expect.objectContaining({ name: 'MalformedDelivery', message }) as Error;
		const all = (delivery: Delivery) => readingsOf(delivery).map(parametersOf);
		for (const delivery of deliveries) expect(() => all(delivery)).toThrow(error);
		expect(read(get(`a=${most}`))).toEqual([{ a: most }]);
	});
});

describe('a notification', () => {
	const read = (query: string, known: typeof services | null = services) => {
		const found = readNotification(readingsOfText(query), known ?? undefined);
		if (found.refused) return found.refused === 'fields' ? found.fields.join() : found.refused;
		return { signatureChecked: found.signatureChecked, ...found.raw };
	};
	const sent = signed(success);
	const query = queryOf(sent);
	const changed = (fields: Fields) => queryOf(signed({ ...success, ...fields }));
	const without = (name: string) => {
		const rest = Object.entries(success).filter(([one]) => one !== name);
		return queryOf(signed(Object.fromEntries(rest)));
	};
	const checked = { signatureChecked: true, ...sent };
	gives('what is read', read, [
		...[query, `${query}&status=success`, `${query}&fbclid=1&utm_x=2`, query.replaceAll('+', '%20')]
			.concat(query.replaceAll('%', '%25'), query.replaceAll('%2B', '+'))
			.map((one) => [one, services, checked] as [string, typeof services, unknown]),
		[queryOf(success), null, { signatureChecked: false, ...success }],
		[queryOf({ ...sent, status: 'failed' }), services, 'key'],
		[queryOf(success), services, 'unsigned'],
		[query, [keyless, beta], 'service'],
		[queryOf(signed({ ...success, service: 'GAMMA03' })), services, 'service'],
		[query, [{ ...alpha, signingAlgorithm: 'sha256' }], 'algorithm'],
		[queryOf(signed(success, quizNight)), services, 'algorithm'],
		[
			queryOf(signed({ ...success, service: 'QUIZNIGHT05' }, quizNight)),
			services,
			expect.any(Object),
		],
		[queryOf({ ...success, sign: 'x' }), [], 'service'],
		// A return is no notification.
		[
			queryOf(signed({ status: 'success', trid: '17', userid: 'p' })),
			services,
			'transactionid,service',
		],
	]);

	const genuine: Fields[] = [
		{ country: 'FR' },
		{ mno: '310260' },
		{ mno: 'FR_ORANGE' },
		{ phone: 'VX9cC2xFmkw4UTP' },
		{ transactionid: '700000123' },
		{ amount: '0' },
		{ enduserprice: '479.000' },
		{ revenue: '-8.0564' },
		{ event_type: 'SUB_ADMIN CANCEL' },
		{ status: 'FAILED' },
		{ mnocode: 'DE_T-MOBILE.2' },
		{ errormessage: 'not enough + credit' },
		{ sub: 'more' },
		{ mno: '' },
		{ reference: '' },
		{ clientid: 'ü 1' },
	];
	test.each(genuine)('with %j is genuine', (fields) => {
		expect(read(changed(fields))).toEqual({
			signatureChecked: true,
			...signed({ ...success, ...fields }),
		});
	});
	test.each(['mno', 'enduserprice', 'revenue', 'revenuecurrency', 'reference', 'event_type'])(
		'without %s is genuine',
		(name) => expect(read(without(name))).toMatchObject({ signatureChecked: true }),
	);

	const eventIn = (fields: Fields) => {
		const found = readNotification(readingsOfText(changed(fields)), services);
		return found.refused ?? found.event;
	};
	gives('the event', (fields: Fields, name: string) => Object(eventIn(fields))[name] as unknown, [
		...['transactionid', 'status', 'service'].map((name): [Fields, string, unknown] => [
			{ [name]: ' ' },
			'price',
			undefined,
		]),
		...['1,00', '1e9', '€1', '.5', ''].map((enduserprice): [Fields, string, unknown] => [
			{ enduserprice },
			'price',
			undefined,
		]),
		[{ enduserprice: '479.000' }, 'price', 479],
		[{ revenue: '-8.0564' }, 'revenue', -8.0564],
		[{ status: ' FAILED' }, 'status', 'failed'],
		[{ status: 'on-hold' }, 'status', 'on-hold'],
		[{ phone: '+33639981234 ' }, 'msisdn', '+33639981234 '],
		[{ transactionid: 'a b' }, 'transactionId', 'a b'],
	]);
	test.each(['transactionid', 'status', 'service'])('without %s is none', (name) =>
		expect(eventIn({ [name]: ' ' })).toBe('fields'),
	);

	test('is read however its sender encodes a plus, a space or the whole call again', () => {
		const text = fc.stringMatching(/^[A-Za-z0-9+/= ä%]{1,20}$/);
		const encode = [
			(value: string) => encodeURIComponent(value),
			(value: string) => encodeURIComponent(value).replaceAll('%20', '+'),
			(value: string) => encodeURIComponent(value).replaceAll('%2B', '+'),
			(value: string) => encodeURIComponent(encodeURIComponent(value)),
		];
		fc.assert(
			fc.property(text, text, fc.constantFrom(...encode), (errormessage, userid, encoded) => {
				const call = signed({ ...success, errormessage, userid: `${userid}.` });
				const pairs = Object.entries(call).map(([name, value]) => `${name}=${encoded(value)}`);
				expect(read(pairs.join('&'))).toEqual({ signatureChecked: true, ...call });
			}),
		);
	});
});

describe('what the platform says of a notification', () => {
	const record = {
		transactionId: 17,
		encryptedTransactionId: success.transactionid,
		msisdn: '33639981234',
		actionStatus: 'COMPLETED',
		endUserPrice: 1,
		action: 'SUB_START',
		serviceKey: 'GAMECLUB04',
		operator: 'FR_ORANGE',
		country: 'FR',
		merchantReference: 'order 7',
		amount: 30,
	};
	const said = (change: object, call: Fields = {}) => {
		const found = readNotification([Object.entries({ ...success, ...call })], undefined);
		if (found.refused) throw new Error(found.refused);
		const body = [{ ...record, ...change }];
		const compared = ['status', 'msisdn', 'price'] as const;
		const answer = confirmationOf(found.event, compared, { status: 200, body });
		if (answer.state === 'confirmed') return answer.shown;
		return answer.state === 'unseen' ? 'unseen' : `${answer.state}: ${answer.field}`;
	};
	const whole = {
		transactionId: '17',
		status: 'success',
		msisdn: '33639981234',
		price: 1,
		quantity: 30,
		serviceKey: 'GAMECLUB04',
		eventType: 'opt_in',
		operator: 'FR_ORANGE',
		country: 'FR',
		clientReference: 'order 7',
	};
	gives('what is said', said, [
		[{}, {}, whole],
		// A call says nothing that the record doesn't.
		[{}, { userid: 'eve', revenue: '60', event_type: 'opt_out', reference: '8', more: '1' }, whole],
		[{ actionStatus: null, transactionState: 'FINISHED' }, {}, whole],
		[{ endUserPrice: 1.2, price: '1.00' }, {}, { ...whole, price: 1.2 }],
		[{ transactionId: null }, {}, { ...whole, transactionId: success.transactionid }],
		[
			{ merchantReference: null, action: null },
			{},
			{ ...whole, clientReference: undefined, eventType: undefined },
		],
		[{ merchantReference: 'order 8' }, {}, { ...whole, clientReference: 'order 8' }],
		[{ action: 'SUB CANCEL' }, {}, { ...whole, eventType: 'opt_out' }],
		[
			{ currency: 'EUR', subscriptionId: 5, errorType: 'WRONG_PIN' },
			{},
			{ ...whole, currency: 'EUR', subscriptionId: '5', errorType: 'WRONG_PIN' },
		],
		[{ msisdn: '+33639981234' }, {}, { ...whole, msisdn: '+33639981234' }],
		// A field that the record lacks can't be compared.
		[{ msisdn: null }, {}, { ...whole, msisdn: undefined }],
		[{ endUserPrice: null }, { enduserprice: '' }, { ...whole, price: undefined }],
		[{}, { enduserprice: '' }, 'incomplete: price'],
		[{}, { phone: ' ' }, 'incomplete: msisdn'],
		[{ actionStatus: 'FAILED' }, {}, 'contradicted: status'],
		[{ transactionState: 'SKIPPED', actionStatus: null }, {}, 'contradicted: status'],
		[{ msisdn: '33639981235' }, {}, 'contradicted: msisdn'],
		[{ endUserPrice: 2 }, {}, 'contradicted: price'],
		[{ actionStatus: null, transactionState: 'PENDING' }, {}, 'unseen'],
		[{ encryptedTransactionId: 'other' }, {}, 'unseen'],
	]);
	gives(
		'what is said by',
		(status: number, body: unknown) => {
			const found = readNotification([Object.entries(success)], undefined);
			return found.refused ?? confirmationOf(found.event, ['status'], { status, body }).state;
		},
		[
			[200, record, 'confirmed'],
			[200, [], 'unseen'],
			[200, { status: 'OK' }, 'unseen'],
			[404, { status: 'NOT_FOUND' }, 'unseen'],
			[503, '', 'unseen'],
		],
	);
});
