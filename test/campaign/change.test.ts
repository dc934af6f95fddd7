import { approve, changeStatus, rightOf, type Approval, type Button } from '../../campaign/change';
import { changeRows } from '../../campaign/changeRows';
import { Results } from '../../campaign/results';
import { totalsOf } from '../../campaign/totals';
import { changesOf, hashOf } from '../../campaign/seal';
import type { Batch, Campaign } from '../../campaign/types';
import { storedCampaign } from '../support/campaign/stored';

const now = Date.UTC(2027, 0, 1);
const asked = (campaign: Campaign, key = 'control') => ({ campaign, key, now, zone: 'UTC' });

/** An approval of a campaign of four rows as it's shown. */
function approval(set: Partial<Campaign>, more: Partial<Approval> = {}, isApproved = false) {
	const { campaign: stored, batches } = storedCampaign(4, {}, isApproved);
	const campaign = { ...stored, ...set };
	const shown = {
		hash: hashOf(campaign),
		by: 'Ada',
		totals: totalsOf([...batches]),
		namesakes: [1],
	};
	return approve({ ...asked(campaign), ...shown, ...more });
}

it('approves what was shown, by a write that holds for it alone, and opens what was held', () => {
	const change = approval({});
	expect(change).toMatchObject({
		campaign: {
			where: { id: 1, status: 'planned', round: 0 },
			set: { status: 'running', active: true, round: 1, approvedBy: 'Ada' },
		},
		batches: [{ where: { status: 'held' } }, { where: { status: 'open' } }],
	});
});

it.each<[string, Partial<Campaign>, Partial<Approval>, boolean, string]>([
	['a campaign that runs', {}, {}, true, 'the campaign is running'],
	['a campaign that is canceled', { status: 'canceled' }, {}, false, 'the campaign is canceled'],
	['something else than was shown', {}, { hash: 'other' }, false, 'the campaign was changed'],
	['with the key to view', {}, { key: 'view' }, false, 'this address shows the campaign'],
	['with no key', {}, { key: '' }, false, 'this address shows the campaign'],
	[
		'a list that is not whole',
		{},
		{ totals: { pieces: 1, rows: 3, megabytes: 6 } },
		false,
		'its stored list',
	],
	['the second of a name', {}, { namesakes: [0, 1] }, false, 'another campaign has this name'],
	['another name', { name: 'summer' }, {}, true, "its name and service can't change"],
	['another service', { serviceKey: 'OTHER' }, {}, true, "its name and service can't change"],
	['a budget below the plan', { budget: 7 }, {}, true, 'can only be raised'],
])('does not approve %s', (_, set, more, isApproved, words) => {
	expect(approval(set, more, isApproved).refused).toContain(words);
});

it.each<[string, Partial<Campaign>]>([
	['a higher budget', { budget: 20_000 }],
	['a lower budget that still covers the plan', { budget: 8 }],
	['other quiet hours, paused', { quietFrom: '21:00', quietTo: '08:00', status: 'paused' }],
])('approves %s again', (_, set) => {
	const change = approval(set, {}, true);
	expect(change.refused).toBeUndefined();
	const kept = (change as { campaign?: { set: Partial<Campaign> } }).campaign?.set.approvals;
	expect(JSON.parse(kept ?? '')).toMatchObject([{ by: 'Ada' }, { by: 'Ada' }]);
});

it.each<[string, Partial<Campaign>, string]>([
	['name', { name: 'summer' }, 'Campaign was spring and is summer'],
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
	expect(changes).toEqual([expect.stringContaining(words) as string]);
});

it.each<['pause' | 'resume' | 'cancel', Campaign['status'], object | undefined]>([
	['pause', 'running', { status: 'paused' }],
	['pause', 'planned', undefined],
	['resume', 'paused', { status: 'running', active: true, problem: '' }],
	['resume', 'canceled', undefined],
	['cancel', 'running', { status: 'canceled', active: true }],
	['cancel', 'planned', { status: 'canceled', active: true }],
	['cancel', 'finished', undefined],
])('%s of a campaign that is %s', (button, status, set) => {
	const { campaign } = storedCampaign(1);
	const change = changeStatus(button, asked({ ...campaign, status }));
	expect(change.refused === undefined).toBe(set !== undefined);
	if (set) expect(change).toMatchObject({ campaign: { where: { id: 1, status }, set } });
	const withView = changeStatus(button, asked({ ...campaign, status }, 'view'));
	expect(withView.refused).toContain('this address shows the campaign');
});

it.each([
	['view', 'view'],
	['control', 'control'],
	['', undefined],
	['a guess', undefined],
])('the key “%s” gives the right %s', (key, right) => {
	expect(rightOf({ viewKey: 'view', controlKey: 'control' }, key)).toBe(right);
	expect(rightOf({ viewKey: '', controlKey: '' }, '')).toBeUndefined();
});

type RowButton = Exclude<Button, 'approve' | 'pause' | 'resume' | 'cancel'>;

/** A batch with a row in each of four states. */
function mixed(set: Partial<Batch> = {}) {
	const { campaign, batches, list } = storedCampaign(4);
	const rows = JSON.parse(list) as never[];
	const results = new Results(batches[0]);
	results.set(0, 'given');
	results.set(1, 'failed', 'constructor');
	results.set(2, 'inDoubt', 'No response', { lookUps: 3 });
	const batch: Batch = { ...batches[0], ...results.columns(rows), status: 'done', ...set };
	return { campaign, stored: { ...batch, list } };
}

it.each<[RowButton, object]>([
	['retry', { results: 'g?d-', failed: 0, notSent: 2, status: 'open', stepMb: 0 }],
	['checkAgain', { results: 'gfd-', inDoubt: 1, status: 'open', stepMb: 0 }],
	['countGiven', { results: 'gfg-', given: 2, givenMb: 4, inDoubt: 0, status: 'done' }],
	['countFailed', { results: 'gff-', failed: 2, failedMb: 4, inDoubt: 0, status: 'done' }],
])('%s changes its rows and no other, and all of them balance', (button, set) => {
	const { campaign, stored } = mixed();
	const change = changeRows(button, [stored], asked({ ...campaign, status: 'finished' }));
	expect(change).toMatchObject({
		rows: 1,
		batches: [{ where: { id: 1, stamp: 'planned' }, set }],
	});
	const opens = button === 'retry' || button === 'checkAgain';
	const then = { status: opens ? 'running' : 'finished', active: true, round: 2 };
	expect(change).toMatchObject({ campaign: { where: { round: 1 }, set: then } });
	const [written] = change.refused === undefined ? change.batches : [];
	const totals = totalsOf([{ ...stored, ...written?.set }]);
	const { given, failed, inDoubt, notSent } = totals;
	expect(given + failed + inDoubt + notSent).toBe(4);
	expect(totals.givenMb + totals.failedMb + totals.inDoubtMb + totals.notSentMb).toBe(8);
});

it('leaves a piece as it is whose list was changed', () => {
	const { campaign, stored } = mixed({ seal: 'other' });
	const { refused } = changeRows('retry', [stored], asked(campaign));
	expect(refused).toContain('the list of these rows was changed');
});

it.each<[RowButton, Campaign['status'], string, string]>([
	['retry', 'canceled', 'control', 'the campaign is canceled'],
	['retry', 'planned', 'control', 'the campaign is waiting for approval'],
	['countGiven', 'running', 'view', 'this address shows the campaign'],
])('refuses %s of a campaign that is %s with the key to %s', (button, status, key, words) => {
	const { campaign, stored } = mixed();
	const change = changeRows(button, [stored], asked({ ...campaign, status }, key));
	expect(change.refused).toContain(words);
});

it.each<[string, RowButton, Partial<Batch>, boolean]>([
	['a change broke off', 'checkAgain', { status: 'open' }, true],
	['it is done', 'retry', { status: 'done' }, false],
	['rows are only counted', 'countGiven', { status: 'open' }, false],
])('opens a campaign without rows to change where %s', (_, button, set, opens) => {
	const { campaign, batches, list } = storedCampaign(1);
	const stored = { ...batches[0], list, ...set };
	const ended: Campaign = { ...campaign, status: 'finished', active: false };
	const change = changeRows(button, [stored], asked(ended));
	const written = 'campaign' in change ? change.campaign?.set : undefined;
	expect(written?.active).toBe(opens || undefined);
});

it('counts reasons whatever they are called, and the rows that are held', () => {
	const { stored } = mixed({ status: 'held' });
	const { reasons, held } = totalsOf([stored, stored]);
	expect(reasons).toEqual({ constructor: 2, 'No response': 2 });
	expect(held).toBe(2);
});
