import type { IExecuteFunctions } from 'n8n-workflow';
import { isUndecided } from '../../../campaign/draft';
import { answerDesk, answerStored } from '../../../desk/answerDesk';
import {
	foreignForm,
	formToken,
	isFormToken,
	isSentByPage,
	type FormSigner,
} from '../../../desk/formToken';
import { isBrowser, type PageAnswer } from '../../../desk/http';
import { approvalMessage } from '../../../desk/message';
import { enteredIn } from '../../../desk/planRequest';
import { accountOf, fingerprintOf } from '../../../platform/account';
import { textIn } from '../../../platform/answer';
import { messageOf } from '../../../platform/input';
import { servicesIn } from '../../../platform/pools';
import { readServices } from '../../engine/n8n/listSearch';
import { accountCredential } from '../../engine/n8n/transport';
import { rowsToRead } from '../countedRows';
import { failureIn, planOrDraft } from '../planning';
import { FileItem, workflowStep } from '../step';
import { draftKeyOf, isNamedBy, type WebhookRequest } from '../stored';
import { readAll, readCampaign } from '../tables';
import { planFields, planParams, type PlanParams } from './planFields';

/**
 * Shows the desk, or plans a list: cut into pieces (campaign/plan.ts), or stored as a draft (campaign/draft.ts). If it needs
 * stored rows, it first asks for them, and plans when it runs again. The outputs are in the order to write them in.
 */
export const plan = workflowStep({
	value: 'plan',
	name: 'Plan',
	action: 'Plan campaign',
	description: 'Show the desk, or check a list and cut it into pieces that wait for an approval',
	outputs: ['To Read', 'Pieces', 'Lists', 'New Campaign', 'Campaign', 'Answer', 'To Approve'],
	fields: planFields,
	mayBeEmpty: ['reading'],
	params: planParams,
	async execute(context, params) {
		const now = Date.now();
		if (params.optOuts === false) return answered(await deskOf(context, params, now));
		const toRead = toReadFirst(context, params, now);
		if (toRead.length > 0) return [toRead];
		const addresses = addressesOf(params);
		try {
			await refuseForeignForm(context, params.request);
			const { campaign, pieces, lists } = await planOrDraft(context, params, now);
			const answer = answerStored(campaign, addresses);
			const isPlanned = campaign.status === 'planned';
			const message = isPlanned ? approvalMessage(campaign, addresses) : undefined;
			const isNew = campaign.id === undefined;
			const [added, changed] = isNew ? [campaign, undefined] : [undefined, campaign];
			return [[], pieces, lists, [added], [changed], [answer], [message]];
		} catch (error) {
			return answered(await deskOf(context, params, now, error));
		}
	},
});

const answered = (answer: PageAnswer) => [[], [], [], [], [], [answer]];

/** The rows to read before the plan, with the uploaded file; undefined if they were read. */
function toReadFirst(context: IExecuteFunctions, params: PlanParams, now: number): FileItem[] {
	const [input] = context.getInputData();
	const wasAsked = input?.json.planId !== undefined;
	if (params.pieces || wasAsked) return [];
	return rowsToRead(params, now).map((asked) => new FileItem(asked, input?.binary));
}

function addressesOf({ request, pageUrl, approver, timezone: zone }: PlanParams) {
	const { url: deskUrl, query, languages } = request;
	return { deskUrl, pageUrl, approver, zone, query, languages, isBrowser: isBrowser(request) };
}

/** The desk, or the page of a draft. @param error why nothing was planned */
async function deskOf(
	context: IExecuteFunctions,
	params: PlanParams,
	now: number,
	error?: unknown,
): Promise<PageAnswer> {
	const { request, campaigns: stored } = params;
	const { body, query, isTest } = request;
	const isShown = error === undefined;
	const all = readAll(readCampaign, stored);
	// Values that a page of another origin sent must not appear in the desk's form.
	const isForeign = error === foreignForm;
	const draftKey = isForeign ? undefined : draftKeyOf(request);
	const isNamed = (own: (typeof all.rows)[number]) =>
		!isForeign &&
		(own.planId === query.test ||
			(isNamedBy(request, own) && (draftKey === undefined || isUndecided(own))));
	return answerDesk({
		...addressesOf(params),
		campaigns: isShown ? all.rows : all.rows.filter(isNamed),
		wrong: isShown ? all.wrong : [],
		draftKey,
		query: isForeign ? {} : query,
		entered: isShown || isForeign ? {} : enteredIn(body),
		refused: isShown ? undefined : failureIn(context, error),
		// Without a credential nothing can be planned, and the desk says so.
		token: await tokenFor(context, request).catch(() => ''),
		...(await offeredServices(context)),
		isTest,
		settings: { ...context.getWorkflowSettings() },
		now,
	});
}

/** The services to choose from, and why they can't be read. */
async function offeredServices(context: IExecuteFunctions) {
	try {
		const services = servicesIn(await readServices(context));
		return { services: services.filter(({ cantGive }) => !cantGive) };
	} catch (error) {
		return { services: [], trouble: messageOf(error) };
	}
}

/** The token of the desk's form, for the login of a request. */
async function tokenFor(context: IExecuteFunctions, request: WebhookRequest): Promise<string> {
	return formToken(await signerOf(context, request), Date.now());
}

/** Refuses a form that a page of another origin has sent. @throws InputError `foreignForm` */
async function refuseForeignForm(
	context: IExecuteFunctions,
	request: WebhookRequest,
): Promise<void> {
	if (!isSentByPage(request.headers)) return;
	const token = textIn(request.body.token) ?? '';
	if (!isFormToken(await signerOf(context, request), token, Date.now())) throw foreignForm;
}

/** Signs with the account's login: each installation has this secret, and all nodes of the desk know it. */
async function signerOf(
	context: IExecuteFunctions,
	{ headers }: WebhookRequest,
): Promise<FormSigner> {
	const account = accountOf(await context.getCredentials(accountCredential));
	const login = textIn(headers.authorization) ?? '';
	return { secret: fingerprintOf(account), login };
}
