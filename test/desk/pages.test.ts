import { approve, changeStatus, type Button } from '../../campaign/change';
import { changeRows } from '../../campaign/changeRows';
import { changeValue, isValueButton } from '../../campaign/changeValue';
import { reportOf, type ReportInput } from '../../desk/report';
import { totalsOf } from '../../campaign/totals';
import { statusPage, type StatusInput } from '../../desk/statusPage';
import type { Campaign } from '../../campaign/types';
import { html } from '../../pages/html';
import { counted, checked, hostile, keys, now, running } from '../support/campaign/pages';

function shown(
	changes: Partial<Campaign> = {},
	more: Partial<StatusInput> = {},
	reason?: string,
): ReturnType<typeof statusPage> {
	const report = reportOf(running(changes, reason), more.right ?? 'control');
	return statusPage({ report, right: 'control', keys, zone: 'UTC', ...more });
}

it.each([
	['<script>', '&#60;script&#62;'],
	[`"'\``, '&#34;&#39;&#96;'],
	['a & b', 'a &#38; b'],
	['{{ $env }}', '&#123;&#123; $env &#125;&#125;'],
	[html`<b>${'<'}</b>`, '<b>&#60;</b>'],
	[[html`<i></i>`, '<', 1], '<i></i>&#60;1'],
])('markup escapes %j', (part, escaped) => {
	expect(html`<p title="${part}">${part}</p>`.text).toBe(`<p title="${escaped}">${escaped}</p>`);
});

function checkedPage(text?: string, right: StatusInput['right'] = 'control'): string {
	return statusPage({ report: reportOf(checked(text), right), right, keys, zone: 'UTC' }).html;
}

it('a page escapes what people and lists have written', () => {
	const approvals = JSON.stringify([{ by: hostile, at: hostile, hash: '' }]);
	const [name, serviceKey, problem, quietFrom] = [hostile, hostile, hostile, hostile];
	const fields = { name, serviceKey, problem, quietFrom, approvals, approved: '' };
	const notice = hostile;
	const pages = [
		checkedPage(hostile),
		checkedPage(hostile, 'view'),
		shown(fields, { notice }, hostile).html,
	];
	for (const page of pages) {
		expect(page.match(/&#60;script&#62;/g)?.length).toBeGreaterThan(5);
		expect(page).not.toMatch(/<script|" onx|\{\{/);
	}
});

const filled = ['changeBudget', 'addOptOut'] as const;
const settling = ['countGiven', 'countFailed'] as const;
const statuses: Campaign['status'][] = ['planned', 'running', 'paused', 'canceled', 'finished'];

it.each([
	['planned', [], ['approve', 'cancel', ...filled]],
	['running', ['pause', 'retry', 'checkAgain'], ['cancel', ...filled, ...settling]],
	['paused', ['resume', 'retry', 'checkAgain'], ['cancel', ...filled, ...settling]],
	['finished', ['retry', 'checkAgain'], settling],
	['canceled', ['checkAgain'], settling],
] as const)('a campaign that is %s has the buttons that fit', (status, direct, more) => {
	const { buttons } = reportOf(running({ status }));
	expect([...buttons].sort()).toEqual([...direct, ...more].sort());
	const { html: page } = shown({ status });
	for (const button of direct) expect(page).toContain(`value="${button}"`);
	expect(page.includes('view=cancel')).toBe(buttons.includes('cancel'));
	expect(page.includes('view=change')).toBe(buttons.includes('addOptOut'));
	expect(page.includes('view=settle')).toBe(buttons.includes('countGiven'));
	for (const button of settling) expect(page).not.toContain(`value="${button}"`);
});

it.each([
	['control', { megabytesPerDay: 9 }, ['changeBudget', 'raiseDayLimit', 'addOptOut']],
	['control', {}, ['changeBudget', 'addOptOut']],
	['control', { status: 'canceled' }, []],
	['view', {}, []],
] as const)(
	'“Change…” with the key to %s and %j has a form for each of %j',
	(right, set, forms) => {
		const { html: page, refresh } = shown(set, { right, view: 'change' });
		expect([...page.matchAll(/value="(\w+)" class="first"/g)].map(([, name]) => name)).toEqual(
			right === 'control' && forms.length === 0 ? ['checkAgain'] : [...forms],
		);
		expect(refresh > 0).toBe(forms.length === 0 && right === 'view');
	},
);

it.each(statuses)('a campaign that is %s has only buttons that do something', (status) => {
	const { campaign, pieces } = running({ status });
	const { buttons, hash } = reportOf({ campaign, now, zone: 'UTC' });
	const totals = totalsOf(pieces);
	const input = { campaign, key: keys.controlKey, now, zone: 'UTC', by: 'Ada' };
	const press = (button: Button) => {
		if (button === 'approve') {
			return approve({ ...input, hash, totals, namesakes: [] });
		}
		if (isValueButton(button)) {
			const value = button === 'addOptOut' ? '+447700900123' : campaign.budget;
			return changeValue(button, { ...input, hash, value });
		}
		return button === 'pause' || button === 'resume' || button === 'cancel'
			? changeStatus(button, input)
			: changeRows(button, pieces, input);
	};
	for (const button of buttons) expect(press(button).refused).toBeUndefined();
	// While a cell is wrong, it can be stopped, and no more.
	const broken = reportOf({ ...running({ status }), wrong: [{ text: 'A cell is wrong.' }] });
	expect(broken.buttons).toEqual(
		buttons.filter((one) => ['pause', 'cancel', 'addOptOut'].includes(one)),
	);
});

const ended: Partial<Campaign> = { status: 'finished' };
const past = { settings: { stopAt: new Date(now - 1).toISOString() } };

it.each<[string, ReportInput, boolean]>([
	['rows failed', running(ended), true],
	['the stop date was reached', running(ended, 'No response', past), false],
	['the plan was changed after the approval', running({ ...ended, budget: 1 }), false],
	['rows can only fail again', running(ended, 'SUBSCRIBER_BLACKLISTED'), false],
])('where %s, Retry failed is offered: %s', (_, input, isOffered) => {
	expect(reportOf(input).buttons.includes('retry')).toBe(isOffered);
});

it.each(statuses)(
	'with the view key a campaign that is %s has no buttons and no rows',
	(status) => {
		const reason =
			'The platform says: Blocked: +33 639 98 00 11, see https://platform.example (HTTP 400)';
		const problem = "n8n can't make the request: api.platform.example for 447700900003";
		const { html: page } = shown({ status, problem }, { right: 'view', view: 'cancel' }, reason);
		expect(page).not.toMatch(
			/<form|<button|control-key|format=file|platform\.example|39980|4477009/,
		);
		expect(page).toContain('The platform says: … (HTTP 400)');
		expect(page).toContain('n8n can&#39;t make the request: …');
	},
);

it.each<[number, string]>([
	[0, 'Running'],
	[1, 'Running, 1 row held'],
	[1200, 'Running, 1,200 rows held'],
])('with %d rows held, the state is %s', (held, state) => {
	const { campaign, pieces } = running();
	const waiting = pieces.slice(0, 1).map((piece) => {
		return { ...piece, notSent: held, status: held > 0 ? 'held' : 'open' } as const;
	});
	expect(reportOf(counted({ campaign, pieces: waiting, now, zone: 'UTC' })).state).toBe(state);
});

it('a page links all campaigns, where they are known, and with the control key their form', () => {
	const link = '<a href="mobile-data-campaigns">All campaigns</a>';
	const again = 'href="mobile-data-campaigns?again=plan-1"';
	const deskAddress = 'mobile-data-campaigns';
	const page = shown({}, { deskAddress }).html;
	expect(page).toContain(link);
	expect(page).toContain(again);
	const viewed = shown({}, { deskAddress, right: 'view' }).html;
	expect(viewed).toContain(link);
	expect(viewed).not.toContain(again);
	expect(shown().html).not.toContain('All campaigns');
});

it('sentences with a known code are one reason, in plain words', () => {
	const reason = 'api.example.com says: number 33639980011 – SUBSCRIBER_BLACKLISTED (HTTP 422)';
	const input = running({}, reason);
	expect(reportOf(input).reasons).toEqual([
		{
			code: 'SUBSCRIBER_BLACKLISTED',
			words: 'The number is blacklisted (SUBSCRIBER_BLACKLISTED)',
			rows: 4,
		},
	]);
	const { campaign, pieces } = input;
	const press = { campaign, key: keys.controlKey, now, zone: 'UTC', by: 'Ada' };
	const change = changeRows('retry', pieces, press);
	expect(change.refused).toBe('Nothing was changed: no row can be retried.');
});

it('sentences that differ in a number are one reason', () => {
	const input = running();
	const [piece] = input.pieces;
	if (!piece) throw new Error('No piece');
	const reasons = JSON.stringify({
		'Number 33639980001 is blocked': [0],
		'Number 33639980002 is blocked': [1, 2],
	});
	expect(reportOf(counted({ ...input, pieces: [{ ...piece, reasons }] })).reasons).toEqual([
		{ code: 'other', words: 'Number … is blocked', rows: 3 },
	]);
});

it('the figures balance, or the page says what is missing', () => {
	const { campaign, pieces } = running();
	const whole = reportOf({ campaign, now, zone: 'UTC' });
	expect(whole).toMatchObject({ isBalanced: true, rows: 12, megabytes: 18_006 });
	const sum = Object.values(whole.results).reduce((total, { rows }) => total + rows, 0);
	expect(sum).toBe(12);

	const part = counted({ campaign, pieces: pieces.slice(1), now, zone: 'UTC' });
	expect(reportOf(part).balance).toMatch(/12 rows and 18,006 MB were planned, and \d rows and/);
});

it.each<[Campaign['status'], Partial<StatusInput>, number]>([
	['running', {}, 5],
	['running', { view: 'still' }, 0],
	['running', { view: 'cancel' }, 0],
	['planned', { right: 'view' }, 30],
	['planned', {}, 0],
	['finished', {}, 0],
	['canceled', {}, 0],
	// Its last gifts may be on their way.
	['canceled', { keys: { ...keys, active: true } }, 5],
])('a campaign that is %s, shown with %j, refreshes after %i seconds', (status, more, seconds) => {
	expect(shown({ status }, more).refresh).toBe(seconds);
});

it('after the approval, the page shows who was left out, and no pools', () => {
	const { check, leftOut } = checked().campaign;
	const { html: page } = shown({ check, leftOut });
	expect(page).toContain('Left out: 4 rows');
	expect(page).toContain('&#39;Amount (MB)&#39; must be a number: “Ada” (2)');
	expect(page).not.toContain('MB are missing');
});

it.each([
	['10:00', '12:00', 'Quiet hours hold 1 row, the first until 25 Nov 2026, 11:00.'],
	['21:00', '08:00', undefined],
])('with quiet hours from %s to %s, the page says: %s', (quietFrom, quietTo, words) => {
	const { html: page } = shown({ quietFrom, quietTo });
	expect(/Quiet hours hold [^<]*/.exec(page)?.[0]).toBe(words);
});

it('says why no row can be retried', () => {
	const words = 'A retry of failed rows would end in the same way';
	expect(shown({}, {}, 'SUBSCRIBER_BLACKLISTED').html).toContain(words);
	expect(shown().html).not.toContain(words);
});
