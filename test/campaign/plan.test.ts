import { planCampaign } from '../support/campaign/plan';
import type { PlannableRow } from '../../campaign/sortRows';
import type { BadRow } from '../../lists/row';
import { plus } from '../../campaign/results';
import { totalsOf } from '../../campaign/totals';
import { readCampaignSettings, type SettingsInput } from '../../campaign/settings';
import { isSealed } from '../../campaign/seal';
import type { Piece, Campaign, LeftOut } from '../../campaign/types';
import { noList } from '../support/campaign/stored';
import { inEnglish } from '../../platform/say';

const now = Date.UTC(2027, 5, 1, 12);
const asked = { name: 'spring', serviceKey: 'LOYALTYDATA01', budget: 1000 };

interface Planned {
	rows: Partial<PlannableRow>[];
	bad?: BadRow[];
	settings?: SettingsInput;
	optOuts?: unknown[];
	givenBefore?: string[];
	otherAmount?: string[];
	pieceRows?: number;
}

const plan = ({ rows, bad = [], settings, optOuts = [], ...more }: Planned) => {
	const { givenBefore = [], otherAmount = [], pieceRows } = more;
	return planCampaign({
		settings: readCampaignSettings({ ...asked, ...settings }, 'UTC', now),
		rows: rows.map((row, n) => ({ row: n + 2, phone: '', megabytes: 10, ...row })),
		bad,
		list: noList,
		optOuts,
		givenBefore: new Set(givenBefore),
		otherAmount: new Set(otherAmount),
		now,
		pieceRows,
		keys: { planId: 'p1', viewKey: 'view', controlKey: 'control' },
	});
};

const [vienna, auckland, unassigned] = ['436601234567', '64211234567', '999000000001'];
const other = '436601234568';

it.each<[string, Partial<PlannableRow>, string]>([
	['a duplicate', { phone: vienna }, 'Duplicate of row 2'],
	['a customer who opted out', { phone: '436601234569' }, 'Opted out'],
	['a fraction of a kilobyte', { phone: other, megabytes: 0.0001 }, 'at most three decimals'],
])('a plan leaves out %s, and says why', (_, row, reason) => {
	const { campaign, leftOut } = plan({
		rows: [{ phone: vienna }, { ...row, customer: 'C1', name: 'Ada' }],
		optOuts: ['+436601234569'],
	});
	const english = leftOut.map((one) => ({ ...one, reason: inEnglish(one.reason) }));
	expect(english).toEqual([
		{
			row: 3,
			customer: 'C1',
			operator: '',
			name: 'Ada',
			phone: row.phone,
			value: '',
			reason: expect.stringContaining(reason) as string,
			nextStep: expect.any(String) as string,
		},
	]);
	expect(campaign).toMatchObject({ rows: 1, leftOut: 1 });
});

const unread: BadRow = {
	row: 3,
	field: 'megabytes',
	value: 'many',
	reason: 'Not a number',
	nextStep: 'Fix it.',
	texts: ['Not a number', 'Fix it.'],
	customer: 7,
	name: null,
	phone: { a: 1 },
	megabytes: 'many',
	operator: '',
	zone: '',
};

it('a plan stores left-out rows in the order of the list, in lists numbered 0, -1, …', () => {
	const rows = [
		{ phone: vienna },
		{ row: 4, phone: vienna },
		{ row: 5, phone: other },
		{ row: 6, phone: '436601234569' },
	];
	const { campaign, pieces, lists, leftOut, check } = plan({
		rows,
		bad: [unread],
		optOuts: ['+436601234569'],
		pieceRows: 2,
	});
	expect(lists.map(({ planId, number }) => [planId, number])).toEqual([
		['p1', 1] as const,
		['p1', 0] as const,
		['p1', -1] as const,
	]);
	const stored = lists.slice(1).flatMap(({ list: text }) => JSON.parse(text) as LeftOut[]);
	expect(stored).toEqual(leftOut);
	expect(stored.map(({ row }) => row)).toEqual([3, 4, 6]);
	const { value, reason, nextStep } = unread;
	const written = { customer: '7', name: '', operator: '', phone: '{"a":1}', amount: 'many' };
	expect(stored[0]).toEqual({ row: 3, ...written, value, reason, nextStep });
	expect(check.leftOut.map(({ rows: count }) => count)).toEqual([1, 1, 1]);
	expect(check.list).toEqual(noList);
	expect(campaign).toMatchObject({ planId: 'p1', rows: 2, leftOut: 3, check: '' });
	expect(pieces.map(({ planId }) => planId)).toEqual(['p1']);
});

it('a plan stores the first 200 characters of a cell, also of left-out rows', () => {
	const long = 'x'.repeat(5_000_000);
	const cells = { customer: long, name: 'Zoë'.repeat(66) };
	const planned = plan({
		rows: [
			{ phone: vienna, ...cells },
			{ phone: vienna, ...cells },
		],
		bad: [
			{
				...cells,
				row: 9,
				phone: long,
				field: 'phone',
				value: '',
				texts: ['r', ''],
			} as unknown as BadRow,
		],
	});
	const shown = { customer: `${'x'.repeat(199)}…`, name: 'Zoë'.repeat(66) };
	expect(JSON.parse(planned.lists[0]?.list ?? '')).toMatchObject([shown]);
	expect(planned.leftOut).toMatchObject([shown, { ...shown, phone: shown.customer }]);
});

it('a plan stops at an opt-out that it cannot read, and names it', () => {
	const planning = () => plan({ rows: [{ phone: vienna }], optOuts: ['+436601234569', '0660 1'] });
	expect(planning).toThrow("has an opt-out that can't be read: “0660 1”, entry 2");
});

it('a plan names the rows that got another amount before, without a second gift', () => {
	const rows = [vienna, other].map((phone) => ({ phone, megabytes: 20 }));
	const got = { rows, givenBefore: [vienna, other] };
	expect(plan(got).check).not.toHaveProperty('otherAmount');
	const { check, pieces } = plan({ ...got, otherAmount: [other] });
	expect(check.otherAmount).toEqual({ count: 1, rows: [3] });
	expect([check.toGive, pieces[0]?.results]).toEqual([0, 'bb']);
});

it('a plan cuts the list into pieces by place and size, with the MB before each piece', () => {
	const phones = [vienna, auckland, other, '436601234569'];
	const rows = phones.map((phone) => ({ phone, megabytes: 0.1, operator: 'AT_A1' }));
	const planned = plan({ rows, pieceRows: 2, givenBefore: [other] });
	const { campaign, pieces, lists, check } = planned;
	expect(
		pieces.map(({ place, rows: count, megabytesBefore }) => [place, count, megabytesBefore]),
	).toEqual([
		['+43', 2, 0],
		['+43', 1, 0.1],
		['+64', 1, 0.2],
	]);
	expect(pieces.map(({ results }) => results)).toEqual(['-b', '-', '-']);
	expect(campaign).toMatchObject({ pieces: 3, rows: 4, megabytes: 0.4, approved: '' });
	expect(check.operators).toEqual([{ operator: 'AT_A1', rows: 3, megabytes: 0.3 }]);
	const totals = totalsOf(pieces as Piece[]);
	expect(totals).toMatchObject({
		rows: 4,
		megabytes: 0.4,
		notSent: 3,
		notSentMb: 0.3,
		givenBefore: 1,
	});
	const sealed = pieces.map((piece, n) => {
		return isSealed(campaign as Campaign, piece as Piece, lists[n]?.list ?? '');
	});
	expect(sealed).toEqual([true, true, true]);
});

it.each<[string, Partial<PlannableRow>, string[]]>([
	['a country code without a time zone', { phone: unassigned }, ['+']],
	['such a number, with a time zone in the list', { phone: unassigned, zone: 'Europe/Vienna' }, []],
	['a country code whose time zones share no hour', { phone: '18085550100' }, ['+1']],
	['a country code with one time zone', { phone: vienna }, []],
])('a plan names places whose quiet hours never end: %s', (_, row, places) => {
	const settings = { quietFrom: '17:00', quietTo: '14:00' };
	const { check } = plan({ rows: [row], settings });
	expect(check.alwaysQuiet.map(({ place }) => place)).toEqual(places);
});

it('a plan without quiet hours names no such place', () => {
	expect(plan({ rows: [{ phone: unassigned }] }).check.alwaysQuiet).toEqual([]);
});

it.each([
	[10_000_000, 10_000_000_000_000],
	[999_999.999, 999_999_999_000],
	[0.001, 1_000],
])('a sum of a million rows is exact: %d MB each, %d MB in all', (megabytes, all) => {
	let sum = 0;
	for (let row = 0; row < 1_000_000; row += 1) sum = plus(sum, megabytes);
	expect(sum).toBe(all);
});

it.each([
	[30, undefined],
	[29.9, { rows: 2, megabytes: 20 }],
	[20, { rows: 2, megabytes: 20 }],
	[9, { rows: 0, megabytes: 0 }],
])('a plan with a budget of %s MB counts the rows that it covers', (budget, covered) => {
	const rows = [vienna, other, auckland, '436601234560'].map((phone) => ({ phone }));
	const { check } = plan({
		rows,
		settings: { budget },
		givenBefore: ['436601234560'],
		pieceRows: 1,
	});
	expect(check.covered).toEqual(covered && { budget, ...covered });
});
