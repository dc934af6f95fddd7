import { createHash, timingSafeEqual } from 'node:crypto';
import { unapproved } from './draft';
import { atOnce, standingLabels } from './piece';
import { endedBeforeMonth, isEitherCounted, type OtherCampaign } from './otherGifts';
import { storedTotals, type Totals } from './totals';
import { approvalsOf, approvedSettings, hashOf, sealOf } from './seal';
import type { Campaign, Write } from './types';
import { number, timeIn } from '../platform/figureWords';
import { phraseOf, say, texts } from '../platform/say';

/** The buttons of the page, by their labels. */
export const buttons = texts({
	approve: 'Approve',
	pause: 'Pause',
	resume: 'Resume',
	cancel: 'Cancel campaign',
	retry: 'Retry failed',
	checkAgain: 'Check again',
	countGiven: 'Count as given',
	countFailed: 'Count as failed',
	changeBudget: 'Change budget',
	raiseDayLimit: 'Raise the daily limit',
	addOptOut: 'Add opt-out',
});
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

/** The writes, the pieces before the campaigns, or the reason why nothing is changed. */
export type Change =
	| { refused: string }
	| {
			refused?: undefined;
			pieces: Write[];
			/** Of other campaigns, before that of the campaign. */
			others?: Write[];
			campaign?: Write;
			/** The rows to insert into the opt-outs. */
			optOuts?: { phone: string }[];
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
export function refused(why: string): Extract<Change, { refused: string }> {
	return { refused: say`Nothing was changed: ${why}` };
}

/** Refuses a key without the right to decide, and what the campaign's status doesn't allow. */
export function refusalOf({ campaign, key }: ChangeInput, isAllowed: boolean): Change | undefined {
	if (rightOf(campaign, key) !== 'control') {
		return refused(say`this address shows the campaign, and its other address decides about it.`);
	}
	const { status } = campaign;
	const label = standingLabels[status === 'running' ? 'sending' : status];
	return isAllowed ? undefined : refused(say`the campaign is “${phraseOf(label)}”.`);
}

/** Tells that another approval came first, and that the campaign stands as that one left it. */
export function refusedAsSecond({ campaign, zone }: Pick<ChangeInput, 'campaign' | 'zone'>) {
	const { approvedBy, approvedAt } = campaign;
	return refused(
		say`${approvedBy} has already approved it, on ${timeIn(zone, approvedAt)}. Your approval isn't needed, and this is how the campaign stands now.`,
	);
}

/** Refuses to open rows that other campaigns no longer count. */
export function refusalOfOver({ campaign, now, zone }: ChangeInput): Change | undefined {
	if (!endedBeforeMonth(campaign, now, zone)) return undefined;
	const why = say`it ended in another month, and gifts per customer are counted by the month.`;
	return refused(say`${why} Plan the rows under a new name.`);
}

/** Pauses, resumes or cancels: one conditional update, which another change may have made impossible meanwhile. */
export function changeStatus(button: 'pause' | 'resume' | 'cancel', input: ChangeInput): Change {
	const { campaign, now } = input;
	const { id, status, finishedAt: ended } = campaign;
	const isHeld = (storedTotals(campaign)?.held ?? 0) > 0;
	const from = {
		pause: ['running'],
		resume: ['paused'],
		cancel: ['draft', 'planned', 'running', 'paused', ...(isHeld ? ['finished'] : [])],
	}[button];
	const refusal = refusalOf(input, from.includes(status));
	if (refusal) return refusal;
	const kept = status === 'finished' ? ended : null;
	const finishedAt = kept ?? new Date(now).toISOString();
	// A runner that finds the campaign active looks up the gifts that may have left; a draft has none.
	const sets: Record<typeof button, Write['set']> = {
		pause: { status: 'paused', problem: '' },
		resume: { status: 'running', active: true, problem: '' },
		cancel: { status: 'canceled', active: status !== 'draft', finishedAt, problem: '' },
	};
	return {
		campaign: { where: { id, status }, set: { ...sets[button], dueAt: atOnce } },
		pieces: [],
	};
}

export interface Approval extends ChangeInput {
	/** The fingerprint that was shown to the person who approves. */
	hash: string;
	by: string;
	/** Of the stored pieces, which differ from the plan if an insert broke off, or ran again. */
	totals: Pick<Totals, 'pieces' | 'rows' | 'megabytes'>;
	/** All campaigns with this name: they share its references. */
	namesakes: OtherCampaign[];
	/** A campaign that was planned at the same time: neither has counted the other's gifts of the month. */
	uncounted?: string;
}

/**
 * Approves a campaign as it was shown: planned, or changed after an approval. Its name is used up then: other plans with it
 * become drafts first, so that of two that are approved at the same moment at most one runs.
 */
export function approve(input: Approval): Change {
	const { campaign, now, hash, by, totals, namesakes, uncounted } = input;
	const { id, planId, status, round, approved } = campaign;
	const wasApproved = ['running', 'paused', 'finished'].includes(status) && approved !== '';
	const isChanged = wasApproved && approved !== sealOf(campaign);
	const isSecond = wasApproved && !isChanged;
	const unallowed = refusalOf(input, status === 'planned' || wasApproved);
	const refusal = unallowed ?? (isSecond ? refusedAsSecond(input) : refusalOfOver(input));
	if (refusal) return refusal;
	if (hash !== hashOf(campaign)) {
		return refused(say`the campaign was changed. This is what it is now.`);
	}
	const isWhole = (['pieces', 'rows', 'megabytes'] as const).every(
		(name) => totals[name] === campaign[name],
	);
	if (!isWhole) {
		return refused(say`its stored list is not the one that was planned. Plan it again.`);
	}
	const others = namesakes.filter((other) => other.id !== id);
	if (others.some((other) => other.approvals !== '' && !isEitherCounted(campaign, other))) {
		return refused(say`another list was approved under this name meanwhile. Read this one again.`);
	}
	if (uncounted !== undefined) {
		const why = say`the campaign ${uncounted} was planned at the same time, and its gifts per customer aren't counted.`;
		return refused(say`${why} Cancel this one, and plan it again.`);
	}
	const lasting = lastingChange(campaign);
	if (lasting !== undefined) return refused(lasting);
	const pieces = ['held', 'open'].map((pieceStatus) => ({
		where: { planId, status: pieceStatus },
		set: { status: 'open', dueAt: atOnce },
	}));
	const approval = { by, at: new Date(now).toISOString(), hash };
	const set = {
		status: 'running',
		active: true,
		dueAt: atOnce,
		round: round + 1,
		problem: '',
		finishedAt: null,
		approved: sealOf(campaign),
		approvals: JSON.stringify([...approvalsOf(campaign), approval]),
	};
	const plans = others.filter(
		({ status: own, approvals }) => own === 'planned' && approvals === '',
	);
	const where = { id, status, round };
	return { campaign: { where, set }, others: plans.map(toDraft), pieces };
}

/** A plan that nobody has approved, whose name is used up. */
function toDraft({ id, status, round, budget, megabytesPerDay }: OtherCampaign): Write {
	const problem = texts(
		'Another list was approved under this name. Choose another name, or add these rows.',
	);
	const set = { ...unapproved, round, budget, megabytesPerDay, status: 'draft', problem };
	return { where: { id, status, round }, set };
}

/** Names the change that isn't possible any more once rows may have been sent; undefined where there is none. */
export function lastingChange(campaign: Campaign): string | undefined {
	const { name, serviceKey, budget, megabytes } = campaign;
	const was = approvedSettings(campaign);
	if (!was) return undefined;
	if (was.name !== name || was.serviceKey !== serviceKey) {
		return say`its name and service can't change: gifts are found by them. They were ${was.name} and ${was.serviceKey}.`;
	}
	// Pieces have shares of the budget in their order, and may have used them in any.
	if (budget >= Math.min(was.budget, megabytes)) return undefined;
	return say`its budget was ${number(was.budget)} MB and can only be raised. Cancel it to stop it.`;
}
