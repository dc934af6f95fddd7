import { inEnglish } from '../../platform/say';
import { openCsv } from '../../lists/csv';
import type { ListSettings } from '../../lists/propose';
import { gives } from '../support/examples';
import { readRows } from '../support/readLists';

/** The questions on a list, each with its proposal, or the rows; each row gets 5 MB. */
const endOf = (header: string, rows: string, said: ListSettings = {}): string[] => {
	const text = [header, ...rows.split(' | ')].join('\n');
	const { records } = openCsv([text]);
	const list = readRows(records, { defaultAmount: 5, ...said });
	const { rows: good, bad, questions: asked } = list;
	if (asked.length > 0) return asked.map(({ field, proposed = '?' }) => `${field} ${proposed}`);
	return [...good.map(({ phone }) => phone), ...bad.map(({ reason }) => reason)];
};

const brazil = '51987654321 | 51991234567 | 51981112222';
const [american, german] = ['17604069001', '4915123456788'];
const international = { twoWays: 'international' };
const [noNumber, noLandline] = [
	"'Phone Number' must begin with a country code that exists",
	"'Phone Number' must include the country code",
];

gives('digits without a country', (rows: string) => endOf('Mobile', rows), [
	['33612345678 | 33612345679', ['33612345678', '33612345679']],
	// Porto Alegre or Peru; Germany, China or California; Arkansas, Finland or Norway.
	[brazil, ['country ?']],
	[american, ['country ?']],
	['4792448617', ['country ?']],
	// Montreal, or a landline of Peru.
	['5144375475', ['country ?']],
	['5142187117 | 5162036726 | 5142187118', ['country ?']],
	// The code of another number shows where one that differs can be from.
	[`+49 151 23456789 | ${german} | ${american}`, ['country ?']],
	[`${german} | 4915123456789 | 4915123456787 | ${american}`, ['country ?']],
	['+62 812-3456-7890 | 6281234567891 | 81234567893', ['country ?']],
	['+49 151 23456789 | +1 760 406 9002 | 17604069001', ['4915123456789', '17604069002', american]],
	// All of them are German mobile numbers.
	['+49 151 23456789 | 0151 23456788 | 0170 1234567', ['country DE']],
	// Kenya's numbers, and a customer from South Africa.
	['0712345678 | 0722345678 | +27821234567', ['country ?']],
	// As one of Germany it would be a landline.
	['+49 151 23456789 | 0151 23456788 | 06 12 34 56 78', ['country ?']],
	['991234567', ['country ?']],
	// In Italy it's a mobile number, and behind its code a landline.
	['3903466680', ['country ?']],
	['+39 312 345 6789 | 3903466680', ['country ?']],
	['+39 312 345 6789 | 393123456788', ['393123456789', '393123456788']],
]);

gives(
	'digits under a country',
	(country: string, rows: string) => endOf('Mobile', rows, { country }),
	[
		['BR', brazil, ['twoWays national']],
		['DE', `+49 151 23456789 | ${german} | ${american}`, ['twoWays national']],
		['ID', '+62 812-3456-7890 | 6281234567891 | 81234567893', ['twoWays national']],
		// A zero that was kept shows that zeros weren't lost; foreign digits, that there are such digits.
		['DE', `0151 23456789 | ${american}`, ['twoWays ?']],
		['BR', `491601234567 | ${brazil}`, ['twoWays international']],
		['BR', `491601234567 | 11987654321 | ${brazil}`, ['twoWays ?']],
		['DE', '33612345678', ['twoWays ?']],
		['international', `${brazil} | ${american}`, [...brazil.split(' | '), american]],
		[
			'international',
			'991234567 | 80501234567 | +4915123456789',
			['4915123456789', noNumber, noNumber],
		],
		// A mobile number of Norway; in Brazil it's one of Blumenau that is cut off, or from before 2016.
		['BR', `4790312539 | ${brazil}`, ['twoWays ?']],
		['BR', '4790312539 | 5547990312539', ['twoWays ?']],
		['FR', '0692123456 | 0612345678', ['262692123456', '33612345678']],
		['RE', '0692123456 | 0612345678', ['262692123456', '33612345678']],
	],
);

it('refuses one wrong number in a hundred without a question', () => {
	const rows = ['4790312539', ...Array<string>(99).fill('5547990312539')];
	const isShort = "'Phone Number' is too short for a number of Brazil";
	expect(endOf('Mobile', rows.join(' | '), { country: 'BR' }).at(-1)).toBe(isShort);
	expect(endOf('Mobile', rows.slice(0, 99).join(' | '), { country: 'BR' })).toEqual(['twoWays ?']);
});

const residence = 'billing_country,billing_phone';
const woo = `DE,33612345678 | DE,0151 23456789 | AT,4915123456789 | IT,33612345679`;
const read = ['33612345678', '4915123456789', '4915123456789', '33612345679'];

gives('a country column', endOf, [
	[residence, woo, {}, ['twoWays international']],
	[residence, woo, international, read],
	[residence, woo, { country: 'international' }, read],
	// Nobody's number is read by the place where he pays.
	[residence, 'DE,+33612345678 | AT,4366012345678', {}, ['33612345678', '4366012345678']],
	[residence, 'DE,0151 23456789', {}, ['twoWays ?']],
	[residence, 'DE,0151 23456789', { twoWays: 'national' }, ['4915123456789']],
	// In Austria it's a landline of Vienna, so it may be a German mobile number.
	[residence, 'AT,0151 23456789', international, [noLandline]],
	// Dutch digits are those of French mobile numbers, too.
	['Wohnland,Telefon', 'FR,0612345678 | NL,0612345678', { country: 'FR' }, ['twoWays ?']],
	['Pays de résidence,Portable', 'Pays-Bas,0612345678', { country: 'FR' }, ['twoWays ?']],
	['Country of residence,Phone', 'FR,0612345678', { country: 'FR' }, ['33612345678']],
	[
		'Woonland,Mobiel',
		'FR,0612345678 | NL,0612345678',
		{ country: 'FR', ...international },
		['33612345678', "'Phone Number' must be a number of the country in its row"],
	],
	// A number of the list's country, in the row of a customer who may have moved.
	[
		'Land,Mobil',
		'DE,0151 23456789 | AT,0151 23456788',
		{ country: 'DE' },
		['twoWays international'],
	],
	[
		'Land,Mobil',
		'DE,0151 23456789 | AT,0151 23456788 | AT,0664 1234567',
		{ country: 'DE', ...international },
		['4915123456789', '4915123456788', '436641234567'],
	],
	[
		'Land,Mobil',
		'DE,0151 23456789 | AT,0664 1234567',
		{ country: 'DE' },
		['4915123456789', '436641234567'],
	],
	['Kraj,Telefon', 'GB,512345678', { country: 'PL' }, ['twoWays international']],
	// Without a country that is set, those of other rows tell.
	['Land,Mobil', 'AT,0151 23456789 | DE,0151 23456788', {}, ['twoWays international']],
	[
		'Land,Mobil',
		'AT,0151 23456789 | DE,0151 23456788',
		international,
		['4915123456788', noLandline],
	],
	['Land,Mobil', 'AT,0664 1234567 | DE,0151 23456788', {}, ['436641234567', '4915123456788']],
	['País,Móvil', 'ES,612345678 | FR,612345679', { country: 'ES' }, ['twoWays ?']],
	['País,Móvil', 'ES,612345678 | FR,0612345679', { country: 'ES' }, ['34612345678', '33612345679']],
	// A calling code is the number's own.
	['País,Móvil', '34,612345678 | +33,612345679', { country: 'ES' }, ['34612345678', '33612345679']],
	['País,Móvil', 'FR,612345679', { country: 'ES', twoWays: 'national' }, ['33612345679']],
	[
		'País,Móvil',
		'FR,612345679',
		{ country: 'ES', column1: 'country', column2: 'phone' },
		['33612345679'],
	],
	[
		'Wohnland,Telefon',
		'NL,0612345678',
		{ country: 'FR', column1: 'country', column2: 'phone' },
		['31612345678'],
	],
	['Language,Phone', 'nl,0612345678', { country: 'FR' }, ['33612345678']],
	// By its own country each number is too short.
	[residence, 'BR,4790312539 | BR,4790312540', {}, ['twoWays ?']],
	[residence, 'BR,4790312539 | BR,4790312540', { country: 'NO' }, ['twoWays ?']],
	[residence, 'BR,4790312539', { notInPlan: 'leaveOut' }, ['twoWays ?']],
	[residence, 'BR,4790312539', international, ['4790312539']],
	[
		residence,
		'BR,4790312539',
		{ twoWays: 'national' },
		["'Phone Number' is too short for a number of Brazil"],
	],
	// An Austrian number from Germany, and one that may only be cut off.
	[residence, 'AT,0151 23456789 | BR,4790312539', { country: 'DE' }, ['twoWays ?']],
	['Country Code,Phone', 'BR,4790312539', {}, ['twoWays ?']],
	['Country Code,Phone', 'DE,0151 23456789', {}, ['4915123456789']],
	['Country Code,Phone', `DE,${american}`, {}, ['twoWays ?']],
	['Country Code,Phone', `DE,${american}`, { twoWays: 'national' }, ['4917604069001']],
]);

gives(
	'the words of a question',
	(header: string, rows: string, said: ListSettings) => {
		const text = [header, ...rows.split(' | ')].join('\n');
		const { records } = openCsv([text]);
		return inEnglish(readRows(records, { defaultAmount: 5, ...said }).questions[0]?.text ?? '');
	},
	[
		[
			'Celular',
			brazil,
			{},
			'Numbers without a plus sign fit more than one country: “51987654321”, “51991234567”, “51981112222”. Are they of Brazil (+55), or of Peru (+51)? If all begin with their country code, choose “All have their code (leave out those without)”. If they differ, add a column “country” to the list, or write + and the code in front.',
		],
		[
			'Cellulare',
			'3903466680',
			{},
			"Numbers without a plus sign begin as the code of Italy (+39) does: “3903466680”. If it's their country code, choose “All have their code (leave out those without)”, otherwise their country",
		],
		[
			'Celular',
			brazil,
			{ country: 'BR' },
			'3 numbers could be of two countries: is “51987654321” of Brazil (+55) (Of the Country), or of Peru (+51) (International)?',
		],
		[
			'billing_country,Phone',
			'DE,0151 23456789 | DE,17604069001',
			{},
			'Is “billing_country” the country of the number (Of the Country), or where the customer lives (International)? By it, “17604069001” is of Germany (+49), otherwise as an international number of the United States or Canada (+1)',
		],
		[
			'billing_country,Phone',
			'BR,4790312539',
			{},
			'Is “billing_country” the country of the number (Of the Country), or where the customer lives (International)? By it, “4790312539” is of Brazil (+55), otherwise as an international number of Norway (+47)',
		],
		[
			'billing_country,Phone',
			'DE,0151 23456789 | DE,0151 23456780',
			{},
			'Is “billing_country” the country of the number (Of the Country), or where the customer lives (International)? By it, “0151 23456789” is of Germany (+49)',
		],
		[
			'Cell',
			'(202) 555-0123',
			{},
			'1 number has no country code, such as “(202) 555-0123”. Which country is it from?',
		],
	],
);
