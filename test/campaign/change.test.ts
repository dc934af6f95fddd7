import { approve, changeStatus, rightOf, type Approval } from '../../campaign/change';
import { changeRows, isDecided, type RowButton } from '../../campaign/changeRows';
import { changeValue, type Filled, type ValueButton } from '../../campaign/changeValue';
import { otherUnread } from '../../campaign/otherGifts';
import { Results } from '../../campaign/results';
import { totalsOf } from '../../campaign/totals';
import { changesOf, hashOf } from '../../campaign/seal';
import type { Piece, Campaign } from '../../campaign/types';
import { inEnglish, textStored } from '../../platform/say';
import { storedCampaign } from '../support/campaign/stored';

const now = Date.UTC(2027, 0, 1);
const asked = (campaign: Campaign, key = 'control') => {
	return { campaign, key, now, zone: 'UTC', by: 'Ada' };
};

/** Another campaign with the name. @param approvals '' before the first one @param counted in its plan */
const named = (
	approvals: string,
	status: Campaign['status'] = 'planned',
	counted: string[] = [],
) => {
	const check = JSON.stringify({ counted });
	return { ...otherUnread, id: 0, planId: 'p0', status, round: 3, budget: 100, approvals, check };
};

/** An approval of a campaign of four rows as it's shown. */
function approval(set: Partial<Campaign>, more: Partial<Approval> = {}, isApproved = false) {
	const { campaign: stored, pieces } = storedCampaign(4, {}, isApproved);
	const campaign = { ...stored, ...set };
	const shown = {
		hash: hashOf(campaign),
		by: 'Ada',
		totals: totalsOf([...pieces]),
		namesakes: [campaign],
	};
	return approve({ ...asked(campaign), ...shown, ...more });
}

it('an approval writes only if the plan is as shown, and opens its held pieces', () => {
	const change = approval({});
	expect(change).toMatchObject({
		campaign: {
			where: { id: 1, status: 'planned', round: 0 },
			set: {
				status: 'running',
				active: true,
				round: 1,
				approvals: expect.stringContaining('"by":"Ada"'),
			},
		},
		pieces: [{ where: { status: 'held' } }, { where: { status: 'open' } }],
	});
});

it('an approval turns other plans of the same name into drafts, and changes no other campaign', () => {
	const others = [named(''), named('', 'draft'), named('', 'canceled')];
	const voided = named('[]', 'planned', ['p1']);
	expect(approval({}, { namesakes: [...others, voided] })).toMatchObject({
		others: [
			{ where: { id: 0, status: 'planned', round: 3 }, set: { status: 'draft', budget: 100 } },
		],
	});
});

it.each<[string, Partial<Campaign>, ReturnType<typeof named>]>([
	['has counted', { check: '{"counted":["p0"]}' }, named('[]', 'running')],
	['was counted by', {}, named('[]', 'running', ['p1'])],
])('approves a plan beside an approved list of its name that it %s', (_, set, other) => {
	expect(approval(set, { namesakes: [other] })).toMatchObject({
		campaign: { set: { status: 'running' } },
		others: [],
	});
});

it.each<[string, Partial<Campaign>, Partial<Approval>, boolean, string]>([
	['a campaign that was approved before', {}, {}, true, 'has already approved it, on '],
	['a campaign that is canceled', { status: 'canceled' }, {}, false, 'the campaign is “Canceled”'],
	[
		'a plan that differs from the one shown',
		{},
		{ hash: 'other' },
		false,
		'the campaign was changed',
	],
	['a request with the view key', {}, { key: 'view' }, false, 'this address shows the campaign'],
	['a request without a key', {}, { key: '' }, false, 'this address shows the campaign'],
	[
		'a list that is not whole',
		{},
		{ totals: { pieces: 1, rows: 3, megabytes: 6 } },
		false,
		'its stored list',
	],
	['a name that is used up', {}, { namesakes: [named('[]')] }, false, 'another list was approved'],
	['another name', { name: 'summer' }, {}, true, "its name and service can't change"],
	['another service', { serviceKey: 'OTHER' }, {}, true, "its name and service can't change"],
	['a budget below the plan', { budget: 7 }, {}, true, 'can only be raised'],
])('an approval is refused for %s', (_, set, more, isApproved, words) => {
	expect(approval(set, more, isApproved).refused).toContain(words);
});

it.each<[string, Partial<Campaign>]>([
	['a higher budget', { budget: 20_000 }],
	['a lower budget that still covers the plan', { budget: 8 }],
	['other quiet hours, paused', { quietFrom: '21:00', quietTo: '08:00', status: 'paused' }],
])('a second approval accepts %s', (_, set) => {
	const change = approval(set, {}, true);
	expect(change.refused).toBeUndefined();
	const kept = (change as { campaign?: { set: Partial<Campaign> } }).campaign?.set.approvals;
	expect(JSON.parse(kept ?? '')).toMatchObject([{ by: 'Ada' }, { by: 'Ada' }]);
});

it.each<[string, Partial<Campaign>, string]>([
	['name', { name: 'summer' }, 'Campaign Name was spring and is summer'],
	['service', { serviceKey: 'B' }, 'Service was LOYALTYDATA01 and is B'],
	['country', { country: 'FR' }, 'Country of Numbers was not set and is FR'],
	['reading', { reading: 'x' }, 'Reading was not set and is x'],
	['budget', { budget: 5 }, 'Budget (MB) was 10,000 and is 5'],
	['start', { startAt: 'x' }, 'Start was '],
	['stop', { stopAt: '2028' }, 'Stop was not set and is 2028'],
	['quiet hours', { quietTo: '08:00' }, 'Quiet Hours To was not set and is 08:00'],
	['quiet hours', { quietFrom: '21:00' }, 'Quiet Hours From was not set and is 21:00'],
	['rate', { rowsPerSecond: 9 }, 'Rows per Second was 0 and is 9'],
	['list', { listHash: 'x' }, 'Fingerprint of the list was '],
])('an approval covers the %s, and the page says what changed', (_, set, words) => {
	const { campaign } = storedCampaign(1);
	expect(changesOf(campaign)).toEqual([]);
	expect(hashOf({ ...campaign, ...set })).not.toBe(hashOf(campaign));
	const changes = changesOf({ ...campaign, ...set });
	expect(changes.map(inEnglish)).toEqual([expect.stringContaining(words) as string]);
});

it.each<['pause' | 'resume' | 'cancel', Campaign['status'], object | undefined]>([
	['pause', 'running', { status: 'paused', problem: '' }],
	['pause', 'planned', undefined],
	['resume', 'paused', { status: 'running', active: true, problem: '' }],
	['resume', 'canceled', undefined],
	['cancel', 'running', { status: 'canceled', active: true, problem: '' }],
	['cancel', 'planned', { status: 'canceled', active: true }],
	['cancel', 'draft', { status: 'canceled', active: false }],
	['cancel', 'finished', undefined],
])('the button “%s” changes or refuses a campaign that is %s', (button, status, set) => {
	const { campaign } = storedCampaign(1);
	const change = changeStatus(button, asked({ ...campaign, status }));
	expect(change.refused === undefined).toBe(set !== undefined);
	if (set) expect(change).toMatchObject({ campaign: { where: { id: 1, status }, set } });
	const withView = changeStatus(button, asked({ ...campaign, status }, 'view'));
	expect(withView.refused).toContain('this address shows the campaign');
});

it('a campaign that finished with held rows can be canceled, and keeps the time of its end', () => {
	const { campaign, pieces } = storedCampaign(1);
	const held = pieces.map((piece) => ({ ...piece, status: 'held' as const }));
	const totals = JSON.stringify(totalsOf(held));
	const finishedAt = '2026-11-20T08:00:00.000Z';
	const ended = { ...campaign, totals, status: 'finished', finishedAt } as const;
	expect(changeStatus('cancel', asked(ended))).toMatchObject({
		campaign: { set: { status: 'canceled', active: true, finishedAt } },
	});
});

it.each([
	['view', 'view'],
	['control', 'control'],
	['', undefined],
	['a guess', undefined],
])('the key “%s” gives this right: %s', (key, right) => {
	expect(rightOf({ viewKey: 'view', controlKey: 'control' }, key)).toBe(right);
	expect(rightOf({ viewKey: '', controlKey: '' }, '')).toBeUndefined();
});

/** A piece with a row in each of four states. */
function mixed(set: Partial<Piece> = {}) {
	const { campaign, pieces, list } = storedCampaign(4);
	const rows = JSON.parse(list) as never[];
	const results = new Results(pieces[0]);
	results.set(0, 'given');
	results.set(1, 'failed', 'constructor');
	results.set(2, 'inDoubt', 'No response', { lookUps: 3 });
	const piece: Piece = { ...pieces[0], ...results.columns(rows), status: 'done', ...set };
	return { campaign, stored: { ...piece, list } };
}

it.each<[RowButton, object]>([
	['retry', { results: 'g?d-', failed: 0, notSent: 2, status: 'open', stepMb: 0 }],
	['checkAgain', { results: 'gfd-', inDoubt: 1, status: 'open', stepMb: 0 }],
	['countGiven', { results: 'gfg-', given: 2, givenMb: 4, inDoubt: 0, status: 'done' }],
	['countFailed', { results: 'gff-', failed: 2, failedMb: 4, inDoubt: 0, status: 'done' }],
])('rows changed by the button “%s” are its own, and all rows still add up', (button, set) => {
	const { campaign, stored } = mixed();
	const finishedAt = '2026-11-20T08:00:00.000Z';
	const ended = { ...campaign, status: 'finished', finishedAt } as const;
	const change = changeRows(button, [stored], asked(ended));
	expect(change).toMatchObject({
		pieces: [{ where: { id: 1, stamp: 'planned' }, set }],
	});
	const opens = button === 'retry' || button === 'checkAgain';
	const then = opens ? { status: 'running', finishedAt: null } : { status: 'finished', finishedAt };
	const written = { ...then, active: true, round: 2 };
	expect(change).toMatchObject({ campaign: { where: { round: 1 }, set: written } });
	const [piece] = change.refused === undefined ? change.pieces : [];
	const totals = totalsOf([{ ...stored, ...piece?.set }]);
	const { given, failed, inDoubt, notSent } = totals;
	expect(given + failed + inDoubt + notSent).toBe(4);
	expect(totals.givenMb + totals.failedMb + totals.inDoubtMb + totals.notSentMb).toBe(8);
});

it.each<[RowButton, string[]]>([
	['countGiven', ['constructor', 'Decided by Ada on 1 Jan']],
	['countFailed', ['constructor', 'Decided by Ada on 1 Jan']],
	['retry', ['To be retried: looked up first, in about a minute', 'No response']],
	['checkAgain', ['constructor', 'No response']],
])('after the button “%s” the reasons are %j', (button, told) => {
	const { campaign, stored } = mixed();
	const change = changeRows(button, [stored], { ...asked(campaign), zone: 'Asia/Tokyo' });
	const [write] = change.refused === undefined ? change.pieces : [];
	const reasons = Object.keys(JSON.parse(String(write?.set.reasons)) as object);
	expect(reasons.map((reason) => inEnglish(textStored(reason)))).toEqual(told);
	expect(reasons.some(isDecided)).toBe(button === 'countGiven' || button === 'countFailed');
});

it('a button changes no piece whose stored list was changed', () => {
	const { campaign, stored } = mixed({ seal: 'other' });
	const { refused } = changeRows('retry', [stored], asked(campaign));
	expect(refused).toContain('the list of these rows was changed');
});

it.each<[RowButton, Campaign['status'], string, string]>([
	['retry', 'canceled', 'control', 'the campaign is “Canceled”'],
	['retry', 'planned', 'control', 'the campaign is “Waiting for approval”'],
	['countGiven', 'running', 'view', 'this address shows the campaign'],
])(
	'the button “%s” is refused: the campaign is %s, the key is for %s',
	(button, status, key, words) => {
		const { campaign, stored } = mixed();
		const change = changeRows(button, [stored], asked({ ...campaign, status }, key));
		expect(change.refused).toContain(words);
	},
);

it.each<[string, RowButton, Partial<Piece>, boolean]>([
	['a change broke off', 'checkAgain', { status: 'open' }, true],
	['it is done', 'retry', { status: 'done' }, false],
	['rows are only counted', 'countGiven', { status: 'open' }, false],
])('a button without rows to change opens the campaign or not: %s', (_, button, set, opens) => {
	const { campaign, pieces, list } = storedCampaign(1);
	const stored = { ...pieces[0], list, ...set };
	const ended: Campaign = { ...campaign, status: 'finished', active: false };
	const change = changeRows(button, [stored], asked(ended));
	const written = 'campaign' in change ? change.campaign?.set : undefined;
	expect(written?.active).toBe(opens || undefined);
});

it('totals count each reason, also one named like a JavaScript property, and held rows', () => {
	const { stored } = mixed({ status: 'held' });
	const { reasons, held } = totalsOf([stored, stored]);
	expect(reasons).toEqual({ constructor: 2, 'No response': 2 });
	expect(held).toBe(2);
});

describe('a button with a value', () => {
	/** An approved campaign of 8 MB with a budget of 6 MB and a limit of 5 MB a day. */
	const { campaign: stored } = storedCampaign(4, { budget: 6, megabytesPerDay: 5, country: 'AT' });
	const pressed = (
		button: ValueButton,
		value: unknown,
		set: Partial<Campaign> = {},
		more: Partial<Filled> = {},
	) => {
		const campaign = { ...stored, ...set };
		return changeValue(button, { ...asked(campaign), hash: hashOf(campaign), value, ...more });
	};

	it.each<[ValueButton, unknown, Partial<Campaign>, object]>([
		['changeBudget', '7', {}, { budget: 7 }],
		['changeBudget', 12.5, {}, { budget: 12.5 }],
		['changeBudget', '8', { status: 'finished', budget: 9 }, { budget: 8 }],
		['changeBudget', '1', { status: 'planned', approved: '' }, { budget: 1 }],
		['raiseDayLimit', '20', {}, { megabytesPerDay: 20 }],
	])(
		'the button “%s” stores %j, which then waits for an approval',
		(button, value, set, written) => {
			const change = pressed(button, value, set);
			const status = set.status ?? 'running';
			expect(change).toEqual({
				campaign: { where: { id: 1, status, round: 1 }, set: { ...written, round: 2 } },
				pieces: [],
			});
			const changed = { ...stored, ...set, ...written };
			expect(changed.approved === '' || changesOf(changed).length > 0).toBe(true);
		},
	);

	it.each<[string, ValueButton, unknown, Partial<Campaign>, Partial<Filled>, string]>([
		['by the view key', 'changeBudget', 9, {}, { key: 'view' }, 'this address shows the campaign'],
		['by the view key', 'addOptOut', '+436601234567', {}, { key: 'view' }, 'this address shows'],
		['of something else than was shown', 'changeBudget', 9, {}, { hash: 'x' }, 'was changed'],
		['of something else than was shown', 'raiseDayLimit', 9, {}, { hash: 'x' }, 'was changed'],
		['of a canceled campaign', 'changeBudget', 9, { status: 'canceled' }, {}, 'is “Canceled”'],
		['below what may be used', 'changeBudget', 5, {}, {}, 'can only be raised'],
		['below it', 'raiseDayLimit', 5, {}, {}, 'the daily limit is 5 MB and can only be raised'],
		['to no number', 'changeBudget', 'all', {}, {}, "'Budget (MB)' must be a positive number"],
		['to nothing', 'changeBudget', '', {}, {}, "'Budget (MB)' is required"],
		['to nothing', 'raiseDayLimit', undefined, {}, {}, "'Daily Limit (MB)' is required"],
		['to 0', 'raiseDayLimit', '0', {}, {}, "'Daily Limit (MB)' must be a positive number"],
		['of no number', 'addOptOut', 'Ada', {}, {}, "'Phone Number' must "],
		['of nothing', 'addOptOut', '', {}, {}, "'Phone Number' is required"],
	])('a value is refused %s: %s', (_, button, value, set, more, words) => {
		expect(pressed(button, value, set, more).refused).toContain(words);
	});

	it.each([
		['0660 5551234', 'AT', ['+436605551234']],
		['+44 7700 900123', 'AT', ['+447700900123']],
		['447700900123', '', ['+447700900123']],
		// A number of Germany or of the United States protects both.
		['17604069001', 'DE', ['+4917604069001', '+17604069001']],
	])('the opt-out %s in a campaign of “%s” is stored as %j', (value, country, phones) => {
		expect(pressed('addOptOut', value, { country })).toEqual({
			optOuts: phones.map((phone) => ({ phone })),
			pieces: [],
		});
	});
});
