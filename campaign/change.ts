import { createHash, timingSafeEqual } from 'node:crypto';
import { isFinal } from '../platform/codes';
import { dueAt, free, isClaimed, toLookUp, waitMs, writeOf } from './batch';
import { isOver } from './monthLimit';
import { Results, type State, type totalsOf } from './results';
import { approvalsOf, approvedSettings, hashOf, isSealed, sealOf } from './seal';
import type { Batch, Campaign, CampaignStatus, Row, StoredList, Write } from './types';

/** What a button of the page means. */
export type Button =
	'approve' | 'pause' | 'resume' | 'cancel' | 'retry' | 'checkAgain' | 'countGiven' | 'countFailed';

export interface ChangeInput {
	campaign: Campaign;
	/** Which the page was opened with. */
	key: string;
	/** Unix milliseconds. */
	now: number;
	/** The workflow's, of its days and months. */
	zone: string;
}

/** What to write, the batches before the campaign, or why nothing is changed. */
export type Change =
	| { refused: string }
	| {
			refused?: undefined;
			batches: Write[];
			campaign?: Write;
			/** How many rows change. */
			rows: number;
			/** How many batches stay as they are, because somebody works on them, or their list was changed. */
			skipped: number;
	  };

/** Which of two rights a key gives: to see a campaign, or also to decide about it. */
export function rightOf(
	campaign: Pick<Campaign, 'viewKey' | 'controlKey'>,
	key: string,
): 'view' | 'control' | undefined {
	if (isKey(campaign.controlKey, key)) return 'control';
	return isKey(campaign.viewKey, key) ? 'view' : undefined;
}

/** Takes the same time for each wrong key. An empty key opens nothing. */
function isKey(own: string, key: string): boolean {
	const [one, other] = [own, key].map((text) => createHash('sha256').update(text).digest());
	return own !== '' && timingSafeEqual(one as Buffer, other as Buffer);
}

const words: Record<CampaignStatus, string> = {
	planned: 'the campaign is waiting for approval',
	running: 'the campaign is running',
	paused: 'the campaign is paused',
	canceled: 'the campaign is canceled',
	finished: 'the campaign is finished',
};

const refused = (why: string): Change => ({ refused: `Nothing was changed: ${why}` });

/** Refuses a key without the right to decide, and what the campaign's status doesn't allow. */
function refusalOf({ campaign, key }: ChangeInput, isAllowed: boolean): Change | undefined {
	if (rightOf(campaign, key) !== 'control') {
		return refused('this address shows the campaign, and its other address decides about it.');
	}
	return isAllowed ? undefined : refused(`${words[campaign.status]}.`);
}

/** Refuses to open rows that other campaigns no longer count. */
function refusalOfOver({ campaign, now, zone }: ChangeInput): Change | undefined {
	if (!isOver(campaign, now, zone)) return undefined;
	const why = 'it ended in another month, and gifts per customer are counted by the month.';
	return refused(`${why} Plan the rows under a new name.`);
}

/** Pauses, resumes or cancels: one conditional update, which another change may have made impossible meanwhile. */
export function changeStatus(button: 'pause' | 'resume' | 'cancel', input: ChangeInput): Change {
	const from = {
		pause: ['running'],
		resume: ['paused'],
		cancel: ['planned', 'running', 'paused'],
	}[button];
	const { id, status } = input.campaign;
	const refusal = refusalOf(input, from.includes(status));
	if (refusal) return refusal;
	const finishedAt = new Date(input.now).toISOString();
	// What is on its way is still looked up, by a runner that finds the campaign active.
	const sets: Record<typeof button, Write['set']> = {
		pause: { status: 'paused' },
		resume: { status: 'running', active: true, problem: '' },
		cancel: { status: 'canceled', active: true, finishedAt },
	};
	return {
		campaign: { where: { id, status }, set: sets[button] },
		batches: [],
		rows: 0,
		skipped: 0,
	};
}

export interface Approval extends ChangeInput {
	/** The fingerprint that was shown to the person who approves. */
	hash: string;
	by: string;
	/** Of the stored batches: an insert that broke off, or ran again, isn't what was planned. */
	totals: Pick<ReturnType<typeof totalsOf>, 'batches' | 'rows' | 'megabytes'>;
	/** The IDs of all campaigns with this name: they share its references. */
	namesakes: number[];
	/** A campaign that was planned at the same time: neither has counted the other's gifts of the month. */
	uncounted?: string;
}

/** Approves a campaign as it was shown: planned, or changed after an approval. */
export function approve(input: Approval): Change {
	const { campaign, now, hash, by, totals, namesakes, uncounted } = input;
	const { id, planId, status, round, approved } = campaign;
	const wasApproved = ['running', 'paused', 'finished'].includes(status) && approved !== '';
	const isChanged = wasApproved && approved !== sealOf(campaign);
	const refusal = refusalOf(input, status === 'planned' || isChanged) ?? refusalOfOver(input);
	if (refusal) return refusal;
	if (hash !== hashOf(campaign)) {
		return refused('the campaign was changed. This is what it is now.');
	}
	const isWhole = (['batches', 'rows', 'megabytes'] as const).every(
		(name) => totals[name] === campaign[name],
	);
	if (!isWhole) {
		return refused('its stored list is not the one that was planned. Plan it again.');
	}
	if (namesakes.some((other) => other < id)) {
		return refused('another campaign has this name. Plan it again with a new name.');
	}
	if (uncounted !== undefined) {
		const why = `the campaign ${uncounted} was planned at the same time, and its gifts per customer aren't counted.`;
		return refused(`${why} Cancel this one, and plan it again.`);
	}
	const lasting = lastingChange(campaign);
	if (lasting !== undefined) return refused(lasting);
	const open = { status: 'open', leaseUntil: dueAt(0) };
	const batches = ['held', 'open'].map((one) => ({
		where: { planId, status: one, owner: free },
		set: open,
	}));
	const at = new Date(now).toISOString();
	const set = {
		...{ status: 'running', active: true, round: round + 1, problem: '', finishedAt: null },
		...{ approved: sealOf(campaign), approvedBy: by, approvedAt: at },
		approvals: JSON.stringify([...approvalsOf(campaign), { by, at, hash }]),
	};
	return { campaign: { where: { id, status, round }, set }, batches, rows: 0, skipped: 0 };
}

/** What can't change any more once rows may have been sent, in words. */
function lastingChange(campaign: Campaign): string | undefined {
	const { name, serviceKey, budget, megabytes } = campaign;
	const was = approvedSettings(campaign);
	if (!was) return undefined;
	if (was.name !== name || was.serviceKey !== serviceKey) {
		return `its name and service can't change: gifts are found by them. They were ${was.name} and ${was.serviceKey}.`;
	}
	// Batches have shares of the budget in their order, and may have used them in any.
	if (budget >= Math.min(was.budget, megabytes)) return undefined;
	return `its budget was ${was.budget} MB and can only be raised. Cancel it to stop it.`;
}

interface RowChange {
	from: State;
	to: State;
	reason?: string;
}

/** Those that change rows. */
export type RowButton = 'retry' | 'checkAgain' | 'countGiven' | 'countFailed';

const decided = 'Decided by a person';
const rowChanges: Record<RowButton, RowChange> = {
	// A person may have counted it as failed, and been wrong: it is looked up first.
	retry: { from: 'failed', to: 'maybeSent' },
	checkAgain: { from: 'inDoubt', to: 'inDoubt' },
	countGiven: { from: 'inDoubt', to: 'given', reason: decided },
	countFailed: { from: 'inDoubt', to: 'failed', reason: decided },
};

export function isRowButton(button: Button): button is RowButton {
	return Object.hasOwn(rowChanges, button);
}

function opensRows(button: RowButton): boolean {
	return button === 'retry' || button === 'checkAgain';
}

/** Why rows can't be changed; undefined where they can. */
export function refusalOfRows(button: RowButton, input: ChangeInput): Change | undefined {
	const { status } = input.campaign;
	const isEnded = status === 'canceled' && button === 'retry';
	const refusal = refusalOf(input, status !== 'planned' && !isEnded);
	return refusal ?? (opensRows(button) ? refusalOfOver(input) : undefined);
}

/** The numbers of the batches with rows to change, whose lists are needed for that. */
export function listsToChange(button: RowButton, batches: Batch[]): number[] {
	return batches.flatMap((batch) =>
		rowsToChange(button, new Results(batch)).length > 0 ? [batch.number] : [],
	);
}

/** The positions of the rows that a button changes. A row that can only fail again isn't retried. */
function rowsToChange(button: RowButton, results: Results): number[] {
	const rows = results.rowsIn(rowChanges[button].from);
	return button === 'retry' ? rows.filter((row) => !isFinal(results.reasonOf(row))) : rows;
}

/** A batch with its list, which its figures are counted by. */
export type BatchWithList = Batch & Pick<StoredList, 'list'>;

/** Opens or settles rows: batch by batch, where nobody works on it, and as it was read. */
export function changeRows(button: RowButton, stored: BatchWithList[], input: ChangeInput): Change {
	const { campaign, now } = input;
	const { id, status, round } = campaign;
	const opens = opensRows(button);
	const refusal = refusalOfRows(button, input);
	if (refusal) return refusal;
	let rows = 0;
	let skipped = 0;
	const batches = stored.flatMap((batch) => {
		const results = new Results(batch);
		const found = rowsToChange(button, results);
		if (found.length === 0) return [];
		if (isClaimed(batch) || !isSealed(campaign, batch, batch.list)) {
			skipped += 1;
			return [];
		}
		rows += found.length;
		for (const row of found) changeRow(results, row, button, now);
		const columns = results.columns(JSON.parse(batch.list) as Row[]);
		const opened = { status: 'open', owner: toLookUp, leaseUntil: dueAt(now + waitMs) };
		const { owner } = batch;
		return [writeOf(batch, { owner, ...(opens && opened), ...columns })];
	});
	// Pressing again finishes a change that broke off before the campaign, and frees a batch that was claimed as it ended.
	const isOwned = stored.some(({ status: own, owner }) => own === 'open' && owner !== free);
	if (rows === 0 && skipped === 0 && !(opens && isOwned)) {
		return refused(button === 'retry' ? 'no row can be retried.' : 'no row is in doubt.');
	}
	if (!opens || (rows === 0 && !isOwned)) return { batches, rows, skipped };
	const again = status === 'finished' ? 'running' : status;
	const set = { status: again, active: true, round: round + 1, problem: '' };
	return { campaign: { where: { id, status, round }, set }, batches, rows, skipped };
}

function changeRow(results: Results, row: number, button: RowButton, now: number): void {
	const { to, reason } = rowChanges[button];
	const again = { lookUps: 0, at: new Date(now + waitMs).toISOString() };
	if (button === 'checkAgain') results.set(row, to, results.reasonOf(row), again);
	else results.set(row, to, reason);
}
