import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { answerDesk } from '../../../desk/answerDesk';
import { foreignForm } from '../../../desk/formToken';
import { isBrowser } from '../../../desk/http';
import { approvalMessage } from '../../../desk/message';
import type { ShownList } from '../../../lists/shownList';
import { isObject, textIn } from '../../../platform/answer';
import { messageOf, requiredTextSchema } from '../../../platform/input';
import { servicesIn } from '../../../platform/pools';
import { readServices } from '../../engine/n8n/listSearch';
import { tokenFor } from '../ownForm';
import { fileIn } from '../source';
import { step } from '../step';
import {
	inputRows,
	pageUrlField,
	readStoredRows,
	requestField,
	requestIn,
	storedField,
	storedRow,
} from '../stored';
import { readAll, readBatch, readCampaign } from '../tables';

/**
 * Shows where campaigns are planned and found, or says what was planned (campaign/answerDesk.ts). Items in: the batches that
 * aren't done or have failed rows; after a plan, the campaign that was stored, or Plan's error.
 */
export const answerDeskOperation = step({
	value: 'answerDesk',
	name: 'Answer Desk',
	action: 'Answer desk',
	description: 'Show the form to plan with and the campaigns, or say what was planned',
	outputs: ['Answer', 'To Approve'],
	fields: [
		storedField(
			{
				displayName: 'Campaigns',
				name: 'campaigns',
				placeholder: "e.g. {{ $('Get all campaigns').all() }}",
				description: 'The campaigns to show, as stored; nothing after a plan',
			},
			false,
		),
		requestField,
		pageUrlField,
		{
			displayName: 'Who Approves',
			name: 'approver',
			type: 'options',
			noDataExpression: true,
			options: [
				{
					name: 'Who Has the Login',
					value: 'login',
					description: "Who has the desk's login can plan, and decide about every campaign",
				},
				{
					name: 'Who Has the Address',
					value: 'address',
					description:
						'The desk shows campaigns without buttons; approvers are sent the control address',
				},
			],
			default: 'login',
			description: 'Who can approve, pause and cancel campaigns',
		},
	],
	params: z.object({
		campaigns: z.unknown(),
		request: storedRow,
		pageUrl: requiredTextSchema,
		timezone: z.string(),
		approver: z.enum(['login', 'address']),
	}),
	async execute(context, { campaigns: known, request, pageUrl, timezone: zone, approver }) {
		const { body, query, accept } = requestIn(request);
		const rows = inputRows(context);
		const stored = rows.filter(({ error }) => error === undefined);
		const isPlan = Object.keys(body).length > 0;
		const campaigns = readAll(readCampaign, isPlan ? [] : readStoredRows(known, 'Campaigns'));
		const batches = readAll(readBatch, isPlan ? [] : stored);
		const planned = isPlan ? stored.slice(0, 1).map(readCampaign)[0] : undefined;
		const refusals = rows.flatMap(({ error }) => refusalOf(error) ?? []);
		// What a page elsewhere has entered must not stand in the desk's own form.
		const isForeign = refusals.some(({ problem }) => problem.startsWith(foreignForm.message));
		const own = isForeign ? {} : body;
		const answer = answerDesk({
			campaigns: campaigns.rows,
			batches: batches.rows,
			wrong: [...campaigns.wrong, ...batches.wrong],
			entered: isPlan ? own : query,
			planned,
			kept:
				isPlan && !isForeign && isBrowser({ accept }) ? await keptFile(context, body) : undefined,
			// Without a credential nothing can be planned, and the desk says so.
			token: await tokenFor(context, request).catch(() => ''),
			again: textIn(query.again),
			...refusals[0],
			...(planned ? { services: [] } : await offeredServices(context)),
			isTest: request.executionMode === 'test',
			settings: { ...context.getWorkflowSettings() },
			pageUrl,
			approver,
			zone,
			now: Date.now(),
			isBrowser: isBrowser({ accept }),
		});
		const deskUrl = textIn(request.webhookUrl) ?? pageUrl;
		return [[answer], [planned && approvalMessage(planned, { approver, deskUrl, pageUrl, zone })]];
	},
});

/** The file of a plan that was refused, as the form of the next one sends it. */
async function keptFile(context: IExecuteFunctions, body: Record<string, unknown>) {
	const fileName = textIn(body.fileName) ?? '';
	for (const name of ['file', 'replaces']) {
		const value = textIn(body[name]) ?? '';
		if (value !== '') return { fileName, entries: { [name]: value } };
	}
	const [field] = Object.keys(context.getInputData()[0]?.binary ?? {});
	if (field === undefined) return undefined;
	const chosen = await fileIn(context, 0, field);
	if (chosen.bytes.length > mostKept) return undefined;
	const file = Buffer.from(chosen.bytes).toString('base64');
	return { fileName: chosen.fileName, entries: { file } };
}

/** In bytes: n8n takes fields of a form up to 20 MB, and base64 is a third longer. */
const mostKept = 14_000_000;

/** Why nothing was planned, by the error output of Plan, and what was seen of the list. */
function refusalOf(error: unknown): { problem: string; list?: ShownList } | undefined {
	if (!isObject(error)) return error === undefined ? undefined : { problem: String(error) };
	const { message, description, list } = error as IDataObject;
	const texts = [message, description].flatMap((text) => textIn(text) ?? []);
	const problem = texts.join('. ').replace('?. ', '? ');
	return { problem, ...(isObject(list) && { list: list as unknown as ShownList }) };
}

/** The services to choose from, and why they can't be read. */
async function offeredServices(context: IExecuteFunctions) {
	try {
		return { services: servicesIn(await readServices(context)) };
	} catch (error) {
		return { services: [], trouble: messageOf(error) };
	}
}
