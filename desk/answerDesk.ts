import { addressOf } from './buttons';
import { deskKey, deskPage, type DeskInput } from './deskPage';
import { planForPrograms } from './forPrograms';
import { htmlAnswer, jsonAnswer, redirect, type Answer } from './http';
import { enteredAs } from '../campaign/planAgain';
import { withoutSamples, type ShownList } from '../lists/shownList';
import type { Campaign } from '../campaign/types';

export interface AnswerDeskInput extends Omit<DeskInput, 'pageAddress'> {
	/** What was planned. */
	planned?: Campaign;
	/** The plan ID of a campaign whose settings are entered. */
	again?: string;
	/** Whether a browser asks; a program gets JSON. */
	isBrowser: boolean;
	/** The whole address of the pages of campaigns, without a key. */
	pageUrl: string;
}

/** Answers who opened the desk, or planned a campaign. */
export function answerDesk(input: AnswerDeskInput): Answer {
	const { planned, problem, list, isBrowser, pageUrl } = input;
	// A browser may know this n8n by another address than n8n itself: it gets links without one.
	const pageAddress = pageUrl.slice(pageUrl.lastIndexOf('/') + 1);
	if (planned && isBrowser) return redirect(addressOf(pageAddress, deskKey(planned, input)));
	if (planned) return jsonAnswer(200, plannedOf(planned, input));
	if (problem !== undefined && !isBrowser) {
		return jsonAnswer(422, { status: 'refused', problem, ...(list && forPrograms(list)) });
	}
	const old = input.campaigns.find(({ planId }) => planId === input.again);
	const entered = old ? enteredAs(old, input.zone, input.now) : input.entered;
	return htmlAnswer(
		problem === undefined ? 200 : 422,
		deskPage({ ...input, entered, pageAddress }),
	);
}

/** What a program may say of a list that was refused, without cells of it. */
function forPrograms({ columns, questions }: ShownList) {
	return {
		columns: columns.map(withoutSamples),
		questions: questions.map(({ field, proposed }) => ({ field, proposed })),
	};
}

/** What a program gets that has planned a campaign. The control address also decides: it's for a person. */
function plannedOf(campaign: Campaign, { pageUrl, approver, zone }: AnswerDeskInput) {
	const { planId, viewKey, controlKey } = campaign;
	return {
		...planForPrograms(campaign, zone),
		planId,
		statusUrl: addressOf(pageUrl, viewKey),
		...(approver === 'login' && { controlUrl: addressOf(pageUrl, controlKey) }),
	};
}
