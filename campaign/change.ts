import { createHash, timingSafeEqual } from 'node:crypto';
import { atOnce, standingLabels } from './piece';
import { isOver } from './monthLimit';
import type { Totals } from './totals';
import { approvalsOf, approvedSettings, hashOf, sealOf } from './seal';
import type { Campaign, Write } from './types';

/** The buttons of the page, by their labels. */
export const buttons = {
	approve: 'Approve',
	pause: 'Pause',
	resume: 'Resume',
	cancel: 'Cancel campaign',
	retry: 'Retry failed',
	checkAgain: 'Check again',
	countGiven: 'Count as given',
	countFailed: 'Count as failed',
};
export type Button = keyof typeof buttons;

export function isButton(action: string): action is Button {
	return Object.hasOwn(buttons, action);
}

export interface ChangeInput {
	campaign: Campaign;
	/** Which the page was opened with. */
	key: string;
	/** Unix milliseconds. */
	now: number;
	/** The workflow's, of its days and months. */
	zone: string;
}

/** What to write, the pieces before the campaign, or why nothing is changed. */
export type Change =
	| { refused: string }
	| {
			refused?: undefined;
			batches: Write[];
			campaign?: Write;
			/** How many rows change. */
			rows: number;
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

/** A change that isn't made. */
export function refused(why: string): Change {
	return { refused: `Nothing was changed: ${why}` };
}

/** Refuses a key without the right to decide, and what the campaign's status doesn't allow. */
export function refusalOf({ campaign, key }: ChangeInput, isAllowed: boolean): Change | undefined {
	if (rightOf(campaign, key) !== 'control') {
		return refused('this address shows the campaign, and its other address decides about it.');
	}
	const { status } = campaign;
	const label = standingLabels[status === 'running' ? 'sending' : status];
	return isAllowed ? undefined : refused(`the campaign is ${label.toLowerCase()}.`);
}

/** Refuses to open rows that other campaigns no longer count. */
export function refusalOfOver({ campaign, now, zone }: ChangeInput): Change | undefined {
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
		pause: { status: 'paused', dueAt: atOnce },
		resume: { status: 'running', active: true, problem: '', dueAt: atOnce },
		cancel: { status: 'canceled', active: true, finishedAt, dueAt: atOnce },
	};
	return {
		campaign: { where: { id, status }, set: sets[button] },
		batches: [],
		rows: 0,
	};
}

export interface Approval extends ChangeInput {
	/** The fingerprint that was shown to the person who approves. */
	hash: string;
	by: string;
	/** Of the stored pieces: an insert that broke off, or ran again, isn't what was planned. */
	totals: Pick<Totals, 'pieces' | 'rows' | 'megabytes'>;
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
	const isWhole = (['pieces', 'rows', 'megabytes'] as const).every(
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
	const batches = ['held', 'open'].map((pieceStatus) => ({
		where: { planId, status: pieceStatus },
		set: { status: 'open', dueAt: atOnce },
	}));
	const at = new Date(now).toISOString();
	const set = {
		status: 'running',
		active: true,
		dueAt: atOnce,
		round: round + 1,
		problem: '',
		finishedAt: null,
		approved: sealOf(campaign),
		approvedBy: by,
		approvedAt: at,
		approvals: JSON.stringify([...approvalsOf(campaign), { by, at, hash }]),
	};
	return { campaign: { where: { id, status, round }, set }, batches, rows: 0 };
}

/** What can't change any more once rows may have been sent, in words. */
function lastingChange(campaign: Campaign): string | undefined {
	const { name, serviceKey, budget, megabytes } = campaign;
	const was = approvedSettings(campaign);
	if (!was) return undefined;
	if (was.name !== name || was.serviceKey !== serviceKey) {
		return `its name and service can't change: gifts are found by them. They were ${was.name} and ${was.serviceKey}.`;
	}
	// Pieces have shares of the budget in their order, and may have used them in any.
	if (budget >= Math.min(was.budget, megabytes)) return undefined;
	return `its budget was ${was.budget} MB and can only be raised. Cancel it to stop it.`;
}
