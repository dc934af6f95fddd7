import fc from 'fast-check';
import type { Drawn } from '../scenario';
import type { CountryCode } from 'libphonenumber-js/max';
import { planOfFrance, regions } from './truth';

const rarely = (freq: number) => fc.nat(freq).map((drawn) => drawn === freq);

/** Mostly the first one. */
const mostly = <Value>(usual: Value, ...others: Value[]) =>
	fc.oneof(
		{ withCrossShrink: true },
		{ weight: 3, arbitrary: fc.constant(usual) },
		{ weight: 2, arbitrary: fc.constantFrom(...others) },
	);

/** Countries whose digits often fit another country, or whose zeros are unusual. */
const odd = regions.filter((region) =>
	[
		'BR',
		'DE',
		'ID',
		'MX',
		'US',
		'CA',
		'IT',
		'HU',
		'RU',
		'AR',
		'CI',
		'FR',
		'RE',
		'NO',
		'SG',
	].includes(region),
);
const region = fc.oneof(
	{ weight: 2, arbitrary: fc.constantFrom(...regions) },
	{ weight: 1, arbitrary: fc.constantFrom(...odd) },
);

const customer = fc.record({
	/** Its number among those of its country; 0 is the library's example. */
	who: fc.nat(5_000),
	/** Whether it's of the first country, and else of the second or third. */
	from: mostly(0, 1, 2),
	amount: fc.nat(19),
	/** How its number is written, where the system leaves that open. */
	style: fc.nat(5),
	/** The country where the customer lives, if it isn't that of the number. */
	lives: fc.nat(4),
	/** The fault of its row. */
	noise: fc.oneof(
		{ withCrossShrink: true },
		{ weight: 12, arbitrary: fc.constant('' as const) },
		{
			weight: 1,
			arbitrary: fc.constantFrom(
				'blankBefore',
				'noPhone',
				'textPhone',
				'noAmount',
				'shortPhone',
				'noCode',
			),
		},
	),
});
export type ScenarioCustomer = Drawn<typeof customer>;

/** How a system writes phone numbers: each has one true reading. */
export const phoneWays = [
	// All international, with a plus sign or 00.
	'plus',
	// All international, in digits alone.
	'plain',
	// Those of the first country as they're dialed there, others with a plus sign or 00.
	'dialed',
	// The same without the zero.
	'zeroLost',
	// Those of the first country with its code, with a plus sign or without the zero; others with a plus sign.
	'mixed',
	// As dialed in the country of a column, or without the zero.
	'ofColumn',
	'ofColumnZeroLost',
	// In digits alone, with the number's country in a column.
	'plainOfColumn',
	// With the country in which the customer lives in a column: all in digits alone.
	'plainResidence',
	// The same, but those of that country may be as they're dialed there.
	'mixedResidence',
] as const;
export type PhoneWay = (typeof phoneWays)[number];

const phones = fc.record({
	way: fc.constantFrom(...phoneWays),
	/** The form of the plus sign. */
	plus: mostly('+', '00'),
	group: mostly('', ' ', '-', '/', '.', '()', '(0)'),
	before: mostly('', '', "'", 'tel:', 'whatsapp:', 'p:'),
	/** How a workbook stores them, or a CSV file its text. */
	cell: mostly('text', 'number', 'format', 'padded', 'equals'),
	/** The damage of a spreadsheet to digits. */
	damage: fc.oneof(
		{ weight: 10, arbitrary: fc.constant('' as const) },
		{ weight: 1, arbitrary: fc.constantFrom('pointZero', 'exponent') },
	),
	/** Whether +52 is followed by the 1 that mobile numbers of Mexico had. */
	oldOne: fc.boolean(),
	name: fc.nat(37),
	/** How the country of a column is written, and its name. */
	country: fc.constantFrom('iso', 'code', 'plusCode', 'name', 'ownName'),
	countryName: fc.nat(20),
	/** Whether all customers live in the second country. */
	areAbroad: rarely(2),
	/** Other columns of phone numbers. */
	others: fc.array(
		fc.record({ name: fc.nat(20), filled: fc.constantFrom(1, 0.6), isOne: fc.boolean() }),
		{
			maxLength: 1,
		},
	),
});

const amounts = fc.record({
	/** The place of the unit; `none` if there are no amounts. */
	way: fc.constantFrom('none', 'none', 'cell', 'header', 'bare', 'some'),
	unit: fc.constantFrom('MB', 'GB'),
	word: fc.nat(5),
	space: fc.constantFrom(' ', ''),
	decimal: fc.constantFrom('.', ','),
	thousands: mostly('', 'other', ' ', "'"),
	name: fc.nat(40),
	cell: mostly('text', 'number', 'format'),
	/** Numbers of three digits behind the point, where a spreadsheet took the sign for thousands as one. */
	isDamaged: rarely(12),
});

const file = fc.record({
	kind: fc.constantFrom('csv', 'csv', 'xlsx'),
	separator: fc.constantFrom(',', ';', '\t', '|'),
	quotes: mostly('needed', 'all'),
	hasSep: rarely(5),
	lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
	encoding: mostly(
		'utf-8',
		'utf-8 bom',
		'utf-16le',
		'utf-16be',
		'windows-1252',
		'windows-1250',
		'windows-1251',
	),
	endsWithLine: fc.boolean(),
	strings: fc.constantFrom('inline', 'shared', 'formula'),
	/** Sheets before the list's. */
	before: mostly<'' | 'summary' | 'readMe' | 'hidden' | 'other'>(
		'',
		'',
		'',
		'summary',
		'readMe',
		'hidden',
		'other',
	),
});

const one = fc.array(customer, { minLength: 1, maxLength: 9 });
export const fileScenarios = fc.record({
	seed: fc.nat(10_000),
	regions: fc.oneof(
		{ withCrossShrink: true },
		{ weight: 20, arbitrary: fc.array(region, { minLength: 1, maxLength: 3 }) },
		// One numbering plan, in which each has a code of its own.
		{
			weight: 1,
			arbitrary: fc.shuffledSubarray<CountryCode>(planOfFrance, { minLength: 2, maxLength: 3 }),
		},
		// With their code, numbers of the first are too short for Brazil, where customers live.
		{
			weight: 2,
			arbitrary: fc.constantFrom<CountryCode[]>(['FJ', 'BR'], ['MM', 'BR'], ['NO', 'BR']),
		},
	),
	customers: fc.oneof(
		{ withCrossShrink: true },
		{ weight: 6, arbitrary: one },
		{ weight: 1, arbitrary: fc.array(customer, { minLength: 10, maxLength: 40 }) },
	),
	/** How many first digits those of a country share: customers of one town. */
	shared: mostly(0, 2, 3, 4),
	/** Whether the town is one whose numbers are valid abroad without their code. */
	isColliding: fc.boolean(),
	phones,
	amounts,
	language: fc.nat(20),
	hasHeader: fc.oneof(
		{ weight: 7, arbitrary: fc.constant(true) },
		{ weight: 1, arbitrary: fc.constant(false) },
	),
	/** A column with something unique of each customer. */
	id: mostly<'known' | 'unknown' | ''>('known', 'unknown', ''),
	/** Columns of other things, by their place among the kinds of them. */
	extras: fc.oneof(
		{ withCrossShrink: true },
		{ weight: 5, arbitrary: fc.array(fc.nat(60), { maxLength: 5 }) },
		{ weight: 1, arbitrary: fc.array(fc.nat(60), { minLength: 20, maxLength: 28 }) },
	),
	/** In which order the columns stand. */
	order: fc.nat(1_000),
	titles: mostly(0, 0, 0, 1, 2),
	hasTotal: rarely(5),
	file,
	/** How some customers are said to get nothing: by one other status, by yes and no in opposite senses, or by another sheet. */
	marks: mostly<'' | 'status' | 'flags' | 'sheet'>('', '', '', '', 'status', 'flags', 'sheet'),
});
export type FileScenario = Drawn<typeof fileScenarios>;
