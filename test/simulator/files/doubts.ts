import { extras, likeAmounts } from './extras';
import { phoneNames } from './names';
import type { FileScenario } from './scenario';

/** A list may need so many questions. */
export const mostQuestions = 3;

/** What of a list has to be asked, as far as that shows in how it's written. */
function doubtsOf({ phones, amounts, extras: chosen, hasHeader }: FileScenario): number {
	const { way } = phones;
	const isUnnamed = phones.name >= phoneNames.known.length;
	const hasAmounts = amounts.way !== 'none';
	const hasMisleading = chosen.some((at) => at % extras.length < likeAmounts);
	const isSigned = amounts.thousands === 'other' || amounts.decimal === ',' || amounts.isDamaged;
	// 1.024 GB.
	const hasSigns = isSigned || amounts.unit === 'GB';
	const doubts: [boolean, number][] = [
		[!hasHeader, 1],
		[isUnnamed || phones.others.length > 0 || !hasHeader, 1],
		[
			hasMisleading ||
				(hasAmounts && !hasHeader) ||
				amounts.way === 'some' ||
				amounts.way === 'bare',
			1,
		],
		// Its country, and then digits that are numbers of another one, too.
		[way !== 'plus', 1],
		[way !== 'plus' && way !== 'plain', 1],
		[amounts.way === 'bare', 1],
		[hasAmounts && hasSigns, 1],
	];
	return doubts.reduce((sum, [is, count]) => sum + (is ? count : 0), 0);
}

const calmer: ((scenario: FileScenario) => FileScenario)[] = [
	({ phones, ...rest }) => ({
		...rest,
		phones: { ...phones, name: phones.name % phoneNames.known.length, others: [] },
	}),
	({ amounts, ...rest }) => ({
		...rest,
		amounts: {
			...amounts,
			way: amounts.way === 'bare' ? 'header' : amounts.way,
			name: amounts.name % 10,
		},
	}),
	({ amounts, ...rest }) => ({
		...rest,
		amounts: { ...amounts, thousands: '', decimal: '.', isDamaged: false },
	}),
	({ extras: chosen, ...rest }) => ({
		...rest,
		extras: chosen.filter((at) => at % extras.length >= likeAmounts),
	}),
	({ amounts, ...rest }) => ({ ...rest, amounts: { ...amounts, way: 'none' } }),
	({ phones, ...rest }) => ({ ...rest, phones: { ...phones, way: 'plus' } }),
];

/** The list, with less that has to be asked where that's more than a person would stand. */
export function withFewDoubts(scenario: FileScenario): FileScenario {
	let calm = scenario;
	if (!scenario.hasHeader) calm = withoutNeedOfNames(calm);
	for (let turn = 0; turn < calmer.length && doubtsOf(calm) > mostQuestions; turn++) {
		calm = calmer[(turn + scenario.seed) % calmer.length]?.(calm) ?? calm;
	}
	return calm;
}

/** Without a header nothing says the unit of a column, or which one has the countries. */
function withoutNeedOfNames({ phones, amounts, ...rest }: FileScenario): FileScenario {
	const hasCountries = /Column|Residence/.test(phones.way);
	return {
		...rest,
		phones: { ...phones, way: hasCountries ? 'dialed' : phones.way, others: [] },
		amounts: { ...amounts, way: amounts.way === 'cell' ? 'cell' : 'none' },
	};
}
