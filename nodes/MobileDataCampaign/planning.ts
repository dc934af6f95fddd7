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
import { emptyError, planSteps } from '../../campaign/plan';
import { similarTo } from '../../campaign/settings';
import type { Campaign, Settings, StoredList } from '../../campaign/types';
import { changedCells } from '../../desk/corrections';
import { keptFile } from '../../desk/keptFile';
import { problemOf, settingsIn } from '../../desk/planProblems';
import { readPlanRequest, type PlanRequest } from '../../desk/planRequest';
import { correctionSettings, splitCorrections } from '../../lists/corrections';
import type { ListSource } from '../../lists/readSteps';
import { InputError } from '../../platform/input';
import { nodeErrorOf } from '../engine/n8n/output';
import { inTurns } from '../engine/n8n/turns';
import { countedRows, listsOf } from './countedRows';
import { giftsBefore } from './givenBefore';
import {
	bytesOf,
	lookAtList,
	newList,
	readAs,
	storedList,
	withoutColumns,
	type ListToPlan,
	type Looked,
} from './listRequest';
import type { PlanParams } from './operations/planFields';
import { askPlatform } from './pools';
import { draftKeyOf, isNamedBy, readStoredRows } from './stored';
import { readCampaign, readOther } from './tables';

/** The rows to store: a plan, or a draft in which something is open. With an ID it takes the place of what is stored there. */
interface ToStore {
	campaign: Omit<Campaign, 'id'> & { id?: number };
	pieces: object[];
	lists: object[];
}

/** A request to plan a list, with all that was read for it. */
interface PlanInput {
	request: PlanRequest;
	params: PlanParams;
	/** The campaign that is planned in place of what it is. */
	stored?: Campaign;
	others: OtherCampaign[];
	list: ListToPlan;
	/** Whether the list has just come in. */
	isNew: boolean;
	/** Unix milliseconds. */
	now: number;
}

/** The campaign that a request's address names. @throws InputError for a draft of which somebody has decided */
function campaignNamed({ campaigns, request }: PlanParams): Campaign | undefined {
	const row = campaigns.find((stored) => isNamedBy(request, stored));
	const campaign = row && readCampaign(row);
	if (campaign && (isUndecided(campaign) || draftKeyOf(request) === undefined)) return campaign;
	if (draftKeyOf(request) === undefined) return undefined;
	throw new InputError('The plan was approved or canceled meanwhile', 'Open it at the desk.');
}

/**
 * Plans the list of a request, or stores it as a draft where something is to be said first.
 *
 * @throws InputError for a list, or a request, that nothing can be made of
 */
export async function planOrDraft(
	context: IExecuteFunctions,
	params: PlanParams,
	now: number,
): Promise<ToStore> {
	const named = campaignNamed(params);
	// Rows that are corrected after the approval are a plan of their own.
	const stored = named && isUndecided(named) ? named : undefined;
	const request = readPlanRequest(params.request.body);
	const came = await newList(context, request);
	const before = named && draftIn(named, params.timezone, now);
	const list = came ?? (before && storedList(before, listsOf(params, named)));
	if (!list) {
		const nextStep = 'Send a workbook or CSV file as list, or the customers as rows.';
		throw new InputError('The request has no list', nextStep);
	}
	const isOther = before && (came ?? (before.entered.sheet ?? '') !== request.reading.sheet);
	const current = isOther ? { ...request, ...forOtherList(request) } : corrected(request, named);
	const others = params.campaigns.map(readOther).filter(({ id }) => id !== stored?.id);
	const asked = { request: current, params, stored, others, list, isNew: !!came || !stored, now };
	return await planOf(context, asked);
}

function forOtherList({ reading, entered }: PlanRequest) {
	const { others } = splitCorrections(entered);
	return { reading: withoutColumns(reading), entered: withoutColumns(others) };
}

/** A request with the cells that it corrects. @throws InputError where only corrected rows are to be added, and there is none */
function corrected(request: PlanRequest, named?: Campaign): PlanRequest {
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

/** Looks at all that a plan needs to know, so that all that is open is asked at once. */
async function planOf(context: IExecuteFunctions, asked: PlanInput): Promise<ToStore> {
	const { params, others, list, now, request } = asked;
	const { timezone: zone, megabytesPerDay, giftsPerMonth } = params;
	// Only who can edit the workflow sets these limits: they aren't in the form.
	const limited = { ...request.settings, megabytesPerDay, giftsPerMonth };
	const input = { ...request, settings: limited };
	const { settings, defaultAmount, problems } = settingsIn(input, { others, zone, now });
	const { sendAsEntered } = settings;
	const corrections = correctionSettings(request.entered);
	const source = { ...list, ...request.reading, ...corrections, defaultAmount, sendAsEntered };
	const looked = await lookAtList(source, params.reading, others);
	const open = [...problems, ...looked.problems];
	const draft = { ...looked, problems: open };
	if (open.length + looked.questions.length > 0) return await draftOf(asked, draft);
	try {
		return await planned(context, asked, settings, looked, source);
	} catch (error) {
		return await draftOf(asked, { ...draft, problems: [failureIn(context, error)] });
	}
}

/** Why nothing was planned. */
export function failureIn(context: IExecuteFunctions, error: unknown): Problem {
	if (error instanceof InputError) return problemOf(error);
	const { message, description } = nodeErrorOf(context.getNode(), error);
	return { text: [message, description].filter(Boolean).join('. ') };
}

/** The keys of what is stored: a new plan has an ID of its own, so that what broke off before isn't part of it. */
function keysOf({ stored }: PlanInput) {
	return {
		planId: randomString(16),
		viewKey: stored?.viewKey ?? randomString(32),
		controlKey: stored?.controlKey ?? randomString(32),
	};
}

/** A row in place of the stored one, whose writes others then no longer match. */
function inPlaceOf(stored: Campaign | undefined, campaign: Omit<Campaign, 'id'>) {
	return stored ? { ...campaign, id: stored.id, round: stored.round + 1 } : campaign;
}

async function draftOf(
	asked: PlanInput,
	{ columns, questions, problems }: Pick<Draft, 'columns' | 'questions' | 'problems'>,
): Promise<ToStore> {
	const { request, stored, list, isNew, now } = asked;
	const keys = isNew || !stored ? keysOf(asked) : stored;
	const { planId, viewKey, controlKey } = keys;
	const fileName = list.file?.fileName;
	const draft: Draft = { fileName, columns, questions, problems, entered: request.entered };
	const campaign = draftCampaign(draft, { planId, viewKey, controlKey }, now);
	const lists = isNew ? await chunksOf(planId, bytesOf(list)) : [];
	return { campaign: inPlaceOf(stored, campaign), pieces: [], lists };
}

/** Cuts a list into pieces (campaign/plan.ts). */
async function planned(
	context: IExecuteFunctions,
	asked: PlanInput,
	entered: Settings,
	looked: Looked,
	source: ListSource,
): Promise<ToStore> {
	const { params, others, stored, list, now } = asked;
	const { rows, bad, report, file } = looked.read;
	const { settings: ofList, check: shown } = readAs(looked, source);
	const settings = { ...entered, ...ofList };
	const counted = await countedRows(params, settings, stored, now);
	const steps = planSteps({
		settings,
		rows,
		bad,
		list: { ...report, ...file },
		now,
		optOuts: readStoredRows(params.optOuts, 'Opt-Outs').map(({ phone }) => phone),
		...(await giftsBefore(context, settings, { rows, others, now, zone: params.timezone })),
		...counted,
		keys: keysOf(asked),
	});
	const plan = await inTurns(steps);
	const empty = emptyError(plan);
	if (empty) throw empty;
	const platform = await askPlatform(context, settings.serviceKey, plan);
	const similar = similarTo(settings, others, now);
	const check: Check = {
		...plan.check,
		...platform,
		...shown,
		corrected: splitCorrections(asked.request.entered).corrected,
		similar,
		counted: counted.planIds,
	};
	const campaign = { ...plan.campaign, check: JSON.stringify(check) };
	// Rows that came without a file have no other columns than those that are stored.
	const original = list.file ? await chunksOf(campaign.planId, list.file.bytes) : [];
	const { pieces, lists } = plan;
	return { campaign: inPlaceOf(stored, campaign), pieces, lists: [...lists, ...original] };
}

/** The chunks of a file, which goes back with the results. */
async function chunksOf(planId: string, bytes: Uint8Array): Promise<StoredList[]> {
	const all: StoredList[] = [];
	await inTurns(keptFile(planId, bytes), (chunk) => all.push(chunk));
	return all;
}
