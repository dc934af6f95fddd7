import { addressOf, campaignAt, deskAddressOf, type DeskPage } from './addresses';
import { pageOfCampaign } from './campaignList';
import { deskPage, draftPage, type DeskInput } from './deskPage';
import { reportOf } from './report';
import { programReport } from './reportSections';
import { htmlAnswer, jsonAnswer, jsonRefusal, redirect, type PageAnswer } from './http';
import {
	draftIn,
	enteredAgain,
	enteredToAdd,
	isUndecided,
	type Draft,
	type Problem,
} from '../campaign/draft';
import { correctionPage, enteredToCorrect } from './corrections';
import { inReadersLanguage, withLanguage } from './language';
import { questionError } from '../lists/readingSettings';
import { sentenceOf } from '../lists/questions';
import { inEnglish, texts, translated } from '../platform/say';
import { testEntered, testPage } from './testGift';
import { withoutSamples } from '../lists/shownList';
import type { Campaign } from '../campaign/types';

export interface AnswerDeskInput extends Omit<DeskInput, 'pageAddress' | 'draft' | 'problem'> {
	/** By field of the form. */
	entered: Record<string, string>;
	/** The view key of a campaign that is to be planned. */
	draftKey?: string;
	/** Why nothing was planned or stored. */
	refused?: Problem;
	/** Whether a browser asks; a program gets JSON. */
	isBrowser: boolean;
	/** Its Accept-Language header. */
	languages?: string;
	/** The whole address of the pages of campaigns, without a key. */
	pageUrl: string;
	/** The whole address of the desk. */
	deskUrl: string;
}

type Addresses = Pick<AnswerDeskInput, 'pageUrl' | 'deskUrl' | 'approver' | 'zone' | 'isBrowser'>;

/** Answers who opened the desk or the page of a draft, or sent what nothing can be made of. */
export function answerDesk(input: AnswerDeskInput): PageAnswer {
	return input.isBrowser ? inReadersLanguage(input, () => answerIn(input)) : answerIn(input);
}

function answerIn(input: AnswerDeskInput): PageAnswer {
	const { draftKey, isBrowser, campaigns, refused } = input;
	const campaign = campaigns.find(({ viewKey }) => viewKey === draftKey);
	if (campaign) return answerDraft(campaign, input);
	const isUnknown = draftKey !== undefined && !refused;
	const text = isUnknown ? unknownDraft : refused?.text;
	const problem = text && translated(text);
	const statusCode = isUnknown ? 404 : problem === undefined ? 200 : 422;
	if (problem !== undefined && !isBrowser) return jsonRefusal(statusCode, problem);
	return htmlAnswer(statusCode, pageFor({ ...input, problem }));
}

const unknownDraft = texts('There is no such draft. Check the address.');

/** The page of the desk that an address opens; values that were sent and refused replace the stored ones. */
function pageFor(input: AnswerDeskInput & Pick<DeskInput, 'problem'>): string {
	const { campaigns, query, refused, problem, entered, zone, now } = input;
	const at = (page: DeskPage) => campaignAt(page, query, campaigns);
	const [tested, corrected, again, added] = [at('test'), at('correct'), at('again'), at('add')];
	if (tested || (query.test !== undefined && problem !== undefined)) {
		const own = tested && problem === undefined ? testEntered(tested, campaigns) : entered;
		return testPage(own, { ...input, back: tested && pageOfCampaign(tested, linksTo(input)) });
	}
	if (corrected) {
		const own = refused ? entered : enteredToCorrect(corrected, zone, now);
		return correctionPage(corrected, own, input);
	}
	const proposed = added
		? enteredToAdd(added, zone, now)
		: again && enteredAgain(again, campaigns, zone, now);
	return deskPage({ ...input, ...linksTo(input), entered: proposed ?? entered });
}

/** Shows a draft; values that were sent and refused replace the stored ones. */
function answerDraft(campaign: Campaign, input: AnswerDeskInput): PageAnswer {
	const { refused, zone, now, approver } = input;
	const page = pageOfCampaign(campaign, linksTo(input));
	if (!isUndecided(campaign)) return redirect(withLanguage(page));
	const draft = draftIn(campaign, zone, now);
	const shown = refused ? { ...draft, problems: [refused], entered: input.entered } : draft;
	const statusCode = refused ? 422 : 200;
	if (!input.isBrowser) return jsonAnswer(statusCode, draftForPrograms(campaign, shown, input));
	const discardAddress = approver === 'login' ? page : undefined;
	return htmlAnswer(statusCode, draftPage({ ...input, campaign, draft: shown, discardAddress }));
}

/** Answers who sent a list, once it's stored: planned, or as a draft. */
export function answerStored(
	campaign: Omit<Campaign, 'id'>,
	addresses: Addresses & Pick<AnswerDeskInput, 'query'>,
): PageAnswer {
	const { isBrowser, zone } = addresses;
	const isDraft = campaign.status === 'draft';
	if (isBrowser) {
		const page = isDraft
			? deskAddressOf('', 'draft', campaign)
			: pageOfCampaign(campaign, linksTo(addresses));
		return redirect(inReadersLanguage(addresses, () => withLanguage(page)));
	}
	if (!isDraft) return jsonAnswer(200, plannedOf(campaign, addresses));
	const draft = draftIn(campaign, zone, 0);
	return jsonAnswer(422, draftForPrograms(campaign, draft, addresses));
}

/** A browser may know this n8n by another address than n8n itself: it gets links without one. */
function linksTo({ pageUrl, approver }: Pick<Addresses, 'pageUrl' | 'approver'>) {
	return { pageAddress: pageUrl.slice(pageUrl.lastIndexOf('/') + 1), approver };
}

/** A draft as a program gets it, without cells of its list. */
function draftForPrograms(
	keys: Pick<Campaign, 'viewKey'>,
	{ columns, questions, problems }: Draft,
	{ deskUrl }: Pick<Addresses, 'deskUrl'>,
) {
	const [question] = questions;
	const asked = question && `${sentenceOf(question)} ${questionError(question).nextStep}`;
	const told = problems.map((one) => ({ ...one, text: inEnglish(one.text) }));
	return {
		status: 'draft',
		problem: told[0]?.text ?? asked,
		problems: told,
		columns: columns.map(withoutSamples),
		questions: questions.map(({ field, proposed }) => ({ field, proposed })),
		draftUrl: deskAddressOf(deskUrl, 'draft', keys),
	};
}

/** The answer to a program that has planned a campaign. The control address also decides: it's for a person. */
function plannedOf(campaign: Omit<Campaign, 'id'>, { pageUrl, approver, zone }: Addresses) {
	const { planId, viewKey, controlKey } = campaign;
	return {
		...programReport(reportOf({ campaign, now: Date.parse(campaign.plannedAt), zone }), zone),
		planId,
		statusUrl: addressOf(pageUrl, viewKey),
		...(approver === 'login' && { controlUrl: addressOf(pageUrl, controlKey) }),
	};
}
