import { textIn } from '../platform/answer';
import { addressOf } from './buttons';
import { approve, changeStatus, isButton, rightOf, type Change } from '../campaign/change';
import {
	changeRows,
	isRowButton,
	listsToChange,
	refusalOfRows,
	type PieceWithList,
} from '../campaign/changeRows';
import { planForPrograms } from './forPrograms';
import { html } from '../pages/html';
import { pageOf, wrongSection } from './page';
import { htmlAnswer, isBrowser, jsonAnswer, redirect, type Answer, type PageRequest } from './http';
import { readAgainOf } from '../campaign/planAgain';
import { reportOf, type Right } from './report';
import { totalsOf } from '../campaign/totals';
import { statusPage } from './statusPage';
import type { Batch, Campaign, StoredList } from '../campaign/types';
import { refusalOfWrong, textsOf, type WrongCell } from '../campaign/wrongCells';

export interface PageInput {
	/** The one that the key of the address opens. */
	campaign?: Campaign;
	/** All campaigns with its name. */
	namesakes: Pick<Campaign, 'id'>[];
	/** A campaign with a limit that was planned at the same time. */
	uncounted?: string;
	/** All of the campaign that can be read. */
	batches: Batch[];
	/** Of its other batches, and of its lists. */
	wrong: WrongCell[];
	request: PageRequest;
	/** Of the times that are shown. */
	zone: string;
	/** Where all campaigns are. */
	deskAddress?: string;
	/** Unix milliseconds. */
	now: number;
}

/** What to write and to answer, or first the lists to read: from one batch's number to another's. */
export interface Answered {
	change?: Exclude<Change, { refused: string }>;
	lists?: { from: number; to: number }[];
	answer?: Answer;
}

/** All lists, those of the left-out rows too, and the file. */
const everyList = { from: -2_000_000, to: 1_000_000 };

/** Answers a browser or a program that opened a campaign's address or pressed one of its buttons. */
export function answerPage(input: PageInput): Answered {
	const { campaign, wrong, request } = input;
	const { key, action } = pressIn(request);
	const right = campaign && rightOf(campaign, key);
	if (!campaign || !right) return { answer: unknownCampaign(request) };
	const visit = { ...input, campaign, right, key };
	if (action !== undefined) return pressed(visit, action);
	const format = textIn(request.query.format);
	if (format === 'json') {
		const plan = {
			name: undefined,
			...planForPrograms(campaign, input.zone),
		};
		return { answer: jsonAnswer(200, { ...reportOf(visit), ...plan }) };
	}
	if (format !== 'file') return { answer: statusAnswer(visit) };
	if (right === 'control')
		return wrong.length > 0 ? unreadableAnswer(visit) : { lists: [everyList] };
	const text = 'This address shows the campaign. Its other address has the rows, too.';
	return { answer: statusAnswer(visit, text) };
}

/** A file without some of the rows would be no proof. */
function unreadableAnswer(visit: Visit): Answered {
	return refusalAnswer(visit, `Rows can't be read. ${textsOf(visit.wrong)[0] ?? ''}`);
}

/** A request with a key that opens a campaign. */
interface Visit extends PageInput {
	campaign: Campaign;
	right: Right;
	key: string;
}

/** More of a name is no help. */
const mostOfName = 200;

function pressIn({ query, body }: PageRequest) {
	const key = textIn(query.key) ?? '';
	const by = textIn(body.by)?.slice(0, mostOfName) ?? 'Control address';
	return { key, action: textIn(body.action), hash: textIn(body.hash), by };
}

function pressed(visit: Visit, action: string): Answered {
	const { batches, wrong, request, namesakes } = visit;
	if (!isButton(action))
		return refusalAnswer(visit, `Nothing was changed: there is no button ${action}.`);
	const refusal = refusalOfWrong(action, wrong);
	if (refusal) return changeAnswer(visit, refusal);
	if (isRowButton(action)) {
		const lists = refusalOfRows(action, visit) ? [] : listsToChange(action, batches);
		if (lists.length > 0) return { lists: lists.map((number) => ({ from: number, to: number })) };
		return changeAnswer(visit, changeRows(action, withLists(batches, []), visit));
	}
	if (action !== 'approve') return changeAnswer(visit, changeStatus(action, visit));
	const { hash = '', by } = pressIn(request);
	const ids = namesakes.map(({ id }) => id);
	const approval = { ...visit, hash, by, totals: totalsOf(batches), namesakes: ids };
	return changeAnswer(visit, approve(approval));
}

/**
 * After a change the page is opened anew, so that refreshing it doesn't change anything again. What happened, its figures
 * tell: an address could say anything.
 */
function changeAnswer(visit: Visit, change: Change): Answered {
	if (change.refused !== undefined) return refusalAnswer(visit, change.refused);
	const format = isProgram(visit.request) ? '&format=json' : '';
	return { change, answer: redirect(`${addressOf('', visit.key)}${format}`) };
}

/** Whether a program presses a button, or asks for figures. */
function isProgram(request: PageRequest): boolean {
	const { action } = pressIn(request);
	return textIn(request.query.format) === 'json' || (action !== undefined && !isBrowser(request));
}

function refusalAnswer(visit: Visit, text: string): Answered {
	if (isProgram(visit.request)) {
		return { answer: jsonAnswer(409, { status: 'refused', problem: text }) };
	}
	return { answer: { ...statusAnswer(visit, text), statusCode: 409 } };
}

/** @param notice why nothing was done */
function statusAnswer(visit: Visit, notice = ''): Answer {
	const { campaign, right, key, zone, deskAddress, request } = visit;
	const report = reportOf(visit);
	const view = (['cancel', 'still'] as const).find((name) => name === request.query.view);
	const readAgain = readAgainOf(campaign, visit);
	const input = { report, right, keys: campaign, zone, deskAddress, view, notice, readAgain };
	const { html: text, refresh } = statusPage(input);
	const again = refresh > 0 ? `${refresh}; url=${addressOf('', key)}` : '';
	return { ...htmlAnswer(200, text), refresh: again };
}

/** A campaign as it's stored, of whose own row a cell is wrong. */
export interface WrongCampaign extends Pick<Campaign, 'name' | 'viewKey' | 'controlKey'> {
	wrong: WrongCell[];
	request: PageRequest;
}

/** Says what is wrong with a campaign, whose figures and buttons can't be trusted then. */
export function answerWrong({ name, wrong, request, ...keys }: WrongCampaign): Answer {
	if (!rightOf(keys, pressIn(request).key)) return unknownCampaign(request);
	const wrongCells = textsOf(wrong);
	if (isProgram(request)) return jsonAnswer(409, { campaign: name, wrongCells });
	return htmlAnswer(409, pageOf(name, wrongSection(wrongCells)));
}

function unknownCampaign(request: PageRequest): Answer {
	const title = 'There is no such campaign';
	const text = 'Check the address: its key is not the key of a campaign here.';
	if (isProgram(request))
		return jsonAnswer(404, { status: 'refused', problem: `${title}. ${text}` });
	return htmlAnswer(404, pageOf(title, html`<p>${text}</p>`));
}

export interface RowsInput extends PageInput {
	campaign: Campaign;
	lists: StoredList[];
}

/** What follows when the lists are read: a change, or a file of them. */
export function answerRows(input: RowsInput): Answered & { file?: StoredList[] } {
	const { campaign, batches, lists, wrong, request } = input;
	const { key, action = '' } = pressIn(request);
	const right = rightOf(campaign, key);
	if (right !== 'control') return { answer: unknownCampaign(request) };
	const visit = { ...input, right, key };
	if (!isButton(action) || !isRowButton(action)) {
		return wrong.length > 0 ? unreadableAnswer(visit) : { file: lists };
	}
	const refusal = refusalOfWrong(action, wrong);
	return changeAnswer(visit, refusal ?? changeRows(action, withLists(batches, lists), visit));
}

/** Only a batch whose rows change needs its list. */
function withLists(batches: Batch[], lists: StoredList[]): PieceWithList[] {
	const listOf = new Map(lists.map(({ number, list }) => [number, list]));
	return batches.map((batch) => ({ ...batch, list: listOf.get(batch.number) ?? '' }));
}

/** The name of the file. */
export function fileNameOf({ name }: Pick<Campaign, 'name'>, extension: string): string {
	const own = name.replace(/\.(csv|xlsx)$/i, '').replace(/[^\w.-]+/g, '-');
	return `${own}.${extension}`;
}
