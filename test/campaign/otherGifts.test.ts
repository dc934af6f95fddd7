import { approve } from '../../campaign/change';
import { changeRows } from '../../campaign/changeRows';
import { countedInMonth, countGifts, firstDayOf, uncountedIn } from '../../campaign/otherGifts';
import { finished } from '../../lists/turns';
import { planCampaign } from '../support/campaign/plan';
import { hashOf } from '../../campaign/seal';
import { readCampaignSettings } from '../../campaign/settings';
import { totalsOf } from '../../campaign/totals';
import type { Piece, Campaign } from '../../campaign/types';
import { noList, phoneOf, storedCampaign } from '../support/campaign/stored';
import { inEnglish } from '../../platform/say';

const zone = 'Europe/Vienna';
const now = Date.UTC(2027, 5, 15);
/** The month begins at this time in Vienna. */
const begin = '2027-05-31T22:00:00.000Z';
const before = '2027-05-31T21:59:59.999Z';

const limited = storedCampaign(6, { giftsPerMonth: 2 });

it.each<[string, Partial<Campaign>, boolean]>([
	['runs', { status: 'running' }, true],
	['waits for its approval', { status: 'planned' }, true],
	['finished this month', { status: 'finished', finishedAt: begin }, true],
	['was canceled this month', { status: 'canceled', finishedAt: begin }, true],
	['finished last month', { status: 'finished', finishedAt: before }, false],
	['has no limit', { giftsPerMonth: 0 }, false],
	['is a draft', { status: 'draft' }, false],
])('gifts of the month include a campaign that %s: %s', (_, set, isCounted) => {
	const counted = countedInMonth([{ ...limited.campaign, ...set }], now, zone);
	expect(counted).toHaveLength(isCounted ? 1 : 0);
});

/** The rows that count, by their position: given, in doubt, failed for now, failed for good, not sent, opted out. */
const reasons = JSON.stringify({ 'No response': [2], 'SUBSCRIBER_BLACKLISTED: no': [3] });
const states: Partial<Piece> = { results: 'gdff-o', reasons };
const sentOn = (day: string, ...rows: number[]) => ({ dates: JSON.stringify({ [day]: rows }) });
const canceled: Partial<Campaign> = { status: 'canceled' };
const both = { dates: JSON.stringify({ '2027-05-31': [0], '2027-06-01': [1] }) };

it.each<[string, Partial<Campaign>, Partial<Piece>, number[], day?: string]>([
	['rows given this month and rows that may follow', {}, sentOn('2027-06-01', 0, 1), [0, 1, 2, 4]],
	[
		'only rows that may follow, if the others were given last month',
		{},
		sentOn('2027-05-31', 0, 1),
		[1, 2, 4],
	],
	['only given rows of a canceled campaign', canceled, sentOn('2027-06-01', 0, 1), [0, 1]],
	['each gift by its own day', canceled, both, [1]],
	['nothing of a campaign that was canceled last month', canceled, sentOn('2027-05-31', 0, 1), []],
	[
		'rows that may follow, until the runner has ended a canceled campaign',
		{ ...canceled, active: true },
		both,
		[1, 2, 4],
	],
	['gifts of all days, without a month', canceled, both, [0, 1], ''],
])('gifts of other campaigns count %s', (_, set, piece, rows, day = firstDayOf(now, zone)) => {
	const { campaign, pieces, list } = limited;
	const stored = {
		campaigns: [{ ...campaign, active: false, ...set }],
		pieces: [{ ...pieces[0], ...states, ...piece }],
		lists: [{ planId: 'p1', number: 1, list }],
	};
	expect([...finished(countGifts(stored, day))]).toEqual(rows.map((row) => [phoneOf(row), 1]));
	expect(finished(countGifts({ ...stored, campaigns: [] }, day)).size).toBe(0);
});

function planned(giftsPerMonth: number, had: number) {
	const settings = readCampaignSettings(
		{ name: 'spring', serviceKey: 'LOYALTYDATA01', budget: 10, giftsPerMonth },
		zone,
		now,
	);
	return planCampaign({
		settings,
		bad: [],
		list: noList,
		optOuts: [],
		givenBefore: new Set<string>(),
		now,
		rows: [{ row: 2, phone: phoneOf(1), megabytes: 1 }],
		giftsOfMonth: new Map([[phoneOf(1), had]]),
		keys: { planId: 'p2', viewKey: 'view', controlKey: 'control' },
	});
}

it.each([
	[2, 1, undefined],
	[2, 2, 'Has 2 gifts this month, given or planned'],
	[1, 3, 'Has a gift this month, given or planned'],
	[0, 3, undefined],
])(
	'a limit of %i a month leaves out a customer with %i gifts, or not: %s',
	(limit, had, reason) => {
		const [first] = planned(limit, had).leftOut;
		expect(first && inEnglish(first.reason)).toBe(reason);
	},
);

/** A plan that has counted others. */
const planWith = (planId: string, counted: string[], set: Partial<Campaign> = {}) => {
	const { campaign } = storedCampaign(1, { giftsPerMonth: 2 }, false);
	return { ...campaign, planId, name: planId, check: JSON.stringify({ counted }), ...set };
};

/** A plan that has counted nothing. @param minutes after the other one */
function plannedAfter(minutes: number) {
	const { plannedAt } = planWith('p1', []);
	const at = Date.parse(plannedAt) + minutes * 60_000;
	return planWith('p2', [], { plannedAt: new Date(at).toISOString() });
}

it.each<[string, ReturnType<typeof planWith>, string | undefined]>([
	['has counted nothing', planWith('p2', []), 'p2'],
	['has counted it', planWith('p2', ['p1']), undefined],
	['was counted in it', planWith('p3', []), undefined],
	['has no limit', planWith('p2', [], { giftsPerMonth: 0 }), undefined],
	['is a draft', planWith('p2', [], { status: 'draft' }), undefined],
	['was canceled without an approval', planWith('p2', [], { status: 'canceled' }), undefined],
	['was canceled after one', planWith('p2', [], { status: 'canceled', approvals: '[]' }), 'p2'],
	["can't be read", planWith('p2', [], { check: '' }), 'p2'],
	['was planned an hour before', plannedAfter(-60), undefined],
	['was planned 59 minutes before', plannedAfter(-59), 'p2'],
	['was planned long after it', plannedAfter(9999), 'p2'],
	['was planned at an unreadable time', planWith('p2', [], { plannedAt: '' }), 'p2'],
])('an uncounted campaign is found among others: one that %s (%s)', (_, other, name) => {
	const own = planWith('p1', ['p3']);
	expect(uncountedIn([other, own], own)).toBe(name);
	expect(uncountedIn([other], { ...own, giftsPerMonth: 0 })).toBeUndefined();
});

it('an approval is refused while another campaign is not counted', () => {
	const { campaign, pieces } = storedCampaign(2, { giftsPerMonth: 2 }, false);
	const asked = { campaign, key: 'control', now, zone, hash: hashOf(campaign), by: 'Ada' };
	const approval = { ...asked, totals: totalsOf([...pieces]), namesakes: [] };
	expect(approve(approval).refused).toBeUndefined();
	expect(approve({ ...approval, uncounted: 'summer' }).refused).toMatch(/summer was planned at/);
});

it.each(['retry', 'checkAgain', 'countGiven'] as const)(
	'a campaign of another month sends no rows again: the button “%s”',
	(button) => {
		const { campaign, pieces, list } = limited;
		const ended: Campaign = { ...campaign, status: 'finished', finishedAt: before };
		const input = { campaign: ended, key: 'control', now, zone, by: 'Ada' };
		const { refused } = changeRows(button, [{ ...pieces[0], ...states, list }], input);
		if (button === 'countGiven') expect(refused).toBeUndefined();
		else expect(refused).toMatch(/ended in another month/);
	},
);

const statuses = ['running', 'paused', 'finished', 'canceled'] as const;
const marksOf: [mark: string, reason: string][] = [
	...[...'gbfdo-?'].map((mark): [string, string] => [mark, '']),
	['f', 'SUBSCRIBER_BLACKLISTED: no'],
	['d', 'No response'],
];

describe.each(statuses)('a row of a campaign that is %s', (status) => {
	it.each(marksOf)('counts if its gift may still leave: %s %s', (results, reason) => {
		const stored = storedCampaign(1, {});
		const own = {
			results,
			reasons: JSON.stringify(reason === '' ? {} : { [reason]: [0] }),
			doubts: results === 'd' ? '{"0":{"lookUps":3}}' : '{}',
		};
		const campaign = { ...stored.campaign, status, active: false };
		const piece = { ...stored.pieces[0], ...own, list: stored.list };
		const lists = [{ planId: 'p1', number: 1, list: stored.list }];
		const counted = finished(countGifts({ campaigns: [campaign], pieces: [piece], lists }, ''));
		const input = { campaign, key: 'control', now, zone, by: 'Ada' };
		const opened = (['retry', 'checkAgain', 'countFailed', 'countGiven'] as const).flatMap(
			(button) => {
				const change = changeRows(button, [piece], input);
				return change.refused === undefined ? change.pieces.map(({ set }) => set.results) : [];
			},
		);
		// A canceled campaign sends nothing anew; it looks up what has left.
		const mayLeave = status === 'canceled' ? /[?dg]/ : /[?d\-g]/;
		const may = [results, ...opened].some((mark) => mayLeave.test(String(mark)));
		expect(counted.size).toBe(may ? 1 : 0);
	});
});
