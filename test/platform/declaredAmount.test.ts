import fc from 'fast-check';
import {
	looksLikeAmount,
	readAmount,
	unitIn,
	type AmountReading,
} from '../../platform/declaredAmount';
import { InputError } from '../../platform/input';
import { alike, gives } from '../support/examples';

const read = (cell: unknown, declared: string): unknown => {
	const [unit, decimal, gigabyte] = declared.split(' ') as ['MB' | 'GB', string, string?];
	const reading = {
		unit,
		decimal: decimal === '-' ? '' : decimal,
		gigabyte: Number(gigabyte ?? 1024),
	};
	try {
		return readAmount(cell, reading as AmountReading);
	} catch (error) {
		if (error instanceof InputError) return error.message;
		throw error;
	}
};

const no = 'must be an amount of data';
const two = 'has two readings';

gives('an amount', read, [
	['500', 'MB -', 500],
	['٥٠٠', 'MB -', 500],
	[500, 'MB -', 500],
	[1.5, 'GB -', 1536],
	[1.5, 'GB ,', 1536],
	// As the text would be: a spreadsheet may have taken a point for thousands for one of decimals.
	[1.024, 'MB -', two],
	[1.024, 'MB ,', 1024],
	[1.024, 'MB .', 1.024],
	[2.048, 'GB .', 2097.152],
	[0.512, 'GB -', 524.288],
	[0.512, 'GB ,', 524.288],
	[1234.567, 'MB -', 1234.567],
	[1234.567, 'MB ,', 1234.567],
	[1.5, 'MB ,', 1.5],
	['1 GB', 'MB -', 1024],
	['1 GB', 'MB - 1000', 1000],
	['1.005 GB', 'MB . 1000', 1005],
	['500MB', 'GB -', 500],
	['2', 'GB -', 2048],
	...(
		['1,5 Go', '1,5Go', '1.5 gigas', '1,5 ГБ', '1,50 Gigabyte', '1,5 GiB', '1.5 غيغابايت'] as const
	).map((text): [unknown, string, unknown] => [text, 'MB -', 1536]),
	...(
		[
			'500 Mo',
			'500 megas',
			'500 мегабајта',
			'500 megaocteți',
			'500 megabájt',
			'500 ميغا',
			'500 Mb.',
		] as const
	).map((text): [unknown, string, unknown] => [text, 'GB -', 500]),
	// By the sign.
	['1.024', 'MB ,', 1024],
	['1.024', 'MB .', 1.024],
	['1.024', 'MB -', two],
	['1,024', 'MB .', 1024],
	['1,024', 'MB ,', 1.024],
	['1,500 GB', 'MB -', two],
	['1,5', 'MB -', 1.5],
	['1.5', 'MB -', 1.5],
	['1,5', 'MB .', no],
	['0,125', 'MB -', 0.125],
	['1.234,5', 'MB -', 1234.5],
	['1,234.5', 'MB -', 1234.5],
	['1 234,5', 'MB ,', 1234.5],
	["1'234.5", 'MB .', 1234.5],
	['1 500', 'MB -', 1500],
	['1\u202f500 Mo', 'MB -', 1500],
	['1 50', 'MB -', no],
	['1.50.000', 'MB ,', no],
	['1,5,5', 'MB -', no],
	['1.234.567', 'MB -', 1234567],
	['20000 GB', 'MB -', 'must be at most 10 TB'],
	['33639980101', 'MB -', 'must be at most 10 TB'],
	['', 'MB -', 'is required'],
	...[
		'MB',
		'5 MB x',
		'GB 5',
		'1/2',
		'1e3',
		'0x10',
		'৫',
		'x',
		'1.5O GB',
		'unbegrenzt',
		'5'.repeat(41),
	].map((text): [unknown, string, unknown] => [text, 'MB -', no]),
	...['0', 0, '0,0 GB', -1, '-5', '−5', '(5)', '5-'].map((text): [unknown, string, unknown] => [
		text,
		'MB -',
		'must be more than 0',
	]),
	...['5G', '500 kB', '1 TB', '30 days'].map((text): [unknown, string, unknown] => [
		text,
		'MB -',
		'must be in MB or GB',
	]),
]);

gives('a unit in a cell', unitIn, [
	...alike<unknown>('GB', '1 GB', '1,5 Go', ' 2gigas '),
	...alike<unknown>('MB', '500MB', '1.024 Mo'),
	...alike<unknown>(undefined, '500', 500, 'GB', '30 days', '5 $', ''),
]);

gives('a cell that may be an amount', looksLikeAmount, [
	...alike<unknown>(true, '1 GB', '1.024', '1,5', 500, 0.5, '٥٠٠', ' 2gigas '),
	...alike<unknown>(false, 'GB', '30 days', '0', 0, -1, 33639980101, '33639980101', '', null, true),
	...alike<unknown>(false, `${' '.repeat(40)}5`, '5 $'),
]);

test('an amount is the same however it is written, or refused', () => {
	const separators = { '.': [',', ' ', "'", '\u00a0'], ',': ['.', ' ', "'", '\u202f'] };
	const sign = fc.constantFrom('.' as const, ',' as const);
	const word = fc.constantFrom(['MB', 1], ['Mo', 1], ['GB', 1024], ['gigas', 1024], [
		'',
		1,
	] as const);
	const declaredSign = fc.constantFrom('', '.', ',');
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 9_000_000 }),
			fc.constantFrom('', '5', '25', '125'),
			sign,
			fc.nat(4),
			word,
			declaredSign,
			(whole, decimals, decimal, grouping, [unit, factor], declared) => {
				const between = separators[decimal][grouping - 1] ?? '';
				const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, between);
				const text = `${grouped}${decimals && decimal + decimals}${unit}`;
				const megabytes = Number(`${whole}.${decimals}`) * Number(factor);
				const own = read(text, `MB ${declared || '-'}`);
				const isRight = own === megabytes || typeof own === 'string';
				// With the other sign declared a group of thousands is three decimals.
				const isOther = declared !== '' && declared !== decimal;
				expect(isRight || isOther).toBe(true);
				if (declared === decimal && megabytes <= 1e7) expect(own).toBe(megabytes);
			},
		),
		{ numRuns: 1_000 },
	);
});
