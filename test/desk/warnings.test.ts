import type { Check, Pool } from '../../campaign/check';
import { openCsv } from '../../lists/csv';
import { reportOf } from '../../desk/report';
import type { Campaign } from '../../campaign/types';
import { warningsOf } from '../../desk/warnings';
import { approvedAt, checked } from '../support/campaign/pages';
import { gives } from '../support/examples';
import { readRows } from '../support/readLists';

const [start, stop] = ['2027-01-20T08:00:00.000Z', '2027-02-10T08:00:00.000Z'];

/** All that is said of a campaign. */
function allOf(part: Partial<Check>, times: Partial<Campaign>): string[] {
	const { campaign, ...more } = checked('ours');
	const check = JSON.stringify({ ...(JSON.parse(campaign.check) as Check), ...part });
	const report = reportOf({ ...more, campaign: { ...campaign, startAt: start, ...times, check } });
	return warningsOf(report, 'Europe/Paris').map(({ words }) => words);
}

/** The warnings of when the pools of one operator end. */
function saidOf(pool: Partial<Pool>, times: Partial<Campaign>): string[] {
	const pools = [{ operator: 'FR_DEMOTEL', megabytes: 550_000, ...pool }];
	return allOf({ pools }, times).filter((text) => text.includes('ends on'));
}

/** The first warning, where it's of earlier gifts. */
function firstOf(gotBefore: Check['gotBefore']): string[] {
	return allOf({ gotBefore, service: 'it is closed' }, {})
		.slice(0, 1)
		.filter((text) => text.includes('90 days'));
}

/** The warnings of the rows of a list. */
function saidOfRows(...rows: string[]): string[] {
	const text = ['phone;mb', ...rows].join('\n');
	const { report } = readRows(openCsv([text]).records, {});
	return allOf({ list: report }, {}).filter((one) => / rows? \d/.test(one));
}

/** So many German customers with mobile numbers. */
const germans = (many: number) =>
	Array.from({ length: many }, (_, n) => `+49151${String(10_000_000 + n)};10`);

const lost = "data that isn't given by then is lost.";
const ends = (when: string, before: string) => [
	`A data pool of FR_DEMOTEL ends on ${when}, before the campaign's ${before}: ${lost}`,
];

describe('a planner', () => {
	it('reads what is assumed of a pool', () => {
		const doubts = ["a data pool counts as open, because its end can't be read: “soon”"];
		const pools = [{ operator: 'FR_DEMOTEL', megabytes: 550_000, doubts }];
		expect(allOf({ pools }, {})).toContain(`At FR_DEMOTEL, ${doubts.join('')}.`);
	});

	it('reads which rows got another amount before', () => {
		expect(allOf({ otherAmount: { count: 2, rows: [3, 8] } }, {})).toContain(
			'2 customers had another amount from this campaign before: rows 3, 8. Nothing more is sent to them.',
		);
		expect(allOf({}, {}).join()).not.toContain('another amount');
	});

	gives<[Partial<Pool>, Partial<Campaign>]>('reads of a pool', saidOf, [
		[{ endsAt: '2027-01-31T00:00:00.000Z' }, { stopAt: stop }, ends('31 Jan 2027, 01:00', 'stop')],
		[{ endsAt: stop }, { stopAt: stop }, []],
		[{ endsAt: start }, { stopAt: stop }, ends('20 Jan 2027, 09:00', 'start')],
		[{ endsAt: '2027-01-19T08:00:00.000Z' }, { stopAt: null }, ends('19 Jan 2027, 09:00', 'start')],
		[{ endsAt: '2027-01-27T08:00:00.000Z' }, { stopAt: null }, []],
		[
			{ endsAt: '2027-01-27T07:59:00.000Z' },
			{ stopAt: null },
			[
				`A data pool of FR_DEMOTEL ends on 27 Jan 2027, 08:59, within 7 days of the campaign's start: ${lost}`,
			],
		],
		[{}, { stopAt: stop }, []],
		[{ operator: 'GB_SAMPLECELL', problem: 'No answer' }, { stopAt: stop }, []],
	]);

	const [first, last] = ['2027-01-19T08:00:00.000Z', '2027-01-20T07:00:00.000Z'];
	const choose =
		'Approve only if they are to get another gift. Otherwise choose “Change a setting, or how the list is read”, and tick “Leave out numbers that got a gift of this service in the last 90 days”.';
	const got = (words: string) => [`${words} ${choose}`];
	gives<Check['gotBefore'][]>('reads first of earlier gifts', firstOf, [
		[[], []],
		[
			[{ campaign: 'Lost zeros', rows: 4, last }],
			got(
				'4 of 12 numbers got a gift of this service in the last 90 days: 4 in “Lost zeros”, the last one on 20 Jan 2027, 08:00.',
			),
		],
		[
			[
				{ campaign: 'Lost', rows: 1, last: '' },
				{ campaign: '', rows: 1, last: first },
			],
			got(
				'2 of 12 numbers got a gift of this service in the last 90 days: 1 in “Lost”; 1 by other workflows, the last one on 19 Jan 2027, 09:00.',
			),
		],
		[
			Array.from({ length: 7 }, (_, n) => ({ campaign: `c${n}`, rows: 1, last: '' })),
			got(
				'7 of 12 numbers got a gift of this service in the last 90 days: 1 in “c0”; 1 in “c1”; 1 in “c2”; 1 in “c3”; 1 in “c4”; 2 in others.',
			),
		],
	]);

	it('names earlier gifts, and no way to leave them out, once somebody has approved', () => {
		const gotBefore = [{ campaign: 'Lost', rows: 1, last: '' }];
		const [first] = allOf({ gotBefore }, approvedAt('2026-11-24T07:00:00.000Z'));
		expect(first).toBe(
			'1 of 12 numbers got a gift of this service in the last 90 days: 1 in “Lost”.',
		);
	});

	gives<string[]>('reads of rows', saidOfRows, [
		[
			...germans(2),
			'+33700000101;10',
			[
				'1 number is in no numbering plan: row 4. To leave such numbers out, change how the list is read: “Numbers Outside Numbering Plans”.',
			],
		],
		[...germans(3), []],
		[
			...germans(1),
			'+49301234567;10',
			'+498001234567;10',
			["2 numbers are of a landline or of another kind that isn't mobile: rows 3, 4."],
		],
		[
			...germans(599),
			'+393471234567;10',
			...Array.from({ length: 9 }, (_, n) => `+3361234567${n};10`),
			['Only 1 of 609 numbers is of Italy: row 601.'],
		],
		[
			...germans(6),
			'+4915120000000;1000',
			'+4915120000001;999',
			['1 amount is at least 100 times the median of 10 MB: row 8.'],
		],
		[
			...germans(6),
			'+4915120000000;0.1',
			'+4915120000001;0.2',
			['1 amount is at most a hundredth of the median of 10 MB: row 8.'],
		],
		[
			...germans(8),
			...Array.from({ length: 7 }, (_, n) => `+4915120${100_000 + n};1024`),
			['7 amounts are at least 100 times the median of 10 MB: rows 10, 11, 12, 13, 14 and more.'],
		],
	]);
});
