import { randomString, type IExecuteFunctions } from 'n8n-workflow';
import type { Check } from '../../campaign/check';
import {
	draftCampaign,
	draftIn,
	isUndecided,
	type Draft,
	type Problem,
} from '../../campaign/draft';
import type { OtherCampaign } from '../../campaign/otherGifts';
import { emptyError, planInTurns } from '../../campaign/plan';
import { similarTo } from '../../campaign/settings';
import type { Campaign, Settings, StoredList } from '../../campaign/types';
import { changedCells } from '../../desk/corrections';
import { keptFile } from '../../desk/keptFile';
import { problemOf, settingsIn } from '../../desk/planProblems';
import { readPlanRequest, type PlanRequest } from '../../desk/planRequest';
import { correctionSettings, splitCorrections } from '../../lists/corrections';
import type { ListSource } from '../../lists/readList';
import { InputError } from '../../platform/input';
import { nodeErrorOf } from '../engine/n8n/output';
import { inTurns } from '../engine/n8n/turns';
import { countedRows, listsOf } from './countedRows';
import { giftsBefore } from './givenBefore';
import {
	bytesOf,
	readOrInspect,
	newList,
	readAs,
	storedList,
	withoutColumns,
	type ListToPlan,
	type ListAsRead,
} from './listRequest';
import type { PlanParams } from './operations/planFields';
import { askPlatform } from './pools';
import { draftKeyOf, isNamedBy, readStoredRows } from './stored';
import { readCampaign, readOther } from './tables';

/** The rows to store: a plan, or a draft with open questions. With an ID the campaign replaces the stored one. */
interface ToStore {
	campaign: Omit<Campaign, 'id'> & { id?: number };
	pieces: object[];
	lists: object[];
}

/** A request to plan a list, with all that was read for it. */
interface ReadRequest {
	request: PlanRequest;
	params: PlanParams;
	/** The draft, or plan without an approval, that this plan replaces. */
	replaced?: Campaign;
	/** All campaigns but `replaced`. */
	others: OtherCampaign[];
	list: ListToPlan;
	/** Whether the list is to be stored: this request sent it, or no campaign is replaced. */
	isNew: boolean;
	/** Unix milliseconds. */
	now: number;
}

/** The campaign that a request's address names. @throws InputError for a draft that was approved or canceled meanwhile */
function campaignNamed({ campaigns, request }: PlanParams): Campaign | undefined {
	const row = campaigns.find((stored) => isNamedBy(request, stored));
	const campaign = row && readCampaign(row);
	const namesDraft = draftKeyOf(request) !== undefined;
	if (!namesDraft || (campaign && isUndecided(campaign))) return campaign;
	throw new InputError('The plan was approved or canceled meanwhile', 'Open it at the desk.');
}

/**
 * Plans the list of a request, or stores it as a draft while a question or problem is open.
 *
 * @throws InputError for a list or request that can't be read
 */
export async function planOrDraft(
	context: IExecuteFunctions,
	params: PlanParams,
	now: number,
): Promise<ToStore> {
	const named = campaignNamed(params);
	// Rows that are corrected after the approval make a separate plan.
	const replaced = named && isUndecided(named) ? named : undefined;
	const request = readPlanRequest(params.request.body);
	const received = await newList(context, request);
	const before = named && draftIn(named, params.timezone, now);
	const list = received ?? (before && storedList(before, listsOf(params, named)));
	if (!list) {
		const nextStep = 'Send a workbook or CSV file as list, or the customers as rows.';
		throw new InputError('The request has no list', nextStep);
	}
	const isOtherSheet = before && (before.entered.sheet ?? '') !== request.reading.sheet;
	const isOtherList = before !== undefined && (received !== undefined || isOtherSheet);
	const current = isOtherList
		? { ...request, ...withoutOldList(request) }
		: withCorrections(request, named);
	const others = params.campaigns.map(readOther).filter(({ id }) => id !== replaced?.id);
	const isNew = received !== undefined || replaced === undefined;
	const input = { request: current, params, replaced, others, list, isNew, now };
	return await planUnlessOpen(context, input);
}

/** The settings of a request without those of another list: its columns and corrected cells. */
function withoutOldList({ reading, entered }: PlanRequest) {
	const { others } = splitCorrections(entered);
	return { reading: withoutColumns(reading), entered: withoutColumns(others) };
}

/** A request with the cells that it corrects. @throws InputError for *only corrected rows* without a correction */
function withCorrections(request: PlanRequest, named?: Campaign): PlanRequest {
	const { others, corrected: own } = splitCorrections(request.entered);
	if (!named) return { ...request, entered: others };
	const { onlyCorrected } = own;
	const cells = changedCells(own, named);
	if (onlyCorrected === 'true' && Object.keys(cells).length === 0) {
		throw new InputError('No row is corrected', 'Write its number or amount as it should be.');
	}
	const only: Record<string, string> = onlyCorrected === undefined ? {} : { onlyCorrected };
	return { ...request, entered: { ...others, ...cells, ...only } };
}

/** Plans a list, or stores a draft with all open questions and problems at once. */
async function planUnlessOpen(context: IExecuteFunctions, input: ReadRequest): Promise<ToStore> {
	const { params, others, list, now, request } = input;
	const { timezone: zone, megabytesPerDay, giftsPerMonth } = params;
	// Only editors of the workflow can set these limits: they aren't in the form.
	const limits = { megabytesPerDay, giftsPerMonth };
	const limited = { ...request, settings: { ...request.settings, ...limits } };
	const { settings, defaultAmount, problems } = settingsIn(limited, { others, zone, now });
	const { sendAsEntered } = settings;
	const corrections = correctionSettings(request.entered);
	const { sheet: usual, ...defaults } = params.reading;
	const sheet = [request.reading.sheet, usual].find(Boolean);
	const reading = { ...request.reading, ...corrections, sheet };
	const source = { ...list, ...reading, defaultAmount, sendAsEntered };
	const looked = await readOrInspect(source, defaults, others);
	const open = [...problems, ...looked.problems];
	const draft = { ...looked, problems: open };
	if (open.length + looked.questions.length > 0) return await draftOf(input, draft);
	try {
		return await planFrom(context, input, settings, looked, source);
	} catch (error) {
		return await draftOf(input, { ...draft, problems: [failureIn(context, error)] });
	}
}

/** Why nothing was planned. */
export function failureIn(context: IExecuteFunctions, error: unknown): Problem {
	if (error instanceof InputError) return problemOf(error);
	const { message, description } = nodeErrorOf(context.getNode(), error);
	return { text: [message, description].filter(Boolean).join('. ') };
}

/** The keys of a plan: its ID is always new, so that rows which an aborted plan stored aren't part of it. */
function keysOf({ replaced }: ReadRequest) {
	return {
		planId: randomString(16),
		viewKey: replaced?.viewKey ?? randomString(32),
		controlKey: replaced?.controlKey ?? randomString(32),
	};
}

/** The row that replaces a stored one; its new `round` makes other writes for the stored row miss. */
function inPlaceOf(replaced: Campaign | undefined, campaign: Omit<Campaign, 'id'>) {
	return replaced ? { ...campaign, id: replaced.id, round: replaced.round + 1 } : campaign;
}

/** The draft to store, with its list if that is new. */
async function draftOf(
	input: ReadRequest,
	{ columns, questions, problems }: Pick<Draft, 'columns' | 'questions' | 'problems'>,
): Promise<ToStore> {
	const { request, replaced, list, isNew, now } = input;
	const keys = isNew || !replaced ? keysOf(input) : replaced;
	const { planId, viewKey, controlKey } = keys;
	const fileName = list.file?.fileName;
	const draft: Draft = { fileName, columns, questions, problems, entered: request.entered };
	const campaign = draftCampaign(draft, { planId, viewKey, controlKey }, now);
	const lists = isNew ? await chunksOf(planId, bytesOf(list)) : [];
	return { campaign: inPlaceOf(replaced, campaign), pieces: [], lists };
}

/** Cuts a list into pieces (campaign/plan.ts) and notes what the person who approves must know (`check`). */
async function planFrom(
	context: IExecuteFunctions,
	input: ReadRequest,
	entered: Settings,
	looked: ListAsRead,
	source: ListSource,
): Promise<ToStore> {
	const { params, others, replaced, list, now } = input;
	const { rows, bad, report, file } = looked.read;
	const { settings: ofList, check: shown } = readAs(looked, source);
	const settings = { ...entered, ...ofList };
	const counted = await countedRows(params, settings, replaced, now);
	const work = planInTurns({
		settings,
		rows,
		bad,
		list: { ...report, ...file },
		now,
		optOuts: readStoredRows(params.optOuts, 'Opt-Outs').map(({ phone }) => phone),
		...(await giftsBefore(context, settings, { rows, others, now, zone: params.timezone })),
		...counted,
		keys: keysOf(input),
	});
	const plan = await inTurns(work);
	const empty = emptyError(plan);
	if (empty) throw empty;
	const platform = await askPlatform(context, settings.serviceKey, plan);
	const similar = similarTo(settings, others, now);
	const check: Check = {
		...plan.check,
		...platform,
		...shown,
		corrected: splitCorrections(input.request.entered).corrected,
		similar,
		counted: counted.planIds,
	};
	const campaign = { ...plan.campaign, check: JSON.stringify(check) };
	// Rows without a file have only the stored columns.
	const original = list.file ? await chunksOf(campaign.planId, list.file.bytes) : [];
	const { pieces, lists } = plan;
	return { campaign: inPlaceOf(replaced, campaign), pieces, lists: [...lists, ...original] };
}

/** The chunks of a file, which goes back with the results. */
async function chunksOf(planId: string, bytes: Uint8Array): Promise<StoredList[]> {
	const all: StoredList[] = [];
	await inTurns(keptFile(planId, bytes), (chunk) => all.push(chunk));
	return all;
}
