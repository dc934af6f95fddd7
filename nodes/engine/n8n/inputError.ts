import {
	NodeOperationError,
	type IExecuteFunctions,
	type INodeProperties,
	type IPollFunctions,
} from 'n8n-workflow';
import type { z } from 'zod';
import { isNothing, isObject } from '../../../platform/answer';
import { fieldLabel } from '../panel/fields';

/** A fault of a field. `params.nextStep` is the next step. */
export type Issue = Pick<z.ZodCustomIssue, 'path' | 'message' | 'params'>;

/** The faults that zod finds by itself, in words that continue the name of the field. */
export const errorMap: z.ZodErrorMap = (issue, { defaultError }) => {
	if (issue.code === 'too_small') {
		return { message: `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}` };
	}
	if (issue.code === 'too_big') return { message: `must be at most ${issue.maximum}` };
	const choice = { message: 'must be one of the choices of the list' };
	if (issue.code === 'invalid_enum_value') return choice;
	if (issue.code !== 'invalid_type') return { message: `is not valid: ${defaultError}` };
	const { expected } = issue;
	if (expected === 'boolean') return { message: 'must be true or false' };
	// zod lists the values of a choice in single quotes.
	if (expected.startsWith("'")) return choice;
	return { message: expected === 'integer' ? 'must be a whole number' : `must be a ${expected}` };
};

/** The error of refused fields: each label with its fault, and below it the next steps. */
export function inputError(
	context: Pick<IExecuteFunctions, 'getNode'>,
	fields: INodeProperties[],
	issues: Issue[],
	itemIndex?: number,
): NodeOperationError {
	const words = issues.map(
		({ path, message }) => `'${fieldLabel(fields, path) ?? path.join('.')}' ${message}`,
	);
	const steps = issues.map(({ params }) =>
		String(params?.nextStep ?? 'Correct the value, or the expression that sets it.'),
	);
	const error = new NodeOperationError(context.getNode(), words.join('. '), {
		itemIndex,
		description: [...new Set(steps)].join(' '),
	});
	error.context.field = issues[0]?.path.join('.');
	return error;
}

type Values = Record<string, unknown>;

/** The paths to the expressions of a field, such as `['filter', '0', 'value']`; an empty path is the field itself. */
export function expressionsOf({ type }: INodeProperties, typed: unknown): string[][] {
	const isLocator = type === 'resourceLocator' && isObject(typed);
	return expressionsIn(isLocator ? typed.value : typed);
}

/**
 * The faults of a field whose expression resolves to nothing: as an empty field, a filter would find everything. A
 * required field has words of its own.
 */
export function unresolved(
	{ name, required }: INodeProperties,
	expressions: string[][],
	value: unknown,
): Issue[] {
	const lost = required ? [] : expressions.filter((path) => isUnset(valueAt(value, path)));
	return lost.map((path) => ({ path: [name, ...path], message, params: { nextStep } }));
}

export function refuseUnresolved(
	context: Pick<IPollFunctions, 'getNode'>,
	fields: INodeProperties[],
	valueOf: (field: INodeProperties) => unknown,
): void {
	const { parameters } = context.getNode();
	const issues = fields.flatMap((field) => {
		const expressions = expressionsOf(field, parameters[field.name]);
		return expressions.length > 0 ? unresolved(field, expressions, valueOf(field)) : [];
	});
	if (issues.length > 0) throw inputError(context, fields, issues);
}

/** Whether another field's value hides this one: n8n looks at what is typed, and not at what it resolves to. */
export function isHidden({ displayOptions }: INodeProperties, values: Values): boolean {
	const { show = {}, hide = {} } = displayOptions ?? {};
	const holds = ([path, wanted]: [string, unknown]) =>
		Array.isArray(wanted) && wanted.includes(values[path.replace(/^.*[/.]/, '')]);
	return Object.entries(hide).some(holds) || !Object.entries(show).every(holds);
}

const message = 'has an expression that resolves to nothing';
const nextStep =
	'Fix the expression, or pass items without this value to a node that leaves the field empty.';

function expressionsIn(typed: unknown): string[][] {
	if (typeof typed === 'string') return typed.startsWith('=') ? [[]] : [];
	return Object.entries(typed ?? {}).flatMap(([name, inner]) =>
		expressionsIn(inner).map((path) => [name, ...path]),
	);
}

/** A list without entries is a filter without choices, and lets everything through. */
function isUnset(value: unknown): boolean {
	return isNothing(value) || (Array.isArray(value) && value.length === 0);
}

export function valueAt(values: unknown, path: string[]): unknown {
	return path.reduce((value, name) => (value as Values | null | undefined)?.[name], values);
}
