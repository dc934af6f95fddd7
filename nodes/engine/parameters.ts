import {
	NodeOperationError,
	sleep,
	type IExecuteFunctions,
	type INode,
	type INodeProperties,
} from 'n8n-workflow';
import type { ZodIssue } from 'zod';
import { emptyError } from '../../platform/input';
import { checkOf } from './check';
import { draggedField, plainValue } from './draggedField';
import type { Operation, Resource } from './operation';
import { runOptions, runOptionsSchema, type RunOptions } from './options';

/** Left out, a filter would find everything and a package be the platform's choice. */
const foundNothing =
	"You added this field, but its expression finds nothing. Mend it, or have it give '' where there may be none";

/** After so many milliseconds of reading, other work of this n8n gets its turn. */
const readAtOnce = 50;

/** An item's checked parameters, or why they were refused. */
export type ItemParameters =
	{ params: unknown; error?: undefined } | { error: NodeOperationError; params?: undefined };

/**
 * The operation the person picked.
 *
 * @throws NodeOperationError when the workflow names one this version of the node does not have
 */
export function operationOf(context: IExecuteFunctions, resources: Resource[]): Operation {
	const resourceValue = context.getNodeParameter('resource', 0, '');
	const operationValue = context.getNodeParameter('operation', 0, '');
	const resource = resources.find(({ value }) => value === resourceValue);
	const operation = resource?.operations.find(({ value }) => value === operationValue);
	if (operation === undefined) {
		throw new NodeOperationError(
			context.getNode(),
			`This version of the node has no operation “${String(operationValue)}” on “${String(resourceValue)}”`,
			{ description: 'Pick Resource and Operation again, or update the package' },
		);
	}
	return operation;
}

/**
 * The options of the run.
 *
 * @throws NodeOperationError when one of them is out of its range, or was added and holds nothing
 */
export async function runOptionsOf(context: IExecuteFunctions): Promise<RunOptions> {
	const options = context.getNodeParameter('options', 0, {}) as Record<string, unknown>;
	const refusal = (path: (string | number)[], message: string) =>
		new NodeOperationError(
			context.getNode(),
			`${labelOf(runOptions, path) ?? 'Options'}: ${message}`,
			{ description: 'Nothing was sent' },
		);
	const added = (context.getNode().parameters.options ?? {}) as Record<string, unknown>;
	// An expression that finds nothing must not lift a limit, or send what was only to be tried.
	const empty = Object.keys(added).find((name) => isEmpty(options[name]));
	if (empty !== undefined) throw refusal([empty], emptyError('This option').message);
	const read = runOptionsSchema.safeParse(options);
	if (!read.success) {
		const [issue] = read.error.issues;
		throw refusal(issue?.path ?? [], issue?.message ?? '');
	}
	if (hasExpression(added.dryRun)) {
		await forEachItem(context, (itemIndex) => {
			if (context.getNodeParameter('options.dryRun', itemIndex) === options.dryRun) return;
			throw refusal(
				['dryRun'],
				'it counts for the whole list, and its expression comes to something else for some items',
			);
		});
	}
	return read.data;
}

/**
 * Reads and checks the parameters of every item, before any request leaves.
 *
 * @param serviceKey that of the service credential, taken where an item has none
 */
export async function readAllParameters(
	context: IExecuteFunctions,
	operation: Operation,
	serviceKey = '',
): Promise<ItemParameters[]> {
	const all: ItemParameters[] = [];
	const readItem = itemReader(context, operation, serviceKey);
	await forEachItem(context, (itemIndex) => all.push(readItem(itemIndex)));
	return all;
}

async function forEachItem(
	context: IExecuteFunctions,
	work: (itemIndex: number) => void,
): Promise<void> {
	let turn = Date.now();
	for (const itemIndex of context.getInputData().keys()) {
		if (Date.now() - turn > readAtOnce) {
			await sleep(0);
			turn = Date.now();
		}
		work(itemIndex);
	}
}

/** Reads and checks the parameters of one item after the other. */
function itemReader(
	context: IExecuteFunctions,
	operation: Operation,
	serviceKey: string,
): (itemIndex: number) => ItemParameters {
	const { fields, params } = operation;
	const [varying, constant] = readersOf(context, fields);
	const guard = operation.effect === 'local' ? undefined : operation.once?.guard;
	const searched = varying.some(({ name }) => name === guard?.field) ? guard : undefined;
	const { parameters } = context.getNode();
	const collections = fields.filter(
		({ name, type }) => /collection$/i.test(type) && hasExpression(parameters[name]),
	);
	const check = checkOf(
		params,
		varying.map(({ name }) => name),
	);
	let constants: Record<string, unknown> | undefined;
	return (itemIndex) => {
		let values: Record<string, unknown>;
		try {
			constants ??= readInto({ timezone: context.getTimezone() }, constant, itemIndex);
			values = readInto({ ...constants }, varying, itemIndex);
		} catch (error) {
			// An expression that fails for one item is that item's trouble and nobody else's.
			return { error: new NodeOperationError(context.getNode(), error as Error, { itemIndex }) };
		}
		if (values.serviceKey === '') values.serviceKey = serviceKey;
		const refused = (issues: Issue[]) => ({
			error: refusalOf(context.getNode(), fields, issues, itemIndex),
		});
		if (searched && values[searched.switch] === true && isEmpty(values[searched.field])) {
			const { message } = emptyError('What keeps a second run from sending this again');
			return refused([{ path: [searched.field], message }]);
		}
		const lost = collections.flatMap(({ name }) =>
			foundNothingAt(parameters[name], values[name], [name]),
		);
		if (lost.length > 0) return refused(lost.map((path) => ({ path, message: foundNothing })));
		const read = check(values);
		return 'params' in read ? read : refused(read.issues);
	};
}

/** The paths below `path` where the person typed an expression and the value is none. */
function foundNothingAt(typed: unknown, value: unknown, path: string[]): string[][] {
	if (typeof typed !== 'object' || typed === null) {
		return hasExpression(typed) && (value === undefined || value === null) ? [path] : [];
	}
	const values = (value ?? {}) as Record<string, unknown>;
	return Object.entries(typed).flatMap(([name, inner]) =>
		foundNothingAt(inner, values[name], [...path, name]),
	);
}

/** Reads one field of an item. */
interface Reader {
	name: string;
	read(itemIndex: number): unknown;
}

/** Readers of the fields whose value may differ from item to item, and of those that are the same for all. */
function readersOf(context: IExecuteFunctions, fields: INodeProperties[]) {
	const { parameters } = context.getNode();
	const isVarying = ({ name }: INodeProperties) => hasExpression(parameters[name]);
	const reader = (field: INodeProperties) => readerOf(context, parameters[field.name], field);
	return [
		fields.filter(isVarying).map(reader),
		fields.filter((field) => !isVarying(field)).map(reader),
	] as const;
}

function readerOf(
	context: IExecuteFunctions,
	value: unknown,
	{ name, type, default: fallback }: INodeProperties,
): Reader {
	// n8n refuses to extract the value of a field that another one hides.
	const extractValue = type === 'resourceLocator';
	const read = (itemIndex: number) =>
		context.getNodeParameter(name, itemIndex, fallback, { extractValue });
	const dragged = draggedField(value);
	if (dragged === undefined) return { name, read };
	// n8n works each expression out in a place of its own, which takes longer than sending the request does.
	const items = context.getInputData();
	return {
		name,
		read: (itemIndex) => plainValue(items[itemIndex]?.json, dragged) ?? read(itemIndex),
	};
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}

function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);
}

function readInto(values: Record<string, unknown>, readers: Reader[], itemIndex: number) {
	for (const { name, read } of readers) values[name] = read(itemIndex);
	return values;
}

type Issue = Pick<ZodIssue, 'path' | 'message'>;

function refusalOf(
	node: INode,
	fields: INodeProperties[],
	issues: Issue[],
	itemIndex: number,
): NodeOperationError {
	const words = issues.map(({ path, message }) => {
		const label = labelOf(fields, path);
		return label === undefined ? message : `${label}: ${message}`;
	});
	const error = new NodeOperationError(node, words.join('. '), {
		itemIndex,
		description: 'Nothing was sent for this item',
	});
	error.context.field = issues[0]?.path.join('.');
	return error;
}

/** How the node calls the field at this path; collections hold fields of their own. */
export function labelOf(
	fields: INodeProperties[],
	[name, ...rest]: (string | number)[],
): string | undefined {
	const field = fields.find((candidate) => candidate.name === name);
	const inner = (field?.options ?? []).flatMap((option) => ('type' in option ? [option] : []));
	return (rest.length > 0 ? labelOf(inner, rest) : undefined) ?? field?.displayName;
}
