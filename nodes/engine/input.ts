import {
	NodeOperationError,
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { z } from 'zod';
import { emptyError } from '../../platform/input';
import { labelOf } from './fields';
import type { Operation, Resource } from './operation';
import { runOptions, runOptionsSchema, type RunOptions } from './options';
import type { ItemInput } from './plan';

/** Left out, a filter would find everything, and the platform would choose a package. */
const foundNothing =
	"the expression of this field finds nothing. Fix it, or let it give '' where there may be no value";

/** After so many milliseconds of reading, other work of this n8n gets its turn. */
const maxBlocking = 50;

/** Reads the value of one field for an item. */
type Reader = (itemIndex: number) => unknown;

/**
 * The operation that the user chose.
 *
 * @throws NodeOperationError when this version of the node doesn't have it
 */
export function operationIn(context: IExecuteFunctions, resources: Resource[]): Operation {
	const [resource, value] = ['resource', 'operation'].map((name) =>
		String(context.getNodeParameter(name, 0, '')),
	);
	const operation = resources
		.find((one) => one.value === resource)
		?.operations.find((one) => one.value === value);
	if (operation) return operation;
	throw new NodeOperationError(
		context.getNode(),
		`This version of the node has no operation '${value}' on '${resource}'`,
		{ description: 'Choose Resource and Operation again, or update the package' },
	);
}

/**
 * The options of the run.
 *
 * @throws NodeOperationError when one is out of range, or was added and holds nothing
 */
export async function optionsIn(context: IExecuteFunctions): Promise<RunOptions> {
	const options = context.getNodeParameter('options', 0, {}) as Record<string, unknown>;
	const refusal = (path: (string | number)[], message: string) =>
		inputError(context, runOptions, [{ path, message }]);
	const added = (context.getNode().parameters.options ?? {}) as Record<string, unknown>;
	// An expression that finds nothing must not lift a limit, or send what was to be a dry run.
	const empty = Object.keys(added).find((name) => isEmpty(options[name]));
	if (empty !== undefined) throw refusal([empty], emptyError('This option').message);
	const read = runOptionsSchema.safeParse(options);
	if (!read.success) throw inputError(context, runOptions, read.error.issues.slice(0, 1));
	if (hasExpression(added.dryRun)) {
		await forEachItem(context, (itemIndex) => {
			if (context.getNodeParameter('options.dryRun', itemIndex) === options.dryRun) return;
			throw refusal(['dryRun'], 'it must be the same for all items');
		});
	}
	return read.data;
}

/**
 * Reads and checks the parameters of every item, before any request leaves.
 *
 * @param serviceKey that of the service credential, for items without one
 */
export async function inputsIn(
	context: IExecuteFunctions,
	operation: Operation,
	serviceKey = '',
): Promise<ItemInput[]> {
	const inputs: ItemInput[] = [];
	const read = itemReader(context, operation, serviceKey);
	await forEachItem(context, (itemIndex) => inputs.push(read(itemIndex)));
	return inputs;
}

async function forEachItem(context: IExecuteFunctions, work: (itemIndex: number) => void) {
	let began = Date.now();
	for (const itemIndex of context.getInputData().keys()) {
		if (Date.now() - began > maxBlocking) {
			await sleep(0);
			began = Date.now();
		}
		work(itemIndex);
	}
}

function itemReader(context: IExecuteFunctions, operation: Operation, serviceKey: string) {
	const { fields } = operation;
	const { parameters } = context.getNode();
	const varying = fields.filter(({ name }) => hasExpression(parameters[name]));
	const readVarying = readerOf(context, varying);
	const readConstant = readerOf(
		context,
		fields.filter((field) => !varying.includes(field)),
	);
	const guard = operation.effect === 'local' ? undefined : operation.dedupe?.guard;
	const guarded = varying.some(({ name }) => name === guard?.field) ? guard : undefined;
	const collections = varying.filter(({ type }) => /collection$/i.test(type));
	const check = checkOf(
		operation.params,
		varying.map(({ name }) => name),
	);
	let constants: Record<string, unknown> | undefined;
	return (itemIndex: number): ItemInput => {
		const refused = (issues: Issue[]) => ({
			error: inputError(context, fields, issues, itemIndex),
		});
		try {
			constants ??= { timezone: context.getTimezone(), ...readConstant(itemIndex) };
			const values: Record<string, unknown> = { ...constants, ...readVarying(itemIndex) };
			if (values.serviceKey === '') values.serviceKey = serviceKey;
			if (guarded && values[guarded.switch] === true && isEmpty(values[guarded.field])) {
				return refused([{ path: [guarded.field], message: emptyError('The value').message }]);
			}
			const missing = collections.flatMap(({ name }) =>
				missingAt(parameters[name], values[name], [name]),
			);
			if (missing.length > 0) {
				return refused(missing.map((path) => ({ path, message: foundNothing })));
			}
			const read = check(values);
			return 'issues' in read ? refused(read.issues) : read;
		} catch (error) {
			// An expression that fails for one item is that item's trouble only.
			return { error: new NodeOperationError(context.getNode(), error as Error, { itemIndex }) };
		}
	};
}

function readerOf(context: IExecuteFunctions, fields: INodeProperties[]) {
	const readers = fields.map((field) => [field.name, fieldReader(context, field)] as const);
	return (itemIndex: number): Record<string, unknown> =>
		Object.fromEntries(readers.map(([name, read]) => [name, read(itemIndex)]));
}

/** The text of a parameter that a field was dragged into: `={{ $json.phone }}`, `={{ $json['Phone number'] }}`. */
const draggedField = /^=\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\[(['"])([^'"\\\]]+)\2\])\s*\}\}$/;

function fieldReader(
	context: IExecuteFunctions,
	{ name, type, default: fallback }: INodeProperties,
): Reader {
	// n8n doesn't extract the value of a field that another one hides.
	const extractValue = type === 'resourceLocator';
	const read: Reader = (itemIndex) =>
		context.getNodeParameter(name, itemIndex, fallback, { extractValue });
	const value = context.getNode().parameters[name];
	const dragged = typeof value === 'string' ? draggedField.exec(value) : null;
	if (!dragged) return read;
	// n8n takes longer to evaluate an expression than to send the request.
	const field = dragged[1] ?? dragged[3] ?? '';
	const items = context.getInputData();
	return (itemIndex) => plainValue(items[itemIndex]?.json, field) ?? read(itemIndex);
}

function plainValue(json: IDataObject | undefined, field: string): unknown {
	const value = json && Object.hasOwn(json, field) ? json[field] : undefined;
	return ['string', 'number', 'boolean'].includes(typeof value) ? value : undefined;
}

type Issue = Pick<z.ZodIssue, 'path' | 'message'>;
type Checked = { params: unknown } | { issues: Issue[] };

/** Checks items with a schema, but what is the same for all of them only once: a schema costs more than all else. */
function checkOf(schema: z.ZodType, varying: string[]): (values: object) => Checked {
	// A schema that compares fields can't be split.
	if (!(schema instanceof z.ZodObject)) return (values) => checked(schema, values);
	const names = Object.fromEntries(varying.map((name) => [name, true as const]));
	const [ofItem, ofAll] = [schema.pick(names), schema.omit(names)];
	let same: Checked | undefined;
	return (values) => {
		same ??= checked(ofAll, values);
		const own = checked(ofItem, values);
		if ('params' in same && 'params' in own) {
			return { params: { ...(same.params as object), ...(own.params as object) } };
		}
		return { issues: [same, own].flatMap((one) => ('issues' in one ? one.issues : [])) };
	};
}

function checked(schema: z.ZodType, values: object): Checked {
	const read = schema.safeParse(values);
	return read.success ? { params: read.data as unknown } : { issues: read.error.issues };
}

/** The paths below `path` where the user typed an expression and the value is nothing. */
function missingAt(typed: unknown, value: unknown, path: string[]): string[][] {
	if (typeof typed !== 'object' || typed === null) {
		return hasExpression(typed) && (value === undefined || value === null) ? [path] : [];
	}
	const values = (value ?? {}) as Record<string, unknown>;
	return Object.entries(typed).flatMap(([name, inner]) =>
		missingAt(inner, values[name], [...path, name]),
	);
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}

function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);
}

function inputError(
	context: IExecuteFunctions,
	fields: INodeProperties[],
	issues: Issue[],
	itemIndex?: number,
): NodeOperationError {
	const words = issues.map(({ path, message }) => {
		const label = labelOf(fields, path);
		return label === undefined ? message : `${label}: ${message}`;
	});
	const description =
		itemIndex === undefined ? 'Nothing was sent.' : 'Nothing was sent for this item.';
	const error = new NodeOperationError(context.getNode(), words.join('. '), {
		itemIndex,
		description,
	});
	error.context.field = issues[0]?.path.join('.');
	return error;
}
