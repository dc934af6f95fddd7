import fc from 'fast-check';
import { readBody, readLongList } from '../../platform/body';
import { parseJson } from '../../platform/json';
import { alike, gives } from '../support/examples';

const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;

describe('JSON', () => {
	const long = 'a whole number above 2^53';
	gives(long, parseJson, [
		['[-9007199254740993,9007199254740991]', ['-9007199254740993', 9007199254740991]],
		[
			'{"a":"id 9007199254740993, \\"b\\": 12345678901234567890"}',
			{ a: 'id 9007199254740993, "b": 12345678901234567890' },
		],
		['{"a":0.12345678901234567,"b":1e21}', { a: 0.12345678901234567, b: 1e21 }],
		['12345678901234567890', '12345678901234567890'],
		['{"a":"\\\\","b":12345678901234567890}', { a: '\\', b: '12345678901234567890' }],
		...alike(undefined, '{12345678901234567890:1}', '[012345678901234567890]'),
		...alike(undefined, '12345678901234567890-1', '[+12345678901234567890]'),
	]);

	gives(
		'other text',
		parseJson,
		alike(undefined, '<html>', '', '{"a":1', '["a]', '[1]]', "{'a':1}"),
	);

	gives('the depth', (depth: number) => parseJson(nested(depth)) !== undefined, [
		[100, true],
		[101, false],
	]);

	gives('a field that sets a prototype', parseJson, [
		...alike(undefined, '{"__proto__":{"a":1}}', '[{"b":{"__pr\\u006Fto__":1}}]'),
		['{"constructor":1,"a":"__proto__"}', { constructor: 1, a: '__proto__' }],
		['["\\u0070\\u00e4"]', ['pä']],
	]);

	test('is what JavaScript reads, and long numbers keep their digits', () => {
		const whole = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map((one) => `#${one}`);
		const { value } = fc.letrec((tie) => {
			const within = [fc.array(tie('value')), fc.dictionary(fc.string(), tie('value'))];
			const fraction = fc.double({ min: -1, max: 1, noNaN: true });
			const plain = [whole, fraction, fc.integer(), fc.string(), fc.boolean(), fc.constant(null)];
			return { value: fc.oneof({ maxDepth: 5 }, fc.oneof(...plain), ...within) };
		});
		// A whole number goes through JavaScript as text with a mark.
		const marks = /"#(-?(?:0|[1-9]\d*))"(?!:)/g;
		fc.assert(
			fc.property(value, (one) => {
				const marked = JSON.stringify(one);
				fc.pre(!marked.includes('__proto__'));
				const expected = marked.replaceAll(marks, (_all, digits: string) =>
					Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`,
				);
				expect(parseJson(marked.replaceAll(marks, '$1'))).toEqual(JSON.parse(expected));
			}),
		);
	});

	test('is refused where JavaScript refuses it', () => {
		const pieces = fc.constantFrom(...'[]{}",:\\ -+.eE019', 'true', '12345678901234567');
		fc.assert(
			fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
				const text = parts.join('');
				let isJson = true;
				try {
					JSON.parse(text);
				} catch {
					isJson = false;
				}
				expect(parseJson(text) !== undefined).toBe(isJson);
			}),
			{ numRuns: 2000 },
		);
	});
});

describe('an answer of 1 MB is read in linear time, whatever is in it', () => {
	const filled = (start: string, part: string, end = '') =>
		start + part.repeat(1_000_000 / part.length) + end;
	async function* pieces(text: string) {
		for (let at = 0; at < text.length; at += 100) {
			yield await Promise.resolve(Buffer.from(text.slice(at, at + 100)));
		}
	}
	test.each([
		['escaped quotes in a string without an end', filled('"', '\\"'), false],
		['escaped quotes', filled('', '\\"'), false],
		['backslashes', filled('["', '\\'), false],
		['quotes', filled('[', '"'), false],
		['open lists', filled('', '['), false],
		['open objects', filled('[', '{"a":'), false],
		['closed lists', filled('[', ']'), false],
		['digits', filled('[{"a":', '9', '}]'), true],
		['long numbers', filled('[{"a":[', '12345678901234567,', '1]}]'), true],
		['signs', filled('[', '-'), false],
		['space', filled('', ' '), false],
		['space in a list', filled('[', ' ', ']'), true],
		['records', filled('[', '{"a":1},', '{}]'), true],
		['prototypes', filled('[', '{"__proto__":1},', '{}]'), false],
		['escapes', filled('[', '{"\\u0061":1},', '{}]'), true],
	])('%s', async (_what, text, isRead) => {
		const whole = await readBody(pieces(text));
		const list = await readLongList(pieces(text), () => true).catch(() => undefined);
		expect([whole, list].map((one) => Array.isArray(one))).toEqual([isRead, isRead]);
	});
});

test('an answer that is no JSON is text, without its byte order mark', async () => {
	const read = async (...bytes: number[]) => await readBody([Uint8Array.from(bytes)] as never);
	expect(await read(0xef, 0xbb, 0xbf, 0x7b, 0x7d)).toEqual({});
	expect(await read(0x3c, 0xc3, 0xbc)).toBe('<ü');
	expect(await read()).toBe('');
});

test.each([
	['records', `[${'{},'.repeat(199_998)}{}]`, true],
	['more records', `[${'{},'.repeat(199_999)}{}]`, false],
	['lists in a record', `[{"a":[${'[],'.repeat(200_000)}1]}]`, false],
	['brackets in a text', `[{"a":"${'['.repeat(300_000)}"}]`, true],
])('200,000 lists and objects are read, and no more: %s', async (_what, text, isRead) => {
	const words = 'sent a response of more than 200000 lists and objects';
	const chunks = () => [Buffer.from(text)] as never;
	const readings = [readBody(chunks()), readLongList(chunks(), () => true)];
	for (const reading of readings) {
		if (isRead) expect(Array.isArray(await reading)).toBe(true);
		else await expect(reading).rejects.toThrow(words);
	}
	const dropped = `[${'{},'.repeat(300_000)}{}]`;
	expect(await readLongList([Buffer.from(dropped)] as never, () => false)).toHaveLength(10);
});

test('more than 16 MB are not read', async () => {
	async function* endless() {
		for (;;) yield await Promise.resolve(new Uint8Array(1_000_000));
	}
	await expect(readBody(endless())).rejects.toThrow('sent a response of more than 16 MB');
});
