import fc from 'fast-check';
import { readAmount, unitIn, type AmountReading } from '../../platform/declaredAmount';
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
const two = 'must not be two amounts at once: the sign may be for thousands or decimals';

gives('an amount', read, [
	['500', 'MB -', 500],
	['٥٠٠', 'MB -', 500],
	[500, 'MB -', 500],
	[1.5, 'GB -', 1536],
	[1.5, 'GB ,', 1536],
	[1.125, 'MB -', 1.125],
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
		'0',
		0,
		-1,
		'-5',
		'1e3',
		'0x10',
		'MB',
		'5G',
		'500 KB',
		'1 TB',
		'30 €',
		'5 MB x',
		'GB 5',
		'1/2',
		'५',
		'x',
	].map((text): [unknown, string, unknown] => [text, 'MB -', no]),
]);

gives('a unit in a cell', unitIn, [
	...alike<unknown>('GB', '1 GB', '1,5 Go', ' 2gigas '),
	...alike<unknown>('MB', '500MB', '1.024 Mo'),
	...alike<unknown>(undefined, '500', 500, 'GB', '30 days', '5 $', ''),
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
