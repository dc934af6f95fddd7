import { onInputError } from '../platform/input';
import { decidePiece, megabytesOf } from './decide';
import type { Today } from './dayLimit';
import type { Give, Order, Trouble } from './giving';
import { onlyFails } from './onlyFails';
import { readOptOuts } from './optOuts';
import { atOnce, dueAt, lastingProblem, stepMs, stopping, turnedAwayMs, waitMs } from './piece';
import { plus } from './results';
import { heldMbOf } from './runner';
import { approvedSettings } from './seal';
import { noteResult, endStep, type PieceStep, type EndedStep } from './pieceStep';
import { recount, storedTotals } from './totals';
import type { Campaign, Runner, StoredList, Write } from './types';
import type { CampaignChange, PieceToDo } from './work';
import { inEnglish, phrase, phraseOf, storedText, type Text } from '../platform/say';

/** All that a step has read, after its write of the runner's row. */
export interface StepInput {
	/** As that write gave it. */
	runner: Runner;
	campaigns: Campaign[];
	/** Changes that were chosen with the work. */
	changes: CampaignChange[];
	work: PieceToDo[];
	lists: StoredList[];
	/** As they are written. */
	optOuts: unknown[];
	/** When nothing is sent any more, Unix milliseconds. */
	sendUntil: number;
	/** As the runner chose it (runner.ts). */
	isDelayed?: boolean;
	/** Of days. */
	zone: string;
}

/** The writes of a step, in this order, and how the run stands then. */
export interface StepResult {
	campaigns: CampaignChange[];
	pieces: Write[];
	runner: Runner;
	/** How many rows were sent or looked up. */
	rows: number;
	/** Unix milliseconds. */
	ended: number;
	/** Why pieces wait, in words. */
	reasons: string[];
}

/** Takes a step: decides by what was read, gives for up to two seconds, and says what to write. */
export async function takeStep(
	input: StepInput,
	now: () => number,
	give: Give,
): Promise<StepResult> {
	const { runner } = input;
	const steps = decided(input, now());
	const orders = ordersOf(steps, input.sendUntil, now());
	const given = await Promise.all(orders.map(async ({ order }) => await give(order)));
	const ended = now();
	const troubles = new Map<number, Trouble>();
	let rows = 0;
	for (const [n, { places }] of orders.entries()) {
		for (const [at, { step, row }] of places.entries()) {
			const result = given[n]?.[at] ?? { kind: 'inDoubt', reason: 'The engine gave no result' };
			if (noteResult(step, row, result, runner.day, ended)) rows += 1;
			const trouble = result.kind === 'notSent' ? result.trouble : undefined;
			const known = troubles.get(step.campaign.id);
			if (trouble && (!known || known.isShort || trouble.needsPerson))
				troubles.set(step.campaign.id, trouble);
		}
	}
	const endedSteps = steps.map((step) => endStep(step, runner.token, ended));
	const worked = [...new Set(steps.map(({ campaign }) => campaign))];
	const reasons = endedSteps.map(({ outcome }) => inEnglish(outcome.reason)).filter(Boolean);
	return {
		campaigns: [
			...input.changes.filter(({ campaign }) => !worked.some(({ id }) => id === campaign.id)),
			...worked.map((campaign) => {
				const own = endedSteps.filter(({ step }) => step.campaign === campaign);
				const chosen = input.changes.find((change) => change.campaign.id === campaign.id);
				return changeOf(campaign, own, chosen, troubles.get(campaign.id), ended);
			}),
		],
		pieces: endedSteps.map(({ write }) => write),
		runner,
		rows,
		ended,
		reasons: [...new Set(reasons)],
	};
}

/** Decides about one piece after the other: each knows what those before it may give on the day. */
function decided(input: StepInput, now: number): PieceStep[] {
	const { runner, campaigns, work, lists, sendUntil, isDelayed, zone } = input;
	const heldMb = heldMbOf(runner, work, zone);
	const today: Today = { day: runner.day, zone, megabytes: plus(runner.dayMb, heldMb) };
	const optOuts = new Map<Campaign, ReturnType<typeof optOutsOf>>();
	return work.flatMap(({ piece, lostAt }) => {
		const campaign = campaigns.find(({ planId }) => planId === piece.planId);
		if (!campaign) return [];
		const out = optOuts.get(campaign) ?? optOutsOf(input, campaign);
		optOuts.set(campaign, out);
		const list = lists.find((one) => one.planId === piece.planId && one.number === piece.number);
		const known = { campaign, piece, lostAt };
		const asked = { ...known, ...out, list: list?.list ?? '', today, sendUntil, isDelayed };
		const decision = decidePiece(asked, now);
		const { kind, rows, positions, lostMb: stepMb } = decision;
		const ordered = kind === 'give' ? megabytesOf(rows, positions) : 0;
		today.megabytes = plus(plus(today.megabytes, stepMb), ordered);
		return [{ ...known, decision, stepMb, ended: [] }];
	});
}

interface Ordered {
	order: Order;
	/** The piece and position of each of its rows. */
	places: { step: PieceStep; row: number }[];
}

/** An order for each campaign and kind, with as many rows as its rate allows in the time. */
function ordersOf(steps: PieceStep[], sendUntil: number, now: number): Ordered[] {
	return [...new Set(steps.map(({ campaign }) => campaign))].flatMap((campaign) =>
		(['lookUp', 'give'] as const).flatMap((kind) => {
			const { rowsPerSecond, stopAt } = campaign;
			const isRated = kind === 'give' && rowsPerSecond > 0;
			const all = steps
				.filter((step) => step.campaign === campaign && step.decision.kind === kind)
				.flatMap((step) => step.decision.positions.map((row) => ({ step, row })));
			const leftMs = Math.min(stepMs, Math.max(0, sendUntil - now));
			const most = Math.ceil((rowsPerSecond * leftMs) / 1000);
			const places = isRated ? all.slice(0, most) : all;
			if (places.length === 0) return [];
			const end = stopAt === null || kind === 'lookUp' ? Infinity : Date.parse(stopAt);
			const { name, serviceKey } = approvedSettings(campaign) ?? campaign;
			const order = {
				kind,
				name,
				serviceKey,
				rows: places.flatMap(({ step, row }) => step.decision.rows[row] ?? []),
				sendUntil: Math.min(sendUntil, end),
				perSecond: isRated ? rowsPerSecond : undefined,
			};
			return [{ order, places }];
		}),
	);
}

function optOutsOf({ optOuts }: StepInput, campaign: Campaign) {
	return onInputError<{ optedOut: Set<string>; optOutProblem?: Text }>(
		() => ({ optedOut: readOptOuts(optOuts, campaign) }),
		({ texts: [message, nextStep] }) => {
			const optOutProblem = phrase`The campaign ${phraseOf(message)}. ${phraseOf(nextStep)}`;
			return { optedOut: new Set(), optOutProblem };
		},
	);
}

/** The change of a campaign's row after a step: its figures, and what its page must say. */
function changeOf(
	campaign: Campaign,
	own: EndedStep[],
	chosen: CampaignChange | undefined,
	trouble: Trouble | undefined,
	now: number,
): CampaignChange {
	const before = chosen?.totals ?? storedTotals(campaign);
	const pieces = own.map(({ step, after }) => ({ before: step.piece, after }));
	const totals = before && recount(before, pieces);
	const set = { ...standingAfter(campaign, own, trouble), ...chosen?.set };
	const pauseMs = trouble?.isShort ? turnedAwayMs : waitMs;
	return { campaign, set, totals, dueAt: trouble ? dueAt(now + pauseMs) : atOnce };
}

/** Whether a campaign goes on after a step, and its problem. */
function standingAfter(campaign: Campaign, own: EndedStep[], trouble?: Trouble): Write['set'] {
	if (campaign.status !== 'running') return {};
	if (trouble?.needsPerson) return stopping('pause', trouble.message);
	const stopped = own.find(({ outcome }) => outcome.stops)?.outcome;
	if (stopped?.stops) return stopping(stopped.stops, stopped.reason);
	const failing = own.filter(({ step }) => step.ended.some((reason) => reason !== ''));
	const failure = onlyFails(
		own.flatMap(({ step }) => step.ended),
		failing.map(({ after }) => after),
	);
	if (failure !== undefined) return stopping('pause', failure);
	const problem = trouble?.message ?? own.find(({ outcome }) => outcome.isProblem)?.outcome.reason;
	const isGiving = own.some(({ step: { decision } }) => {
		return decision.kind === 'give' && decision.positions.length > 0;
	});
	return { problem: storedText(problem ?? (isGiving ? '' : lastingProblem(campaign))) };
}
