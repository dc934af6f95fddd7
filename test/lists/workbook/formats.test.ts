import { ShownNumbers } from '../../../lists/workbook/formats';
import { alike, gives } from '../../support/examples';

const isDate = (id: number, code?: string) =>
	new ShownNumbers({ formats: [{ id, code }], is1904: false }).read(45_658, 0) === '2025-01-01';

gives('a format of dates', (code: string) => isDate(164, code), [
	...alike<string>(true, 'dd.mm.yyyy', '[$-409]d-mmm-yy', '[h]:mm', '[ss]', '[Red]yy'),
	...alike<string>(
		false,
		'General',
		'0.00E+00',
		'[Red]-0',
		'_-* #,##0_d',
		'*d0',
		'',
		'constructor',
		'__proto__',
		'"',
	),
]);

gives('a format of dates without a code', (id: number) => isDate(id), [
	...alike(true, 14, 22, 27, 36, 45, 47, 50, 58),
	...alike(false, 0, 1, 13, 23, 37, 44, 48, 49, 59, 164),
]);

const shown = (stored: number, code: string) =>
	new ShownNumbers({ formats: [{ id: 164, code }], is1904: false }).read(stored, 0);

gives('a number as its sheet shows it', shown, [
	// Added signs and padded digits are read.
	[15123456789, '"+49"0', '+4915123456789'],
	[15123456789, '"+49 "0', '+49 15123456789'],
	[15123456789, '\\+\\4\\9### ### ####', '+491512 345 6789'],
	[15123456789, '"0"0', '015123456789'],
	[33639980101, '000000000000', '033639980101'],
	[612345678, '0#" "##" "##" "##" "##', '06 12 34 56 78'],
	[5550123, '[<=9999999]###-####;(###) ###-####', '555-0123'],
	[2025550124, '[<=9999999]###-####;(###) ###-####', '(202) 555-0124'],
	[15123456789, '"+"0', '+15123456789'],
	[4, '"Store "0', 'Store 4'],
	[500, '0 "MB"', '500 MB'],
	[500, '#,##0\\ "days"', '500 days'],
	[500, '[$kr-414] 0', 'kr 500'],
	[500, '_("$"* #,##0.00_)', '$500'],
	[5, '"yes";"yes";"no"', 'yes'],
	// With the number as it's stored: without zeros and signs that would make two readings of it.
	[2, '0.0" GB"', '2 GB'],
	[2, '0.000" GB"', '2 GB'],
	[1024, '#,##0" MB"', '1024 MB'],
	[1.5, '0" GB"', '1.5 GB'],
	[1.55, '0.0" GB"', '1.55 GB'],
	[0.5, '[$-407]0.00" GB"', '0.5 GB'],
	// Rounded, shortened, grouped and converted numbers are read as they're stored.
	[1.5, '0', 1.5],
	[500, '0.00', 500],
	[1.024, '0.000', 1.024],
	[1024, '#,##0', 1024],
	[1024, '#\\ ##0', 1024],
	[1024.5, '#\\ ##0.00', 1024.5],
	[1024.5, '#\\ ##0.00" MB"', '1024.5 MB'],
	[15000000000, '0.0E+0', 15000000000],
	[15123456789, 'General', 15123456789],
	[15123456789, '@', 15123456789],
	[1.5, '# ?/?', 1.5],
	// Neither the number that is shown nor the one that is stored.
	[2048, '0.0," GB"', '2.0 GB (2048)'],
	[500000, '#,##0,', '500 (500000)'],
	[1500, '0.0,"k"', '1.5k (1500)'],
	[0.5, '0%', '50% (0.5)'],
	[3, '0" x 1 GB"', '3 x 1 GB (3)'],
	[5, ';;;', '(5)'],
	[-5, '0;"minus "0', -5],
	[5, '0;"yes"', 5],
	[5, 'constructor', 5],
	[5, '__proto__', 5],
	[5, '"', 5],
	// Excel takes no longer format.
	[5, `"${'x'.repeat(252)}"0`, `${'x'.repeat(252)}5`],
	[5, `"${'x'.repeat(253)}"0`, 5],
]);

test('as many formats are read as Excel takes', () => {
	const formats = Array.from({ length: 251 }, (_, at) => ({ id: 164 + at, code: `"${at}-"0` }));
	const numbers = new ShownNumbers({ formats, is1904: false });
	const read = formats.map((_, style) => numbers.read(7, style));
	expect(read.slice(-2)).toEqual(['249-7', 7]);
});
