import { totalsOf } from '../../campaign/totals';
import type { Check } from '../../campaign/check';
import { sealOf } from '../../campaign/seal';
import { reportOf, type ReportInput } from '../../desk/report';
import { statusPage, type StatusInput } from '../../desk/statusPage';
import type { Piece, Campaign } from '../../campaign/types';
import {
	approvedAt,
	checked,
	counted,
	keys,
	now,
	running,
	sectionOf,
	textOf,
} from '../support/campaign/pages';

function pageOf(input: ReportInput, more: Partial<StatusInput> = {}): string {
	const report = reportOf(input, more.right ?? 'control');
	return statusPage({ report, right: 'control', keys, zone: 'UTC', ...more }).html;
}

/** A campaign in which each piece has what is set. */
function withPieces(set: Partial<Piece>): ReportInput {
	const { pieces, ...campaign } = running();
	return counted({ ...campaign, pieces: pieces.map((piece) => ({ ...piece, ...set })) });
}

const results =
	'Given 3 4,501.5 Given before 3 4,501.5 Failed 2 3,001 In doubt 2 3,001 Opted out 1 1,500.5 Not sent 1 1,500.5';
const heads = 'Rows Given Given before Failed In doubt Opted out Not sent';

it.each([
	['9 of 12 rows done, 75%', results.replaceAll(/\.5|,001/g, '$& MB')],
	['Control', 'Pause Change…Cancel…'],
	['2 failed', "Each row is looked up before it's retried. Retry failed: 2 rows"],
	['2 in doubt', 'The list with its results names these rows. Check again Settle…'],
	['Details', `Result Rows MB ${results} Planned 12 18,006 The figures balance`],
	['Reasons', 'Reason Rows The number is blocked 4'],
	['By operator', `Operator ${heads} FR_DEMOTEL 8 2 2 1 1 1 1 GB_SAMPLECELL 4 1 1 1 1 0 0`],
	['By country', `Country ${heads} France (+33) 8 2 2 1 1 1 1 United Kingdom and others (+44) 4 1`],
	['Plan and approval', 'Planned 12 rows, 18,006 MB Service LOYALTYDATA01 Budget 2,000,000 MB'],
	['Plan and approval', 'Planned at 25 Nov 2026, 10:00 Approved 24 Nov 2026, 07:00 by ada@'],
	['More', 'Download the list with its results View address, to share'],
	['More', 'Figures for programs (JSON) Stop refreshing: every 5 seconds'],
])('under “%s”, a running campaign shows: %s', (heading, words) => {
	expect(sectionOf(pageOf(running()), heading)).toContain(words);
});

it('a page tells the pace that was found last', () => {
	const { campaign, ...read } = running();
	const totals = JSON.stringify(totalsOf(read.pieces, '3 requests.'));
	const page = pageOf({ ...read, campaign: { ...campaign, totals } });
	expect(sectionOf(page, 'Details')).toContain('Pace of the last step 3 requests.');
	expect(textOf(pageOf(running()))).not.toContain('Pace of');
});

it.each([
	[1, undefined, true],
	[2, undefined, false],
	[9, 'Nothing has run for 9 minutes. Check that the workflow is published', false],
])(
	'%d minutes after its last write, a page of a campaign that is due says: %s, with a pace: %s',
	(minutes, words, hasPace) => {
		const { campaign, ...read } = running({ quietFrom: '', quietTo: '' });
		const last = new Date(now - minutes * 60_000).toISOString();
		const page = textOf(
			pageOf({ ...read, campaign: { ...campaign, dueAt: last, updatedAt: last } }),
		);
		if (words) expect(page).toContain(words);
		else expect(page).not.toContain('Nothing has run');
		expect(page.includes(' left at ')).toBe(hasPace);
	},
);

it('a page has no section for operators where the list names none', () => {
	expect(sectionOf(pageOf(withPieces({ operator: '' })), 'By operator')).toBe('');
});

it('a page names the place of numbers without a known country, which is always quiet', () => {
	expect(sectionOf(pageOf(withPieces({ place: '+' })), 'By country')).toContain('Unknown 12');
});

it('a page counts rows without an operator as not given, where others have one', () => {
	const { pieces, ...campaign } = running();
	const some = pieces.map((one) => {
		return { ...one, operator: one.operator === 'FR_DEMOTEL' ? one.operator : '' };
	});
	const text = sectionOf(pageOf(counted({ ...campaign, pieces: some })), 'By operator');
	expect(text).toContain('FR_DEMOTEL 8 2 2 1 1 1 1 Not named 4 1');
});

it.each([
	[20, false],
	[21, 'And 1 more.'],
])('of %d reasons, a page shows 20, and says how many there are besides: %s', (count, words) => {
	const written = Array.from({ length: count }, (_, at) => [`Why ${'x'.repeat(at + 1)}`, [at]]);
	const { pieces, ...campaign } = running();
	const [piece, ...others] = pieces.map((one) => ({ ...one, reasons: '{}' }));
	if (!piece) throw new Error('No piece');
	const reasons = JSON.stringify(Object.fromEntries(written));
	const text = sectionOf(
		pageOf(counted({ ...campaign, pieces: [{ ...piece, reasons }, ...others] })),
		'Reasons',
	);
	expect(text.match(/Why x+/g)).toHaveLength(20);
	expect(/And .*/.exec(text)?.[0] ?? false).toBe(words);
});

/** A checked plan with another budget. */
function withBudget(budget: number): ReportInput {
	const { campaign, ...more } = checked();
	return { ...more, campaign: { ...campaign, budget } };
}
const changedSince = running({ budget: 3_000_000 });

/** A checked plan whose list has GB. */
function withGigabytes(): ReportInput {
	const { campaign, ...more } = checked();
	const check = JSON.parse(campaign.check) as Check;
	const example = { row: 3, written: '1,5 GB', megabytes: 1536 };
	check.list.gigabyte = { megabytes: 1024, example };
	return { ...more, campaign: { ...campaign, check: JSON.stringify(check) } };
}

it('a plan shows the GB of its list to programs without a cell of it', () => {
	const { check } = reportOf(withGigabytes());
	expect(check?.list.gigabyte).toEqual({ megabytes: 1024 });
});

const rest = '1 customer in France gets 1,500.5 MB of LOYALTYDATA01, now.';
/** The first section for an approver, warnings and button included. */
const approvalOf = (input: ReportInput) => {
	const [, text = ''] =
		/(?:^| )(\d+ customers? in .*? Your name or email Approve)/.exec(textOf(pageOf(input))) ?? [];
	return text;
};

it.each<[string, string, ReportInput]>([
	['a plan', 'The budget of 2,000,000 MB is enough.', checked()],
	['a plan', '4 rows of the list get nothing. Nothing is given before you approve.', checked()],
	['a plan', '12 customers in France and the United Kingdom get 18,006 MB of Ada, now.', checked()],
	['a plan in GB', '1 GB = 1,024 MB: “1,5 GB” in row 3 is 1,536 MB.', withGigabytes()],
	['a plan over its budget', 'has 18,005.5 MB left; rows beyond it wait.', withBudget(18_005.5)],
	['a plan that takes all', 'The budget of 18,006 MB is enough.', withBudget(18_006)],
	['a changed campaign', rest, changedSince],
	[
		'a campaign whose rows before use the budget up',
		`${rest.slice(0, -1)}; the budget covers 1,000 MB of it. The budget has 1,000 MB left; rows beyond it wait.`,
		running({ budget: 11_503.5 }),
	],
	['a changed campaign', 'enough. Gifts go on after the approval.', changedSince],
	[
		'a plan, with its warnings before the button',
		'now. 5 warnings The data pools of Ada',
		checked(),
	],
])('who approves %s reads: %s', (_, words, input) => {
	expect(approvalOf(input)).toContain(words);
});

it.each([
	['before the approval', checked()],
	['after the approval', running()],
])('%s, a page shows the fingerprint once, under Details', (_, input) => {
	const { hash } = reportOf(input);
	const page = pageOf(input);
	expect(sectionOf(page, 'Details')).toContain(`Fingerprint ${hash}`);
	expect(textOf(page).split(hash)).toHaveLength(2);
});

const at = '2026-11-26T09:30:00.000Z';
it.each<[string, Partial<Campaign>, string]>([
	['a start', { startAt: at }, 'Start 26 Nov 2026, 09:30'],
	['a stop', { stopAt: at }, 'Stop 26 Nov 2026, 09:30'],
	['no stop', {}, 'Stop When all rows are done'],
	['quiet hours', {}, 'Quiet hours 21:00 to 08:00, where the customer lives'],
	['no quiet hours', { quietFrom: '', quietTo: '' }, 'Quiet hours No'],
	['a rate', { rowsPerSecond: 1500 }, 'Rows per second 1,500'],
	['no rate', { rowsPerSecond: 0 }, 'Rows per second No limit'],
	['a limit of a day', { megabytesPerDay: 1200 }, 'Daily limit (MB) 1,200, campaigns with a limit'],
	['a limit that takes days', { megabytesPerDay: 1200 }, 'Days it takes At least 2'],
	['a limit of a month', { giftsPerMonth: 2 }, 'Gifts per customer 2 a month, campaigns'],
	['rows left out', { leftOut: 1 }, 'Left out 1 row'],
	['gifts of before', { status: 'planned' }, 'Given before 3 rows, skipped To give 1 row, 1,500.5'],
	['its end', { status: 'finished', finishedAt: at }, 'Finished at 26 Nov 2026, 09:30'],
	['its cancellation', { status: 'canceled', finishedAt: at }, 'Canceled at 26 Nov 2026, 09:30'],
	['the time zone', {}, 'Times are in UTC.'],
])('the plan shows %s', (_, changes, words) => {
	const heading = changes.status === 'planned' ? 'The plan' : 'Plan and approval';
	expect(sectionOf(pageOf(running(changes)), heading)).toContain(words);
});

it('a plan without limits, and without an end, shows none', () => {
	const none =
		/Left out|Days it takes|Most MB|Gifts per|Finished at|Canceled at|Given before|To give/;
	expect(sectionOf(pageOf(running()), 'Plan and approval')).not.toMatch(none);
});

it('the plan shows no days where what is left fits into one', () => {
	const page = pageOf(running({ megabytesPerDay: 1500.5 }));
	expect(sectionOf(page, 'Plan and approval')).not.toContain('Days it takes');
});

it.each([
	['How the list was read', 'File Ada Separator Ada Encoding Ada'],
	[
		'How the list was read',
		'Column Meaning For example Ada Phone Number +33 6 39 98 00 01 → Ada Data Not used Ada',
	],
	['By operator', 'Operator Data pools Planned MB MB left FR_DEMOTEL Enough 12,004 550,000'],
	['By operator', 'GB_SAMPLECELL No answer 6,002'],
	['By operator', 'Ada 999,999 MB are missing 1,000,000 1'],
	['Left out: 4 rows', 'Row Next step Customer Value 4 Write “Ada” in MB Ada Ada 5'],
	['Left out: 4 rows', 'Row Reason Phone 6 Duplicate of row 3 33639980001 7'],
	['Control', 'Cancel…'],
])('before the approval, under “%s” a page shows: %s', (heading, words) => {
	expect(sectionOf(pageOf(checked('Ada', 'No answer')), heading)).toContain(words);
});

const changed = (change: (check: Check) => Partial<Check>): ReportInput => {
	const { campaign, ...more } = checked();
	const check = JSON.parse(campaign.check) as Check;
	const stored = JSON.stringify({ ...check, ...change(check) });
	return { ...more, campaign: { ...campaign, check: stored } };
};

it.each<[string, (check: Check) => Partial<Check>, string, string]>([
	['of an operator without a pool', () => ({ pools: [] }), 'By operator', 'No pool is known'],
	[
		'of rows without an operator',
		() => ({ operators: [{ operator: '', rows: 2, megabytes: 9 }] }),
		'By operator',
		'All in these countries No pool is known 9',
	],
	[
		'of who was left out',
		({ leftOut }) => ({ leftOut: leftOut.map((group) => ({ ...group, rows: 1002 })) }),
		'Left out',
		'(1,002) Row Next step Customer Value 4 Write “Ada” in MB Ada Ada 5 Write “Ada” in MB Ada Ada And 1,000 more.',
	],
])('before the approval, a page says %s what it knows', (_, change, heading, words) => {
	expect(sectionOf(pageOf(changed(change)), heading)).toContain(words);
});

it('before the approval, a page asks about a campaign with a similar name, as it reads', () => {
	const similar = [{ name: '\u202eSpring 2026', plannedAt: '2026-10-01T08:00:00.000Z' }];
	const page = pageOf(changed(() => ({ similar })));
	expect(textOf(page)).toContain(
		'has a similar name: “Spring 2026” of 1 Oct 2026. Its customers get',
	);
});

it('before the approval, a page has no section for places where all can be given', () => {
	const page = pageOf(changed(() => ({ alwaysQuiet: [] })));
	expect(sectionOf(page, 'Places')).toBe('');
});

it.each<[string, string, string, boolean]>([
	['control', 'rows with names and values', 'Row Next step Customer Value 4 Write', true],
	['view', 'rows with next steps alone', 'Row Next step 4 Write', true],
	['view', 'who decides', 'Anyone with its control address', true],
	['control', 'no word of who decides', 'Anyone with its', false],
	['view', 'no CSV', 'CSV', false],
	['view', 'no button', 'Your name or email', false],
])('with the %s key, a page shows %s', (right, _, words, isShown) => {
	const text = textOf(pageOf(checked(), { right: right as StatusInput['right'] }));
	expect(text.includes(words)).toBe(isShown);
});

it('asks with the number of gifts that stay unsent, and offers to keep the campaign', () => {
	const page = pageOf(running(), { view: 'cancel' });
	expect(sectionOf(page, 'Cancel this campaign?')).toMatch(
		/Rows that get nothing then: 1\. .* Cancel campaign Keep campaign$/,
	);
	expect(sectionOf(page, 'Control') + sectionOf(page, '2 failed')).toBe('');
});

describe('before rows in doubt are settled', () => {
	const settling = { view: 'settle' } as const;

	it('a page asks who decides, and says what each button means for a customer', () => {
		const page = pageOf(running(), settling);
		expect(sectionOf(page, 'Settle 2 rows in doubt')).toMatch(
			/ “Count as given”: nothing is sent .* “Count as failed”: .* would get it twice\. Your name or email Count as given Count as failed Back$/,
		);
		expect(page).toMatch(/<input name="by" type="text" value="" required/);
		expect(sectionOf(page, 'Control') + sectionOf(page, '2 failed')).toBe('');
	});

	it.each<[string, ReportInput, Partial<StatusInput>]>([
		['by the view key', running(), { right: 'view' }],
		['without a row in doubt', withPieces({ inDoubt: 0 }), {}],
		['before its approval', checked(), {}],
	])('a page asks nothing %s', (_, input, more) => {
		expect(pageOf(input, { ...settling, ...more })).not.toMatch(/Settle|value="count/);
	});
});

/** A change broke off before the campaign. */
const left: ReportInput = (() => {
	const ended = withPieces({ status: 'open', inDoubt: 0 });
	return { ...ended, campaign: { ...ended.campaign, status: 'finished', active: false } };
})();

const held = withPieces({ status: 'held' });
const overBudget = { ...held, campaign: { ...held.campaign, budget: 12_000 } };

it.each<[string, ReportInput]>([
	['it is always quiet', held],
	[
		'the problem says it',
		{ ...overBudget, campaign: { ...overBudget.campaign, problem: 'Full.' } },
	],
])('a page names no budget for rows that are held where %s', (_, input) => {
	expect(textOf(pageOf(input))).not.toContain('Rows over the budget wait:');
});

it.each<[string, ReportInput, Partial<StatusInput>, string]>([
	['what holds it up', running({ problem: 'No answer' }), {}, 'Running No answer 9 of 12'],
	[
		'what was changed in the tables, and no problem besides',
		{ ...running({ problem: 'No answer' }), wrong: [{ text: "'day' in row 2 is wrong." }] },
		{},
		"Running Changed in the Data Tables 'day' in row 2 is wrong. Rows that can't be read aren't given.",
	],
	['what is held', overBudget, {}, 'Rows over the budget wait:'],
	[
		'what was changed',
		running({ budget: 3_000_000 }),
		{},
		"Changed since the approval Budget (MB) was 2,000,000 and is 3,000,000 Nothing is given until it's approved again.",
	],
	['what to do with rows nobody saw', left, {}, 'Rows that may have been sent The platform gave'],
	['why nothing was done', running(), { notice: 'Nothing was changed.' }, 'Nothing was changed.'],
	['how it refreshes', running(), { view: 'still' }, '(JSON) Refresh by itself'],
	['how it refreshes', running({ status: 'finished' }), {}, '(JSON) Refresh'],
])('a page says %s', (_, input, more, words) => {
	expect(textOf(pageOf(input, more))).toContain(words);
});

it('what is to be decided stands before everything else, and what is not is folded', () => {
	const page = pageOf(checked());
	const titles = [...page.matchAll(/(<summary>)?<h2>([^<]*)<\/h2>/g)].map(
		([, isFolded, title = '']) => `${isFolded ? '+' : ''}${title}`,
	);
	expect(titles).toEqual([
		'12 customers in France and the United Kingdom get 18,006 MB of Ada, now.',
		'5 warnings',
		'Control',
		'Left out: 4 rows',
		'The plan',
		'By country',
		'+By operator',
		'+How the list was read',
		'+Details',
		'More',
	]);
});

it('warnings look unlike errors, and so do the states that wait', () => {
	expect(pageOf(checked())).toMatch(/class="note warning" role="status">\s*<h2>5 warnings/);
	expect(pageOf(checked())).toContain('<p class="state warning-text">Waiting');
	const failed = pageOf(running({ status: 'finished', problem: 'No answer' }));
	expect(failed).toContain('<p class="note error" role="alert">No answer');
	expect(failed).toContain('<p class="state error-text">Finished, 2 rows failed, 2 rows in doubt');
	const well = withPieces({ failed: 0, inDoubt: 0 });
	const page = pageOf({ ...well, campaign: { ...well.campaign, status: 'finished' } });
	expect(page).toContain('<p class="state plain-text">Finished</p>');
});

/** A group of rows whose column `result` says that they have their gift. */
function asGiven(group: Check['leftOut'][number]): typeof group {
	const examples = group.examples.map((one) => ({ ...one, value: 'Given', nextStep: 'Empty it' }));
	return { ...group, examples };
}

it.each<[string, ReportInput, Partial<StatusInput>, boolean]>([
	['failed rows', running({ leftOut: 0 }), {}, false],
	['left-out rows', checked(), {}, true],
	['left-out rows', checked(), { right: 'view' }, false],
	['duplicates only', changed(({ leftOut }) => ({ leftOut: leftOut.slice(1) })), {}, false],
	['rows given before', changed(({ leftOut }) => ({ leftOut: leftOut.map(asGiven) })), {}, false],
])('beside %s a page offers the rows to correct, where there are some', (_, input, more, isIn) => {
	const link = 'href="?key=control-key&#38;format=toCorrect">Download the rows to correct';
	expect(pageOf(input, more).includes(link)).toBe(isIn);
});

const planned = checked();
const approved = { status: 'running', ...approvedAt(planned.campaign.plannedAt) } as const;
const approvedList = { ...planned, campaign: { ...planned.campaign, ...approved } };

it.each<[string, ReportInput, Partial<StatusInput>, number]>([
	['an approved campaign', running(), {}, 1],
	['an approved campaign with left-out rows', approvedList, {}, 2],
	['an approved campaign, by the view key', running(), { right: 'view' }, 0],
	['a plan', checked(), {}, 0],
])('the page of %s leads to adding rows, also beside rows to correct', (_, input, more, links) => {
	const page = pageOf(input, { deskAddress: 'desk', ...more });
	expect(page.match(/href="desk\?add=plan-1">Add rows to this campaign/g) ?? []).toHaveLength(
		links,
	);
});

const aRow = changed(() => ({ chosen: { megabytes: '5' } }));
aRow.campaign.rows = 1;

it.each<[string, ReportInput, Partial<StatusInput>, boolean]>([
	['a plan', checked(), {}, false],
	['a plan with an amount for all rows', changed(() => ({ chosen: { megabytes: '5' } })), {}, true],
	[
		'a plan without a desk',
		changed(() => ({ chosen: { megabytes: '5' } })),
		{ deskAddress: '' },
		false,
	],
	['a changed campaign', changedSince, {}, false],
	['one row', aRow, {}, false],
])(
	'beside Approve, the page of %s offers a test gift where its amount is known',
	(_, input, more, isIn) => {
		const html = pageOf(input, { deskAddress: 'desk', ...more });
		expect(html.includes('href="desk?test=plan-1">Test gift…</a>')).toBe(isIn);
	},
);

describe('rows that failed, and rows in doubt', () => {
	const { pieces, ...campaign } = running({}, 'SUBSCRIBER_BLACKLISTED');
	const lists = pieces.map(({ planId, number, list }) => ({ planId, number, list }));
	const listed = { ...campaign, listed: { pieces, lists } };
	const why = 'The number is blacklisted (SUBSCRIBER_BLACKLISTED)';

	it.each([
		[
			'Failed rows',
			`6 ${why} C-4 33639980004 1,500.5 8 ${why} C-6 447700900006 1,500.5 Download the rows`,
		],
		[
			'2 in doubt',
			`7 ${why} C-5 33639980005 1,500.5 11 ${why} C-9 447700900009 1,500.5 Check again`,
		],
	])(
		'are listed under “%s” for the control key, in the order of the list: %s',
		(heading, words) => {
			const text = sectionOf(pageOf(listed), heading);
			expect(text).toContain(`Row Reason Customer Phone MB ${words}`);
		},
	);

	it('are in no report of the view key', () => {
		const report = JSON.stringify(reportOf(listed, 'view'));
		for (const text of [pageOf(listed, { right: 'view' }), report]) {
			expect(text).not.toMatch(/Failed rows|C-[459]|\d{10}/);
		}
	});

	it('are in the result file, where the page has no room for all rows in doubt', () => {
		const { campaign: stored } = campaign;
		const figures = JSON.parse(stored.totals) as object;
		const totals = JSON.stringify({ ...figures, inDoubt: 23 });
		const page = pageOf({ ...listed, campaign: { ...stored, totals } });
		expect(sectionOf(page, '23 in doubt')).toContain(
			'And 21 more. Download the list with its results Check again',
		);
	});
});

const since = (seconds: number) => new Date(now - seconds * 1000).toISOString();
const approvedTwice = JSON.stringify(
	[since(86_400), since(3600)].map((at) => ({ by: 'ada@example.com', at, hash: '' })),
);

it.each<[string, Partial<Campaign>, string]>([
	['after ten minutes', { startAt: since(600) }, 'About 2 minutes left at 1 row a minute.'],
	['after a minute', { startAt: since(60) }, 'Less than a minute left at 7 rows a minute.'],
	['in the first minute', { startAt: since(59) }, ''],
	['approved again', { startAt: since(600), approvals: approvedTwice }, ''],
	['with a problem', { startAt: since(600), problem: 'No answer' }, ''],
	['paused', { startAt: since(600), status: 'paused' }, ''],
])('a campaign that runs tells the time left, %s: %s', (_, changes, words) => {
	const approvals = approvedAt(since(86_400));
	const text = sectionOf(pageOf(running({ ...approvals, ...changes })), '9 of 12 rows');
	expect(/(?:About|Less than) .*/.exec(text)?.[0] ?? '').toBe(words);
});

it('a retry says how many rows it retries, and why not the others', () => {
	const { pieces, ...campaign } = running();
	const [first, ...others] = pieces;
	if (!first) throw new Error('No piece');
	const final = {
		...first,
		failed: 3,
		reasons: JSON.stringify({ SUBSCRIBER_BLACKLISTED: [0, 1] }),
	};
	const text = sectionOf(pageOf(counted({ ...campaign, pieces: [final, ...others] })), '4 failed');
	expect(text).toContain('The other 2 would end in the same way. Retry failed: 2 rows');
});

describe('a campaign after its approval', () => {
	const gotBefore = [{ campaign: 'Lost zeros', rows: 4, last: '' }];
	const told = changed(() => ({ gotBefore }));
	const approvals = approvedAt(told.campaign.plannedAt);
	const approved = { ...told.campaign, status: 'paused', ...approvals } as const;
	const unlike = { ...approved, approved: sealOf(approved), budget: 3_000_000 };

	it('still warns of earlier gifts where it is to be approved again', () => {
		expect(textOf(pageOf({ ...told, campaign: unlike }))).toContain(
			'1 warning 4 of 12 numbers got a gift of this service in the last 90 days: 4 in “Lost zeros”.',
		);
	});
});

const stuck = (status: Campaign['status'], more: Partial<Campaign> = {}): ReportInput => {
	const campaign = { ...overBudget.campaign, problem: 'Raise the budget.', status, ...more };
	return { ...overBudget, campaign };
};

it.each<[Campaign['status'], string, string]>([
	['paused', '9 of 12 rows done, 75%', '1 row waits until the campaign goes on.'],
	['canceled', '3 rows given, 2 failed', '1 row gets nothing.'],
])('a campaign that is %s says what becomes of the rest', (status, heading, words) => {
	const text = sectionOf(pageOf(running({ status })), heading);
	expect(text.endsWith(words)).toBe(true);
});

it('the page of a canceled campaign gives no advice on how to go on', () => {
	const text = textOf(pageOf(stuck('canceled', { problem: '' })));
	expect(text).not.toMatch(/Raise the budget|rows? held|wait/);
});

it('a campaign that finished with held rows says how to end it, with the button', () => {
	const page = pageOf(stuck('finished'));
	expect(textOf(page)).toContain(
		'Rows that are held wait for you. Choose “Cancel…” if they are to get nothing.',
	);
	expect(sectionOf(page, 'Control')).toContain('Change…Cancel…');
	expect(sectionOf(pageOf(running({ status: 'finished' })), 'Control')).toBe('');
});

it.each<[Campaign['status'], boolean, number]>([
	['canceled', true, 5],
	['paused', true, 5],
	['finished', false, 0],
	['paused', false, 30],
])('a page of a campaign that is %s, and active: %s, reloads after %d s', (status, active, s) => {
	const report = reportOf(running({ status }), 'control');
	const page = statusPage({ report, right: 'control', keys: { ...keys, active }, zone: 'UTC' });
	expect(page.refresh).toBe(s);
});
