import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import { z, type ZodType, type ZodTypeDef } from 'zod';
import type { Change } from '../../campaign/change';
import { unapproved } from '../../campaign/draft';
import type { DeskRequest } from '../../desk/http';
import type { CampaignChange } from '../../campaign/work';
import type { Campaign, Write } from '../../campaign/types';
import { isObject, textIn } from '../../platform/answer';
import { InputError, normalized } from '../../platform/input';

/** A field that takes what another node of the workflow has read, by an expression. */
export function storedField(
	words: Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'placeholder' | 'required'>,
): INodeProperties {
	return { required: true, ...words, type: 'json', default: '' };
}

/** The campaigns that a plan counts, or the desk shows. */
export const campaignsField = storedField({
	displayName: 'Campaigns',
	name: 'campaigns',
	placeholder: "e.g. {{ $('Get campaigns').all() }}",
	description: 'The stored campaigns: all of them for a plan, the newest to show the desk',
});

/** The rows that an operation asks for, and is given when it runs again. */
export const readFields = [
	storedField({
		displayName: 'Pieces',
		name: 'pieces',
		placeholder: "e.g. {{ $('Read pieces').isExecuted && $('Read pieces').all() }}",
		description: 'The stored pieces that this node has asked for; empty at first',
		required: false,
	}),
	storedField({
		displayName: 'Lists',
		name: 'lists',
		placeholder: "e.g. {{ $('Read lists').isExecuted && $('Read lists').all() }}",
		description: 'The stored lists that this node has asked for; empty at first',
		required: false,
	}),
];

/** The request that a webhook got. */
export const requestField = storedField({
	displayName: 'Request',
	name: 'request',
	placeholder: "e.g. {{ $('Campaign page').first().json }}",
	description: 'The item of the Webhook node',
});

/** The address of the page of campaigns. */
export const pageUrlField: INodeProperties = {
	displayName: 'Page Address',
	name: 'pageUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://n8n.example.com/webhook/mobile-data-campaign',
	description: 'The address of the webhook that shows campaigns, without a key',
};

/** The view key of the draft that a request's address names. */
export function draftKeyOf({ query }: Pick<DeskRequest, 'query'>): string | undefined {
	return textIn(query.draft);
}

/** The campaign that a request's address names: a draft by its view key, one to correct by its control key. */
export function isNamedBy(
	{ query }: Pick<DeskRequest, 'query'>,
	{ viewKey, controlKey }: IDataObject | Pick<Campaign, 'viewKey' | 'controlKey'>,
): boolean {
	const isDraft = textIn(query.draft) !== undefined && viewKey === query.draft;
	return isDraft || (textIn(query.correct) !== undefined && controlKey === query.correct);
}

const notStored = new InputError(
	'must be the items that another node has read',
	'Drag its output into the field, or write an expression.',
);

/** An item that another node of this package has made. */
export function madeItem<Made>(schema: ZodType<Made>) {
	return normalized((value): Made => {
		const { data } = schema.safeParse(value);
		if (data === undefined) throw notStored;
		return data;
	});
}

/** As the schema, or undefined if the other node hasn't run yet: its expression then gives `false`. */
export function orNothing<Made>(schema: ZodType<Made, ZodTypeDef, unknown>) {
	const isNone = (value: unknown) => value === false || value === '' || value === null;
	return z.preprocess((value) => (isNone(value) ? undefined : value), schema.optional());
}

/** A row of a table. */
export const storedRow = normalized((value): IDataObject => {
	if (isObject(value)) return value as IDataObject;
	throw notStored;
});

/** The item of the Webhook node: a request, where it came in, and whether that is the address for tests. */
export const webhookRequest = storedRow.transform((item) => {
	const fieldsIn = (value: unknown) => (value ?? {}) as IDataObject;
	const headers = fieldsIn(item.headers);
	return {
		query: fieldsIn(item.query),
		body: fieldsIn(item.body),
		headers,
		accept: textIn(headers.accept) ?? '',
		languages: textIn(headers['accept-language']) ?? '',
		url: textIn(item.webhookUrl) ?? '',
		isTest: item.executionMode === 'test',
	};
});
export type WebhookRequest = z.infer<typeof webhookRequest>;

/** All items of another node, as `$('Node').all()` gives them; items without fields are left out. */
export const storedRows = normalized(readStoredRows);

/** @param field named in the error if the value isn't a list of items */
export function readStoredRows(value: unknown, field?: string): IDataObject[] {
	if (Array.isArray(value) && value.every(isObject))
		return filledRows(value as INodeExecutionData[]);
	throw new InputError(notStored.message, notStored.nextStep, field);
}

/** Columns that n8n fills in itself. */
const ofN8n = ['id', 'createdAt', 'updatedAt'];

/** The rows among items, without empty ones: of a node that found nothing, or that a person left empty. */
export function filledRows(items: { json: IDataObject }[]): IDataObject[] {
	const isFilled = ([name, value]: [string, unknown]) => value !== null && !ofN8n.includes(name);
	return items.map(({ json }) => json).filter((json) => Object.entries(json).some(isFilled));
}

/** The rows that come in. */
export function inputRows(context: IExecuteFunctions): IDataObject[] {
	return filledRows(context.getInputData());
}

/** A write of the figures and the state of a campaign, unless somebody has decided about it meanwhile. */
export function changeItem({
	campaign,
	set,
	totals,
	dueAt = campaign.dueAt,
}: CampaignChange): Write {
	const counted = totals ? JSON.stringify(totals) : campaign.totals;
	return campaignItem(campaign, { where: {}, set: { ...set, totals: counted, dueAt } });
}

/** The columns that a person or a runner changes. */
const changing = ['status', ...Object.keys(unapproved)] as (keyof Campaign)[];

/** The columns that a person changes: a runner doesn't write back a setting that it read before the change. */
const ofPerson: (keyof Campaign)[] = [...changing, 'budget', 'megabytesPerDay'];

/** A write of a campaign, with all columns that may change, so that one node can write them. */
function campaignItem(campaign: Campaign, { where, set }: Write, columns = changing): Write {
	const { id, status, round } = campaign;
	const own = Object.fromEntries(columns.map((name) => [name, campaign[name]]));
	const now = { ...own, status: where.status ?? status };
	return { where: { id, status, round, ...where }, set: { ...now, ...set } };
}

/** The items that open many pieces, write single ones, and write campaigns. */
export function writesOf(
	campaign: Campaign | undefined,
	change: Exclude<Change, { refused: string }> | undefined,
): [many: Write[], pieces: Write[], campaigns: (Write | undefined)[]] {
	const { pieces = [], others = [], campaign: written } = change ?? {};
	const isOne = ({ where }: Write) => where.id !== undefined;
	return [
		pieces.filter((write) => !isOne(write)),
		pieces.filter(isOne),
		[...others, campaign && written && campaignItem(campaign, written, ofPerson)],
	];
}
