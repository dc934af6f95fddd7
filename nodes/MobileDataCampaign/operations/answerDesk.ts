import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { answerDesk } from '../../../campaign/answerDesk';
import type { Campaign } from '../../../campaign/types';
import { isObject, textIn } from '../../../platform/answer';
import { messageOf, requiredTextSchema } from '../../../platform/input';
import { servicesIn } from '../../../platform/pools';
import { itemReader } from '../../engine/input';
import { readServices } from '../../engine/listSearch';
import type { ShownOperation } from '../../engine/operation';
import { inputRows, itemsOf, requestField, requestIn, storedRow } from '../stored';

const paramsSchema = z.object({
	...{ request: storedRow, pageUrl: requiredTextSchema, timezone: z.string() },
});

/** Shows where campaigns are planned and found, or says what was planned (campaign/answerDesk.ts). */
export const answerDeskOperation: ShownOperation = {
	value: 'answerDesk',
	name: 'Answer Desk',
	action: 'Answer desk',
	description: 'Show the form to plan with and the campaigns, or say what was planned',
	effect: 'local',
	costs: 'nothing',
	fields: [
		requestField,
		{
			displayName: 'Page Address',
			name: 'pageUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://n8n.example.com/webhook/mobile-data-campaign',
			description: 'The address of the webhook that shows campaigns, without a key',
		},
	],
	params: paramsSchema,
};

/** The output of Answer Desk. */
export const answerDeskOutputs = ['Answer'];

/** Items in: the campaigns to show; after a plan, what was stored, or Plan's error. */
export async function executeAnswerDesk(
	context: IExecuteFunctions,
): Promise<INodeExecutionData[][]> {
	const params = itemReader(context, answerDeskOperation)(0) as z.infer<typeof paramsSchema>;
	const { headers } = params.request;
	const { accept } = (headers ?? {}) as IDataObject;
	const { body } = requestIn(params.request);
	const rows = inputRows(context);
	const campaigns = rows.filter((row) => row.planId !== undefined) as unknown as Campaign[];
	const isPlan = Object.keys(body).length > 0;
	const answer = answerDesk({
		...(isPlan ? { campaigns: [], planned: campaigns[0], entered: body } : { campaigns }),
		problem: rows.flatMap(({ error }) => problemOf(error) ?? [])[0],
		...(isPlan && campaigns.length > 0 ? { services: [] } : await offeredServices(context)),
		...{ pageUrl: params.pageUrl, zone: params.timezone, now: Date.now() },
		isBrowser: isBrowser(textIn(accept)),
	});
	return [itemsOf({ json: { ...answer } })];
}

/** Programs that take any answer, such as n8n's HTTP Request node, ask for JSON, too. */
function isBrowser(accept = ''): boolean {
	return accept.includes('text/html') && !accept.includes('application/json');
}

/** What an error output says. */
function problemOf(error: unknown): string | undefined {
	if (!isObject(error)) return textIn(error);
	const { message, description } = error as IDataObject;
	return [message, description].flatMap((one) => textIn(one) ?? []).join('. ');
}

/** The services to choose from, and why they can't be read. */
async function offeredServices(context: IExecuteFunctions) {
	try {
		return { services: servicesIn(await readServices(context)) };
	} catch (error) {
		return { services: [], trouble: messageOf(error) };
	}
}
