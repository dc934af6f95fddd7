import { planCampaign } from '../support/campaign/plan';
import { RecentGifts, type ShownGift } from '../../campaign/recentGifts';
import { readCampaignSettings } from '../../campaign/settings';
import { gives } from '../support/examples';
import { noList, phoneOf } from '../support/campaign/stored';

const now = Date.UTC(2026, 10, 28, 6);
const day = 86_400_000;
const [ada, bo, cy] = [0, 1, 2].map(phoneOf) as [string, string, string];

/** The gifts of a list of three numbers, in an n8n with two campaigns. */
function recentOf(gifts: ShownGift[]): RecentGifts {
	const recent = new RecentGifts(new Set([ada, bo, cy]), ['Lost zeros', 'Lost'], {
		now,
		zone: 'Europe/Paris',
	});
	for (const gift of gifts) recent.add(gift);
	return recent;
}

const to = (phone: string, campaign: string, daysAgo: number): ShownGift => {
	return { phone, reference: `${campaign}-${phone}`, at: now - daysAgo * day };
};

gives<ShownGift[][]>('the reason after gifts', (gifts) => recentOf(gifts).reasonFor(ada), [
	[[], undefined],
	[[to(bo, 'Lost', 1)], undefined],
	[[to(ada, 'Lost zeros', 8)], 'Got a gift in “Lost zeros”, 20 Nov'],
	[[to(ada, 'Lost', 89.9)], 'Got a gift in “Lost”, 30 Aug'],
	[[to(ada, 'Lost', 90.1)], undefined],
	[[{ ...to(ada, 'Lost', 0), at: Date.UTC(2026, 10, 20, 23) }], 'Got a gift in “Lost”, 21 Nov'],
	[[to(ada, 'lost', 8)], 'Got a gift in “Lost”, 20 Nov'],
	[[to(ada, 'Loss', 8)], 'Got a gift, 20 Nov'],
	[[{ phone: ada, at: now }], 'Got a gift, 28 Nov'],
	[[{ phone: ada, reference: `Lost-${ada}` }], 'Got a gift in “Lost”'],
	[[{ phone: ada, reference: `Lost-${bo}` }], 'Got a gift'],
	[[to(ada, 'Lost', 8), to(ada, 'Lost zeros', 9)], 'Got a gift in “Lost”, 20 Nov'],
	[[to(ada, 'Lost zeros', 9), to(ada, 'Lost', 8)], 'Got a gift in “Lost”, 20 Nov'],
	[[to(ada, 'Lost', 8), { phone: ada }], 'Got a gift in “Lost”, 20 Nov'],
	[[{ phone: ada }, to(ada, 'Lost', 8)], 'Got a gift in “Lost”, 20 Nov'],
]);

/** A plan for the three numbers. */
function planAfter(gifts: ShownGift[], leaveOutGiven = false, before: string[] = []) {
	const asked = { name: 'new', serviceKey: 'LOYALTYDATA01', budget: 10, leaveOutGiven };
	const rows = [ada, bo, cy].map((phone, n) => ({ row: n + 2, phone, megabytes: 1 }));
	return planCampaign({
		settings: readCampaignSettings(asked, 'UTC', now),
		rows,
		bad: [],
		list: noList,
		optOuts: [],
		givenBefore: new Set(before),
		recentGifts: recentOf(gifts),
		now,
		keys: { planId: 'p1', viewKey: 'view', controlKey: 'control' },
	});
}

const gifts = [to(ada, 'Lost', 1), to(bo, 'Lost zeros', 9), to(cy, 'Lost zeros', 8)];
const at = (daysAgo: number) => new Date(now - daysAgo * day).toISOString();

gives<[ShownGift[], string[]]>(
	'the check after gifts',
	(all, before) => planAfter(all, false, before).check.gotBefore,
	[
		[[], [], []],
		[
			gifts,
			[],
			[
				{ campaign: 'Lost zeros', rows: 2, last: at(8) },
				{ campaign: 'Lost', rows: 1, last: at(1) },
			],
		],
		[[{ phone: ada }], [], [{ campaign: '', rows: 1, last: '' }]],
		[gifts, [bo, cy], [{ campaign: 'Lost', rows: 1, last: at(1) }]],
	],
);

it('a plan leaves out numbers with a recent gift if the planner says so', () => {
	const { campaign, check, leftOut } = planAfter(gifts.slice(1), true);
	expect([campaign.rows, campaign.leftOut, campaign.leaveOutGiven]).toEqual([1, 2, true]);
	expect(leftOut.map(({ row, reason }) => [row, reason])).toEqual([
		[3, 'Got a gift in “Lost zeros”, 19 Nov'],
		[4, 'Got a gift in “Lost zeros”, 20 Nov'],
	]);
	expect(check.gotBefore).toEqual([]);
	expect(check.leftOut).toMatchObject([{ reason: 'Got a gift in …, … Nov', rows: 2 }]);
});

it('a check names at most 20 campaigns of recent gifts, and counts other numbers without a name', () => {
	const numbers = Array.from({ length: 31 }, (_, n) => phoneOf(n));
	const nameOf = (n: number) => `c${Math.max(0, n - 6)}`;
	const recent = new RecentGifts(
		new Set(numbers),
		numbers.map((_, n) => nameOf(n)),
		{
			now,
			zone: 'UTC',
		},
	);
	for (const [n, phone] of numbers.entries()) recent.add(to(phone, nameOf(n), n / 10));
	const counter = planCampaign({
		settings: readCampaignSettings({ name: 'n', serviceKey: 'S1', budget: 100 }, 'UTC', now),
		rows: numbers.map((phone, row) => ({ row, phone, megabytes: 1 })),
		bad: [],
		list: noList,
		optOuts: [],
		givenBefore: new Set(),
		recentGifts: recent,
		now,
		keys: { planId: 'p1', viewKey: 'view', controlKey: 'control' },
	}).check.gotBefore;
	expect(counter).toHaveLength(21);
	expect(counter[0]).toEqual({ campaign: 'c0', rows: 7, last: at(0) });
	expect(counter.at(-1)).toMatchObject({ campaign: '', rows: 5 });
});
