import { NodeOperationError, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';
import { labelOf } from '../panel/fields';

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

/** The error of refused fields: each one's label and what is wrong, and below it what to do. */
export function inputError(
	context: Pick<IExecuteFunctions, 'getNode'>,
	fields: INodeProperties[],
	issues: Issue[],
	itemIndex?: number,
): NodeOperationError {
	const words = issues.map(
		({ path, message }) => `'${labelOf(fields, path) ?? path.join('.')}' ${message}`,
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
