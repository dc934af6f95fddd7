import { html, withoutTurns } from '../../pages/html';

const [start, end, override] = ['\u2068', '\u2069', '\u202E'];

it.each([
	['an isolate of its own stays', `a ${start}+33 6${end} b`, `a ${start}+33 6${end} b`],
	['one without an end goes', `a ${start}b`, 'a b'],
	['an end without a start goes', `a${end} b`, 'a b'],
	['one that turns its text goes', `${start}a${override}b${end}`, 'ab'],
	[
		'of one within another the inner one stays',
		`${start}a${start}b${end}${end}`,
		`a${start}b${end}`,
	],
	['marks outside of isolates go', `\u200Fa${override}b\u061C`, 'ab'],
])('%s', (_, text, shown) => {
	expect(withoutTurns(text)).toBe(shown);
	expect(html`${text}`.text).toBe(shown);
});
