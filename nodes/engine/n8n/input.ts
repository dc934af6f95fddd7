import { NodeOperationError, type IExecuteFunctions, type IPollFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { isNothing, isObject } from '../../../platform/answer';
import { requiredError } from '../../../platform/input';
import { servicesOf, type Service } from '../../../platform/service';
import type { ItemInput, ListRun, RunOptions } from '../core/list/listRun';
import { placedFields, type PlacedField } from '../panel/fields';
import type { Operation, Resource, ShownOperation } from '../panel/operation';
import { modeField, runOptions, runOptionsSchema } from '../panel/options';
import {
	errorMap,
	expressionsOf,
	inputError,
	isHidden,
	unresolved,
	valueAt,
	type Issue,
} from './inputError';
import { isTool } from './internals';
import { nodeErrorOf } from './output';
import { turns } from './turns';

export const serviceCredential = 'mobileBillingServiceApi';

type Values = Record<string, unknown>;

/** The operation that the user chose. @throws NodeOperationError when this version of the node doesn't have it */
export function operationIn(context: IExecuteFunctions, resources: Resource[]): Operation {
	const [resourceValue, operationValue] = ['resource', 'operation'].map((name) =>
		String(context.getNodeParameter(name, 0, '')),
	);
	const operations = resources.find(({ value }) => value === resourceValue)?.operations;
	const operation = operations?.find(({ value }) => value === operationValue);
	if (operation) return operation;
	throw new NodeOperationError(
		context.getNode(),
		`This version of the node has no operation '${operationValue}' on '${resourceValue}'`,
		{ description: 'Choose Resource and Operation again, or update the package.' },
	);
}

/** The options of the run. @throws NodeOperationError if an option is out of range, or was added and is empty */
export function optionsIn(context: IExecuteFunctions): RunOptions {
	const { options } = context.getNode().parameters;
	const stored = runOptions.filter(({ name }) => {
		const value = valueAt(options, [name]);
		return value !== undefined && value !== '';
	});
	// One by one, because other options belong to an item: their expressions may fail for the first item.
	const values = Object.fromEntries(
		stored.map(({ name }) => [name, context.getNodeParameter(`options.${name}`, 0)]),
	) as Values;
	const timezone = context.getTimezone();
	const { data, error } = runOptionsSchema.safeParse({ ...values, timezone }, { errorMap });
	// An expression that resolves to nothing must not lift a limit.
	const empty = Object.keys(values).filter((name) => isNothing(values[name]));
	if (data && empty.length === 0) return data;
	const { message, nextStep } = requiredError();
	const missing = empty.map((name): Issue => ({ path: [name], message, params: { nextStep } }));
	throw inputError(context, runOptions, error?.issues ?? missing);
}

/**
 * The *Only Check* of a run: chosen as Mode, or forced on an AI agent, because n8n's review of a call may show other
 * arguments than the node gets.
 * @throws NodeOperationError where Mode isn't one of its choices
 */
export function onlyCheckIn(context: IExecuteFunctions): ListRun['onlyCheck'] {
	if (isTool(context)) return { because: 'an agent only checks, and a person approves a campaign' };
	const mode = context.getNodeParameter('mode', 0, 'check');
	if (mode === 'check') return {};
	if (mode === 'send') return undefined;
	const message = "must be 'check' or 'send', and takes no expression";
	const nextStep = 'Nothing was sent. Choose Only Check or Send from the list.';
	throw inputError(context, [modeField], [{ path: ['mode'], message, params: { nextStep } }]);
}

/** The services of the service credential, the main one first; an empty one when the node has no such credential. */
export async function ownServicesIn(
	context: IExecuteFunctions | IPollFunctions,
): Promise<Service[]> {
	const isSet = context.getNode().credentials?.[serviceCredential];
	return servicesOf(isSet ? await context.getCredentials(serviceCredential) : {});
}

/** Reads and checks the parameters of every item. @param serviceKey for items without one */
export async function inputsIn(
	context: IExecuteFunctions,
	operation: Operation,
	serviceKey = '',
): Promise<ItemInput[]> {
	const read = itemReader(context, operation, serviceKey);
	const inputs: ItemInput[] = [];
	const turn = turns();
	for (const itemIndex of context.getInputData().keys()) {
		await turn();
		try {
			inputs.push({ params: read(itemIndex) });
		} catch (error) {
			// An expression that fails for one item fails only this item.
			inputs.push({ error: nodeErrorOf(context.getNode(), error, itemIndex) });
		}
	}
	return inputs;
}

/** Reads the parameters of an item, and throws when one of them is not valid. @param serviceKey for items without one */
export function itemReader(context: IExecuteFunctions, operation: ShownOperation, serviceKey = '') {
	const placed = placedFields(operation).map((field) => fieldReader(context, field));
	const varying = placed.filter(({ expressions }) => expressions.length > 0);
	const valuesOf = (some: FieldReader[], itemIndex: number): Values =>
		Object.fromEntries(some.map(({ field, read }) => [field.name, read(itemIndex)]));
	const constant = placed.filter((reader) => !varying.includes(reader));
	const constants: Values = { timezone: context.getTimezone(), ...valuesOf(constant, 0) };
	// Only a field that was left empty means the service of the credential.
	if ('serviceKey' in constants && isNothing(constants.serviceKey))
		constants.serviceKey = serviceKey;
	const check = checkOf(operation, constants, varying);
	const fields = placed.map(({ field }) => field);
	return (itemIndex: number): unknown => {
		const values: Values = { ...constants, ...valuesOf(varying, itemIndex) };
		const lost = varying.flatMap(({ field, expressions }) => {
			if (operation.mayBeEmpty?.includes(field.name)) return [];
			const issues = unresolved(field, expressions, values[field.name]);
			return issues.length > 0 && !isHidden(field, values) ? issues : [];
		});
		const { params, issues } = check(values);
		const isKnown = ({ path }: Issue) => lost.some((issue) => issue.path[0] === path[0]);
		const all = [...issues.filter((issue) => !isKnown(issue)), ...lost];
		if (all.length > 0) throw inputError(context, fields, all, itemIndex);
		return params;
	};
}

/** A field of an item: where its expressions are, and its value for an item. */
interface FieldReader extends PlacedField {
	expressions: string[][];
	read(itemIndex: number): unknown;
}

/** The text of a parameter that a field was dragged into: `={{ $json.phone }}`, `={{ $json['Phone number'] }}`. */
const draggedField = /^=\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\[(['"])([^'"\\\]]+)\2\])\s*\}\}$/;

function fieldReader(context: IExecuteFunctions, { field, path }: PlacedField): FieldReader {
	const isLocator = field.type === 'resourceLocator';
	const read = (itemIndex: number): unknown => {
		const value: unknown = context.getNodeParameter(path.join('.'), itemIndex, field.default);
		// n8n itself can't extract the value of a field that another one hides.
		return isLocator && isObject(value) ? value.value : value;
	};
	const typed = valueAt(context.getNode().parameters, path);
	const expressions = expressionsOf(field, typed);
	const text = isLocator ? (typed as { value?: unknown } | undefined)?.value : typed;
	const dragged = typeof text === 'string' && draggedField.exec(text);
	if (!dragged) return { field, path, expressions, read };
	// Measured: an expression takes n8n 330 µs an item, which is longer than sending the request. So `={{ $json.phone }}` is
	// read from the item itself, and `={{ $json.phone.trim() }}` by n8n.
	const name = dragged[1] ?? dragged[3] ?? '';
	const items = context.getInputData();
	const readDirectly = (itemIndex: number): unknown => {
		const value = items[itemIndex]?.json[name];
		return ['string', 'number', 'boolean'].includes(typeof value) ? value : read(itemIndex);
	};
	return { field, path, expressions, read: readDirectly };
}

/**
 * Checks fields without an expression once for all items, such as `serviceKey: 'GAMECLUB04'`. Measured: a schema of five
 * fields takes 21 to 28 µs an item, one of a single field 12 µs.
 */
function checkOf({ params }: ShownOperation, constants: Values, varying: PlacedField[]) {
	const names = Object.fromEntries(varying.map(({ field }) => [field.name, true as const]));
	// A schema that compares fields can't be split.
	const isSplit = params instanceof z.ZodObject;
	const [ofAll, ofItem] = isSplit
		? [params.omit(names), params.pick(names)]
		: [z.object({}), params];
	const same = ofAll.safeParse(constants, { errorMap });
	return (values: Values) => {
		const own = ofItem.safeParse(values, { errorMap });
		const issues = [same, own].flatMap(({ error }): Issue[] => error?.issues ?? []);
		return { params: { ...same.data, ...(own.data as Values) }, issues };
	};
}
