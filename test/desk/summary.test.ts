import { endings, type Ending } from '../../campaign/types';
import { summaryOf } from '../../desk/summary';
import { gives } from '../support/examples';

const at = '2026-11-26T09:30:00.000Z';
const none = Object.fromEntries(endings.map((ending) => [ending, 0])) as Record<Ending, number>;

/** An approval of so many rows in these places. */
function said(rows: number, places: string[], more: object): string {
	const results = Object.fromEntries(
		endings.map((ending) => [ending, { rows: 0, megabytes: 0 }]),
	) as Parameters<typeof summaryOf>[0]['results'];
	results.notSent = { rows, megabytes: rows * 1024 };
	const shown = places.map((place) => ({ place, rows, ...none, notSent: 1 }));
	const own = { serviceKey: 'DATA01', startAt: at, at, approvals: [], budget: 100_000 };
	const report = { results, places: shown, ...own };
	return summaryOf({ ...report, ...more }, 'Europe/Vienna');
}

gives<[number, string[], object]>('an approval is a sentence', said, [
	[6, ['+49'], {}, '6 customers in Germany get 6,144 MB of DATA01, now'],
	[1, ['+31'], {}, '1 customer in the Netherlands gets 1,024 MB of DATA01, now'],
	[
		2,
		['+49', '+7'],
		{},
		'2 customers in Germany and Russia or Kazakhstan get 2,048 MB of DATA01, now',
	],
	[
		2,
		['+49', '+44', '+33'],
		{},
		'2 customers in Germany, the United Kingdom and France get 2,048 MB of DATA01, now',
	],
	[2, ['+49', '+44', '+33', '+43'], {}, '2 customers in 4 countries get 2,048 MB of DATA01, now'],
	[2, ['Europe/Rome', '+'], {}, '2 customers in Europe/Rome get 2,048 MB of DATA01, now'],
	[
		7,
		['+49'],
		{ budget: 2048 },
		'7 customers in Germany get 7,168 MB of DATA01, now; the budget covers 2,048 MB of it',
	],
	[2, ['+'], {}, '2 customers get 2,048 MB of DATA01, now'],
	[
		2,
		['+49'],
		{ at: '2026-11-26T09:29:59.999Z' },
		'2 customers in Germany get 2,048 MB of DATA01, from 26 Nov 2026, 10:30',
	],
	[
		2,
		['+49'],
		{ check: { serviceName: 'Loyalty Data' } },
		'2 customers in Germany get 2,048 MB of Loyalty Data, now',
	],
	[
		7,
		['+49'],
		{ budget: 2500, check: { covered: { budget: 2500, rows: 2, megabytes: 2048 } } },
		'2 of 7 customers in Germany get 2,048 MB of DATA01, now; 5 wait for a higher budget',
	],
	[
		7,
		['+49'],
		{
			budget: 6144,
			check: {
				covered: { budget: 6144, rows: 6, megabytes: 6144 },
				gotBefore: [{ campaign: 'c', rows: 4, last: '2026-11-26T09:10:00.000Z' }],
			},
		},
		'6 of 7 customers in Germany get 6,144 MB of DATA01, now; 1 waits for a higher budget; 4 of the 7 got a gift 20 minutes ago',
	],
	[
		7,
		['+49'],
		{ budget: 3000, check: { covered: { budget: 2500, rows: 2, megabytes: 2048 } } },
		'7 customers in Germany get 7,168 MB of DATA01, now; the budget covers 3,000 MB of it',
	],
]);

/** The end of the sentence, where some got gifts of campaigns, the last ones at these times. */
function saidOfGifts(...last: string[]): string {
	const gotBefore = last.map((time, n) => ({ campaign: `c${n}`, rows: 4, last: time }));
	return said(9, ['+49'], { check: { gotBefore } }).replace(/^.*, now;? ?/, '');
}

gives('an approval names earlier gifts', saidOfGifts, [
	[''],
	['2026-11-26T09:10:00.000Z', '4 of them got a gift 20 minutes ago'],
	[
		'2026-11-20T09:10:00.000Z',
		'2026-11-23T09:10:00.000Z',
		'8 of them got gifts, the last one 3 days ago',
	],
	// The platform's clock may be ahead.
	['2026-11-26T09:31:00.000Z', '4 of them got a gift 1 second ago'],
	['', '4 of them got gifts before'],
]);

it('an approval after the first one names no earlier gifts', () => {
	const gotBefore = [{ campaign: 'c', rows: 4, last: at }];
	const approved = { check: { gotBefore }, approvals: [{ by: 'Ada', at, hash: '' }] };
	expect(said(9, ['+49'], approved)).toMatch(/now$/);
});
