import { textIn } from '../platform/answer';
import { addressOf, deskAddressOf, toCorrect } from './addresses';
import {
	approve,
	changeStatus,
	isButton,
	refusedAsSecond,
	rightOf,
	type Approval,
	type Change,
} from '../campaign/change';
import { changeValue, filledIn, isValueButton } from '../campaign/changeValue';
import {
	changeRows,
	isRowButton,
	listsToChange,
	refusalOfRows,
	type PieceWithList,
	type RowButton,
} from '../campaign/changeRows';
import { html } from '../pages/html';
import { timeIn } from '../platform/figureWords';
import { pageOf } from './renderSections';
import { unknownCampaign } from './answerWrong';
import {
	htmlAnswer,
	isProgram,
	jsonAnswer,
	jsonRefusal,
	pressIn,
	redirect,
	type DeskRequest,
	type PageAnswer,
} from './http';
import { answering, withLanguage } from './language';
import { campaignFigures } from './figures';
import {
	everyPiece,
	listedPieces,
	listRanges,
	oneList,
	type ListRange,
	type PieceRange,
} from './ranges';
import { reportOf, type Right } from './report';
import { programReport } from './reportSections';
import type { FileRows } from './resultFile';
import { approvalsOf } from '../campaign/seal';
import { totalsOf } from '../campaign/totals';
import { link, text } from './sections';
import { statusPage, views } from './statusPage';
import type { Piece, Campaign, StoredList } from '../campaign/types';
import { refusalOfWrong, wrongCellTexts, type WrongCell } from '../campaign/wrongCells';
import { say, speech, textStored, translated } from '../platform/say';

interface PageInput {
	/** The campaign that the key of the address opens. */
	campaign?: Campaign;
	/** All campaigns with the name of this one. */
	namesakes: Approval['namesakes'];
	/** A campaign with a limit that was planned at the same time. */
	uncounted?: string;
	/** The readable ones of the pieces that a first answer asked for; undefined before. */
	pieces?: Piece[];
	/** The lists that a second answer asked for; undefined before. */
	lists?: StoredList[];
	/** The opt-outs that a first answer added, as they're stored, with the time in ISO 8601; undefined before. */
	optOuts?: { phone: string; createdAt: string }[];
	/** The cells that can't be read in the pieces and lists asked for. */
	wrong: WrongCell[];
	request: DeskRequest;
	/** The time zone of the page. */
	zone: string;
	/** The address of the page with all campaigns. */
	deskAddress?: string;
	/** Unix milliseconds. */
	now: number;
}

/** A request with a key that opens a campaign. */
interface Opened extends PageInput {
	campaign: Campaign;
	right: Right;
	key: string;
	/** The value that was refused, by its field. */
	entered?: Record<string, string>;
}

/** A change to write and an answer, or what to read first. */
interface Answered {
	change?: Exclude<Change, { refused: string }>;
	/** The pieces to read. */
	pieces?: PieceRange[];
	/** The lists to read. */
	lists?: ListRange[];
	answer?: PageAnswer;
	file?: FileRows;
}

/** Answers a browser or a program that opened a campaign's address or pressed one of its buttons. */
export function answerPage(input: PageInput): Answered {
	return answering(input.request, () => answerIn(input));
}

function answerIn(input: PageInput): Answered {
	const { campaign, request } = input;
	const { key, action } = pressIn(request);
	const right = campaign && rightOf(campaign, key);
	if (!campaign || !right) return { answer: unknownCampaign(request) };
	const opened = { ...input, campaign, right, key };
	if (campaign.status === 'draft' && action !== 'cancel') return { answer: draftAnswer(opened) };
	if (action !== undefined) return buttonAnswer(opened, action);
	const format = textIn(request.query.format);
	if (format === 'json') {
		return { answer: jsonAnswer(200, programReport(reportOf(opened), input.zone)) };
	}
	if (format === 'file' || format === toCorrect) return fileAnswer(opened, format);
	return openAnswer(opened);
}

/** The list with its results, or its rows to correct. */
function fileAnswer(opened: Opened, format: string): Answered {
	const { right, pieces, lists, wrong } = opened;
	if (right === 'control') {
		if (!pieces) return { pieces: [everyPiece] };
		if (wrong.length > 0) return unreadableAnswer(opened);
		if (!lists) return { lists: [listRanges.all] };
		return { file: { pieces, lists, toCorrect: format === toCorrect, language: speech() } };
	}
	const text = say`This address shows the campaign. Its other address has the rows, too.`;
	return { answer: statusAnswer(opened, text) };
}

/** The page; with the control key also the first rows that failed or are in doubt, which need their lists for the numbers. */
function openAnswer(opened: Opened): Answered {
	const { campaign, right, pieces, lists, now } = opened;
	const { failed, inDoubt } = campaignFigures(campaign, now).results;
	const hasListed = right === 'control' && failed.rows + inDoubt.rows > 0;
	const notice = uncountedApproval(opened);
	if (!hasListed || lists) return { answer: statusAnswer(opened, notice) };
	if (!pieces) return { pieces: listedPieces };
	const asked = [...new Set(pieces.map(({ number }) => number))].map(oneList);
	return asked.length > 0 ? { lists: asked } : { answer: statusAnswer(opened, notice) };
}

/** Why an approval doesn't count that was written after another one; undefined where there's none. */
function uncountedApproval(opened: Opened): string | undefined {
	const { campaign, request } = opened;
	const approvals = approvalsOf(campaign);
	const at = textIn(request.query.approved);
	const isCounted = at === undefined || approvals.some((own) => own.at === at);
	return isCounted || approvals.length === 0 ? undefined : refusedAsSecond(opened).refused;
}

/** A draft has no figures: it's planned at the desk, behind the login. */
function draftAnswer({ campaign, deskAddress = '', request }: Opened): PageAnswer {
	const { name, status, problem } = campaign;
	const told = translated(textStored(problem));
	if (isProgram(request)) return jsonAnswer(200, { campaign: name, status, problem: told });
	const state = html`<p class="state">${say`Draft`}</p>`;
	const why = text(told || say`The list is not planned yet.`);
	const open = link(say`Open it at the desk`, deskAddressOf(deskAddress, 'draft', campaign));
	return htmlAnswer(200, pageOf(name, state, why, open));
}

/** No file: without some of the rows it would prove nothing. */
function unreadableAnswer(opened: Opened): Answered {
	return refusalAnswer(opened, say`Rows can't be read. ${wrongCellTexts(opened.wrong)[0] ?? ''}`);
}

function buttonAnswer(opened: Opened, action: string): Answered {
	const { pieces, wrong, request, namesakes } = opened;
	if (!isButton(action)) {
		return refusalAnswer(opened, say`Nothing was changed: there is no button ${action}.`);
	}
	const refusal = refusalOfWrong(action, wrong);
	if (refusal) return changeAnswer(opened, refusal);
	const { hash = '', by } = pressIn(request);
	if (isValueButton(action)) {
		const field = filledIn[action];
		const value = request.body[field];
		const entered = { [field]: textIn(value) ?? '' };
		return valueAnswer(opened, changeValue(action, { ...opened, value, hash }), entered);
	}
	if (action === 'approve') {
		if (!pieces) return { pieces: [everyPiece] };
		const approval = { ...opened, hash, by, totals: totalsOf(pieces), namesakes };
		return changeAnswer(opened, approve(approval));
	}
	if (!isRowButton(action)) return changeAnswer(opened, changeStatus(action, opened));
	return rowsAnswer(opened, action);
}

/** A refused value stays in its form. An opt-out is told once it's stored, beside the field for the next one. */
function valueAnswer(opened: Opened, change: Change, entered: Record<string, string>): Answered {
	const { optOuts, request, zone } = opened;
	const asked = { ...request, query: { ...request.query, view: 'change' } };
	if (change.refused !== undefined) {
		return refusalAnswer({ ...opened, request: asked, entered }, change.refused);
	}
	if (!change.optOuts) return changeAnswer(opened, change);
	if (!optOuts) return { change };
	if (isProgram(request)) return { answer: changeAnswer(opened, change).answer };
	const told = optOuts.map(({ phone, createdAt }) => {
		return say`${phone} is on the opt-out list since ${timeIn(zone, createdAt)}.`;
	});
	return { answer: statusAnswer({ ...opened, request: asked }, told.join(' ')) };
}

function rowsAnswer(opened: Opened, action: RowButton): Answered {
	const { pieces, lists, request } = opened;
	const refusal = refusalOfRows(action, opened);
	if (refusal) return changeAnswer(opened, refusal);
	if (!pieces) return { pieces: [everyPiece] };
	const asked = lists ? [] : listsToChange(action, pieces);
	if (asked.length > 0) return { lists: asked.map(oneList) };
	const press = { ...opened, by: pressIn(request).by };
	return changeAnswer(opened, changeRows(action, withLists(pieces, lists ?? []), press));
}

/**
 * After a change the page is opened anew, so that refreshing it doesn't change anything again. Its figures tell what
 * happened, because an address could say anything; of an approval it has the time, by which the page finds it.
 */
function changeAnswer(opened: Opened, change: Change): Answered {
	if (change.refused !== undefined) return refusalAnswer(opened, change.refused);
	const { approvals = '' } = change.campaign?.set ?? {};
	const approval = approvalsOf({ approvals: String(approvals) }).at(-1);
	const approved = approval ? `&approved=${encodeURIComponent(approval.at)}` : '';
	const more = isProgram(opened.request) ? '&format=json' : approved;
	return { change, answer: redirect(withLanguage(`${addressOf('', opened.key)}${more}`)) };
}

function refusalAnswer(opened: Opened, text: string): Answered {
	if (isProgram(opened.request)) return { answer: jsonRefusal(409, text) };
	return { answer: { ...statusAnswer(opened, text), statusCode: 409 } };
}

/** @param notice why nothing was done, or what was stored */
function statusAnswer(opened: Opened, notice = ''): PageAnswer {
	const { campaign, right, key, zone, deskAddress, request, entered } = opened;
	const { pieces, lists } = opened;
	const report = reportOf({ ...opened, listed: pieces && lists && { pieces, lists } }, right);
	const view = views.find((name) => name === request.query.view);
	const listCount = opened.namesakes.filter(({ status }) => status !== 'draft').length;
	const shown = { report, right, keys: campaign, zone, deskAddress, view, entered };
	const input = { ...shown, notice, listCount };
	const { html: text, refresh } = statusPage(input);
	const again = refresh > 0 ? `${refresh}; url=${withLanguage(addressOf('', key))}` : '';
	return { ...htmlAnswer(200, text), refresh: again };
}

/** The pieces with their lists; '' for a piece whose rows don't change, because its list isn't read. */
function withLists(pieces: Piece[], lists: StoredList[]): PieceWithList[] {
	const listOf = new Map(lists.map(({ number, list }) => [number, list]));
	return pieces.map((piece) => ({ ...piece, list: listOf.get(piece.number) ?? '' }));
}
