import fc from 'fast-check';
import { readFlatJson } from '../../platform/flatJson';

const scalar = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc.boolean(),
	fc.constant(null),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.maxSafeInteger(),
);
const flatObject = fc.dictionary(fc.string({ unit: 'binary' }), scalar);

/** What JSON.parse makes of a text when that is a flat object; undefined for anything else. */
function flatByJsonParse(text: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
		const isFlat = Object.values(value).every(
			(entry) => entry === null || typeof entry !== 'object',
		);
		return isFlat ? (value as Record<string, unknown>) : undefined;
	} catch {
		return undefined;
	}
}

/** JSON text with white space wherever it may stand, and some or all characters written as escapes. */
function spelled(value: Record<string, unknown>, everyNth: number): string {
	let count = 0;
	const gap = () => [' ', '\n', '\t\r', ''][count++ % 4] ?? '';
	const unit = (character: string) =>
		/[^"\\\u0000-\u001f]/.test(character) && count++ % everyNth !== 0
			? character
			: `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
	const literal = (entry: unknown) =>
		typeof entry === 'string' ? `"${entry.split('').map(unit).join('')}"` : JSON.stringify(entry);
	const pairs = Object.entries(value).map(
		([name, entry]) => `${gap()}${literal(name)}${gap()}:${gap()}${literal(entry)}${gap()}`,
	);
	return `${gap()}{${pairs.join(',')}}${gap()}`;
}

describe('a flat JSON object', () => {
	it('is read as JSON.parse reads it, however it is spelled', () => {
		fc.assert(
			fc.property(flatObject, fc.integer({ min: 1, max: 5 }), (value, everyNth) => {
				const text = spelled(value, everyNth);
				const parsed = Object.entries(JSON.parse(text) as Record<string, unknown>);
				const read = new Map(readFlatJson(text));
				expect(read.size).toBe(parsed.length);
				for (const [name, entry] of parsed) {
					const got = read.get(name);
					if (typeof entry === 'string') expect(got).toBe(entry);
					else if (entry === null) expect(got).toBe('');
					else expect(JSON.parse(String(got))).toBe(entry);
				}
			}),
			{ numRuns: 500 },
		);
	});

	it('is taken exactly when JSON.parse takes it, and nothing throws', () => {
		const pieces = [
			'{',
			'}',
			'[',
			']',
			'"',
			'\\',
			':',
			',',
			'0',
			'1',
			'-',
			'.',
			'e',
			'null',
			'true',
		];
		const nearJson = fc
			.array(fc.constantFrom(...pieces, '"c"', '"b":1', ' ', '\n', '\u00a0', '\u0000', '\\u12'))
			.map((parts) => parts.join(''));
		const texts = fc.oneof(
			nearJson,
			nearJson.map((inner) => `{"a":${inner}}`),
			fc.string({ unit: 'binary' }),
			fc.json(),
		);
		fc.assert(
			fc.property(texts, (text) => {
				expect(readFlatJson(text) !== undefined).toBe(flatByJsonParse(text) !== undefined);
			}),
			{ numRuns: 5_000 },
		);
	});

	it('keeps the exact text of numbers', () => {
		const number = fc.stringMatching(/^-?(0|[1-9]\d{0,30})(\.\d{1,30})?([eE][+-]?\d{1,3})?$/);
		fc.assert(
			fc.property(number, (text) => {
				expect(readFlatJson(`{"price": ${text} }`)).toEqual([['price', text]]);
			}),
		);
	});

	it('shows a name that stands there twice, also as an escape and beside null', () => {
		expect(readFlatJson('{"a":"1","\\u0061":"2"}')).toEqual([
			['a', '1'],
			['a', '2'],
		]);
		expect(readFlatJson('{"a":null,"a":"2"}')).toHaveLength(2);
	});

	it.each([
		'',
		'[]',
		'"a"',
		'{"a":{}}',
		'{"a":[1]}',
		'{"a":1,}',
		"{'a':1}",
		'{"a":01}',
		'{"a":1} x',
		'{"a":NaN}',
		'{"a":"\n"}',
		'{"a":"\\x"}',
		'{"a":"\\ud8"}',
	])('is not %j', (text) => {
		expect(readFlatJson(text)).toBeUndefined();
	});

	it('takes no longer than linear time on hostile text', () => {
		const size = 524_288;
		const texts = [
			`{"${'a'.repeat(size)}`,
			`{"a":"${'\\"'.repeat(size / 2)}`,
			`{"a":"${'\\'.repeat(size)}`,
			`{"a":${'1'.repeat(size)}x`,
			`{"a":1.${'1'.repeat(size)}e`,
			`{${' '.repeat(size)}`,
			`{"a"${' '.repeat(size)}x`,
			`{${'"a":1,'.repeat(size / 6)}`,
			`{"a":${'{"a":'.repeat(size / 5)}`,
			'['.repeat(size),
		];
		const begun = performance.now();
		for (const text of texts) expect(readFlatJson(text)).toBeUndefined();
		// Quadratic time would be minutes.
		expect(performance.now() - begun).toBeLessThan(4_000);
	});
});
