import { extras, likeAmounts, likePhones } from './extras';
import { amountNames, phoneNames } from './names';
import type { FileScenario } from './scenario';

/** The most open points with which a list is written. */
const mostDoubts = 3;
/** The most questions about a list: its few rows may leave one more point open. */
export const mostQuestions = mostDoubts + 1;

const nameOf = (at: number) => extras[at % extras.length]?.[0] ?? '';
const isLikeAmount = (at: number) => at % extras.length < likeAmounts;
/** Whether a column of yes and no may be asked about: without a name, nobody knows what it tells. */
const isFlag = (at: number, hasHeader: boolean) =>
	nameOf(at) === 'Phone verified' || (!hasHeader && nameOf(at) === 'Accepts SMS Marketing');
/** Whether a list has columns of yes and no. */
export const hasFlags = ({ marks, extras: chosen, hasHeader }: FileScenario) =>
	marks === 'flags' || chosen.some((at) => isFlag(at, hasHeader));
const isLikePhone = (at: number) => likePhones.includes(nameOf(at));

/** The number of questions that a list may need, judged by the way it's written. */
function doubtsOf(scenario: FileScenario): number {
	const { phones, amounts, extras: chosen, hasHeader, file } = scenario;
	const isPhoneOpen =
		phones.name >= phoneNames.known.length || phones.others.length > 0 || chosen.some(isLikePhone);
	const isNamed = amounts.way === 'none' || amounts.way === 'header' || isPlainName(amounts);
	const isAmountOpen = !isNamed || chosen.some(isLikeAmount);
	const isSigned = amounts.thousands === 'other' || amounts.decimal === ',' || amounts.isDamaged;
	const hasSigns = amounts.way !== 'none' && (isSigned || amounts.unit === 'GB');
	const isInternational = phones.way === 'plus';
	const doubts: [boolean, number][] = [
		[file.kind === 'xlsx' && file.before === 'other', 1],
		[!hasHeader, 1],
		[!hasHeader || isPhoneOpen, 1],
		[!hasHeader || isAmountOpen, 1],
		// Their country, and then digits that are numbers of another one, too.
		[!isInternational, phones.way === 'plain' ? 1 : 2],
		[amounts.way === 'bare', 1],
		// Also of 1.024 GB.
		[hasSigns, 1],
		// Such columns may be read as marks, too.
		[hasFlags(scenario), 2],
		[scenario.marks === 'status', 1],
		// Either may be the list, too.
		[scenario.marks === 'sheet', 2],
	];
	return doubts.reduce((sum, [is, count]) => sum + (is ? count : 0), 0);
}

function isPlainName({ way, name }: FileScenario['amounts']): boolean {
	const { bare, unknown } = amountNames;
	return way === 'cell' && name % (bare.length + unknown.length) < bare.length;
}

type Calmer = (scenario: FileScenario) => Partial<FileScenario>;

const calmer: Calmer[] = [
	({ file }) => ({ file: { ...file, before: file.before === 'other' ? 'hidden' : file.before } }),
	({ phones, extras: chosen }) => ({
		phones: { ...phones, name: phones.name % phoneNames.known.length, others: [] },
		extras: chosen.filter((at) => !isLikePhone(at)),
	}),
	({ amounts }) => ({
		amounts: {
			...amounts,
			way: amounts.way === 'bare' ? 'header' : amounts.way,
			name: amounts.name % amountNames.bare.length,
		},
	}),
	({ amounts }) => ({ amounts: { ...amounts, thousands: '', decimal: '.', isDamaged: false } }),
	({ extras: chosen }) => ({ extras: chosen.filter((at) => !isLikeAmount(at)) }),
	({ extras: chosen, hasHeader }) => ({
		marks: '',
		extras: chosen.filter((at) => !isFlag(at, hasHeader)),
	}),
	({ amounts }) => ({ amounts: { ...amounts, way: 'none' } }),
	({ phones }) => ({ phones: { ...phones, way: 'plus' } }),
];

/** The scenario with fewer doubts, if it has more than a person would accept. */
export function withFewDoubts(scenario: FileScenario): FileScenario {
	const { marks, file } = scenario;
	const own =
		marks === 'sheet' && file.kind === 'csv' ? { ...scenario, marks: '' as const } : scenario;
	let calm = withKnownSheet(own.hasHeader ? own : withoutNeedOfNames(own));
	for (let turn = 0; turn < calmer.length && doubtsOf(calm) > mostDoubts; turn++) {
		const change = calmer[(turn + scenario.seed) % calmer.length];
		calm = { ...calm, ...change?.(calm) };
	}
	return calm;
}

/** If the column's name says nothing, only numbers that are valid without a country show which sheet is the list. */
function withKnownSheet(scenario: FileScenario): FileScenario {
	const { phones, file, hasHeader, customers } = scenario;
	const isNamed = hasHeader && phones.name < phoneNames.known.length;
	const isWhole =
		phones.damage === '' && customers.every(({ noise }) => !/phone|code/i.test(noise));
	const isValid = isWhole && (phones.way === 'plus' || phones.way === 'plain');
	if (isNamed || isValid) return scenario;
	return { ...scenario, file: { ...file, before: file.before === '' ? '' : 'hidden' } };
}

/** Without a header, the unit of a column and the column of countries are unknown. */
function withoutNeedOfNames({ phones, amounts, ...rest }: FileScenario): FileScenario {
	const hasCountries = /Column|Residence/.test(phones.way);
	return {
		...rest,
		marks: '',
		phones: { ...phones, way: hasCountries ? 'dialed' : phones.way, others: [] },
		amounts: { ...amounts, way: amounts.way === 'cell' ? 'cell' : 'none' },
	};
}
