import { textIn } from '../platform/answer';
import { addressOf } from './buttons';
import { approve, changeStatus, isButton, rightOf, type Button, type Change } from './change';
import {
	changeRows,
	isRowButton,
	listsToChange,
	refusalOfRows,
	type BatchWithList,
} from './changeRows';
import { planForPrograms } from './forPrograms';
import { html, pageOf } from './html';
import { htmlAnswer, isBrowser, jsonAnswer, redirect, type Answer, type PageRequest } from './http';
import { noticeOf } from './notice';
import { readAgainOf } from './planAgain';
import { reportOf, type Right } from './report';
import { totalsOf } from './results';
import { statusPage, type Notice } from './statusPage';
import type { Batch, Campaign, StoredList } from './types';
import { refusalOfWrong, textsOf, wrongSection, type WrongCell } from './wrongCells';

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
	const { key, action } = askedIn(request);
	const right = campaign && rightOf(campaign, key);
	if (!campaign || !right) return { answer: unknownCampaign(request) };
	const open = { ...input, campaign, right, key };
	if (action !== undefined) return pressed(open, action);
	const format = textIn(request.query.format);
	if (format === 'json') {
		const told = {
			name: undefined,
			...planForPrograms(campaign, input.zone),
			notice: noticeOf(open),
		};
		return { answer: jsonAnswer(200, { ...reportOf(open), ...told }) };
	}
	if (format !== 'file') return { answer: shown(open) };
	if (right === 'control') return wrong.length > 0 ? noFile(open) : { lists: [everyList] };
	const text = 'This address shows the campaign. Its other address has the rows, too.';
	return { answer: shown(open, { text, isRefused: true }) };
}

/** A file without some of the rows would be no proof. */
function noFile(open: Open): Answered {
	return refused(open, `Rows can't be read. ${textsOf(open.wrong)[0] ?? ''}`);
}

/** A request with a key that opens a campaign. */
interface Open extends PageInput {
	campaign: Campaign;
	right: Right;
	key: string;
}

/** More of a name is no help. */
const mostOfName = 200;

function askedIn({ query, body }: PageRequest) {
	const key = textIn(query.key) ?? '';
	const by = textIn(body.by)?.slice(0, mostOfName) ?? 'Control address';
	return { key, action: textIn(body.action), hash: textIn(body.hash), by };
}

function pressed(open: Open, action: string): Answered {
	const { campaign, batches, wrong, request, namesakes, uncounted, key, now, zone } = open;
	const asked = { campaign, key, now, zone };
	if (!isButton(action)) return refused(open, `Nothing was changed: there is no button ${action}.`);
	const refusal = refusalOfWrong(action, wrong);
	if (refusal) return changed(open, action, refusal);
	if (isRowButton(action)) {
		const lists = refusalOfRows(action, asked) ? [] : listsToChange(action, batches);
		if (lists.length > 0) return { lists: lists.map((number) => ({ from: number, to: number })) };
		return changed(open, action, changeRows(action, withLists(batches, []), asked));
	}
	if (action !== 'approve') return changed(open, action, changeStatus(action, asked));
	const { hash = '', by } = askedIn(request);
	const ids = namesakes.map(({ id }) => id);
	const approval = { ...asked, hash, by, totals: totalsOf(batches), namesakes: ids, uncounted };
	return changed(open, action, approve(approval));
}

/** After a change the page is opened anew, so that refreshing it doesn't change anything again. */
function changed(open: Open, button: Button, change: Change): Answered {
	if (change.refused !== undefined) return refused(open, change.refused);
	const skipped = change.skipped > 0 ? `&skipped=${change.skipped}` : '';
	const at = button === 'approve' ? `&at=${open.now}` : '';
	const format = isProgram(open.request) ? '&format=json' : '';
	const location = `${addressOf('', open.key)}&done=${button}${at}${skipped}${format}`;
	return { change, answer: redirect(location) };
}

/** Whether a program presses a button, or asks for figures. */
function isProgram(request: PageRequest): boolean {
	const { action } = askedIn(request);
	return textIn(request.query.format) === 'json' || (action !== undefined && !isBrowser(request));
}

function refused(open: Open, text: string): Answered {
	if (isProgram(open.request)) {
		return { answer: jsonAnswer(409, { status: 'refused', problem: text }) };
	}
	return { answer: { ...shown(open, { text, isRefused: true }), statusCode: 409 } };
}

function shown(open: Open, notice: Notice | undefined = noticeOf(open)): Answer {
	const { campaign, right, key, zone, deskAddress, request } = open;
	const report = reportOf(open);
	const view = (['cancel', 'still'] as const).find((one) => one === request.query.view);
	const readAgain = readAgainOf(campaign, open);
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
	if (!rightOf(keys, askedIn(request).key)) return unknownCampaign(request);
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
	const { campaign, batches, lists, wrong, request, now, zone } = input;
	const { key, action = '' } = askedIn(request);
	const right = rightOf(campaign, key);
	if (right !== 'control') return { answer: unknownCampaign(request) };
	const open = { ...input, right, key };
	if (!isButton(action) || !isRowButton(action)) {
		return wrong.length > 0 ? noFile(open) : { file: lists };
	}
	const asked = { campaign, key, now, zone };
	const refusal = refusalOfWrong(action, wrong);
	return changed(open, action, refusal ?? changeRows(action, withLists(batches, lists), asked));
}

/** Only a batch whose rows change needs its list. */
function withLists(batches: Batch[], lists: StoredList[]): BatchWithList[] {
	const listOf = new Map(lists.map(({ number, list }) => [number, list]));
	return batches.map((batch) => ({ ...batch, list: listOf.get(batch.number) ?? '' }));
}

/** The name of the file. */
export function fileNameOf({ name }: Pick<Campaign, 'name'>, extension: string): string {
	const own = name.replace(/\.(csv|xlsx)$/i, '').replace(/[^\w.-]+/g, '-');
	return `${own}.${extension}`;
}
