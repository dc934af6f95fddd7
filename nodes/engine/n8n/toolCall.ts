import { traverseNodeParameters, type FromAIArgument, type IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../../../platform/input';
import { callersOf, callIn, callsOf, isReview, type ToolArguments } from './internals';

const unreviewed =
	'an agent spends only after a review: connect the tool to a human review node alone';

/**
 * Why an agent's call is only checked; undefined where a person approved it. Nobody did unless all wires of the tool lead to
 * human review nodes, and one of them was asked about this call. n8n has no function that tells: where its workflow or
 * its run data is out of reach, nobody reviews.
 *
 * @throws InputError when the call may give something else than the review showed
 */
export function unreviewedBecause(context: IExecuteFunctions): string | undefined {
	const callers = callersOf(context);
	if (callers.length === 0) return unreviewed;
	if (!callers.every((caller) => isReview(context, caller))) return unreviewed;
	const call = callIn(context);
	const reviews = callers
		.flatMap((caller) => callsOf(context, caller))
		.filter((review) => review !== undefined);
	const found: FromAIArgument[] = [];
	traverseNodeParameters(context.getNode().parameters, found);
	const declared = [...new Set(found.map(({ key }) => key))];
	return call && isShown(declared, call, reviews) ? undefined : unreviewed;
}

/** One line of what a person can see: nothing that ends it, turns it around or, in a mail, hides the rest. */
const visible = /^[^\p{C}\p{Zl}\p{Zp}<>]{0,256}$/u;

/**
 * Whether one of the reviews was about this call. n8n checks no arguments: in a node's fields, `$fromAI` prefers those
 * inside an argument `query`, and `$json` mixes them with the agent's input; so does `$tool` in the text of a review.
 * All of them read the same once the arguments are exactly those that the node's `$fromAI` calls declare, each a plain
 * value, and the review was asked with nothing but them.
 *
 * @param call the arguments of the node's call, with n8n's `tool`
 * @param reviews those of each review in this execution: the model's in `toolParameters`, with n8n's `tool`
 * @throws InputError for arguments that are missing, undeclared or not plain
 */
export function isShown(
	declared: string[],
	call: ToolArguments,
	reviews: ToolArguments[],
): boolean {
	const ofCall = reviews.filter(({ toolParameters: given }) =>
		declared.every((name) => (given as ToolArguments | undefined)?.[name] === call[name]),
	);
	const isExact = ({ tool, ...review }: ToolArguments) =>
		tool === call.tool && isSame(namesIn(review), ['toolParameters']);
	const given = namesIn(call).filter((name) => name !== 'tool');
	const isClear = isSame(given, declared) && declared.every((name) => isPlain(call[name]));
	if (isClear && ofCall.every(isExact)) return ofCall.length > 0;
	throw new InputError(
		'The tool call is refused: the review must show exactly its arguments',
		`Nothing was sent. Call the tool again with ${declared.join(', ')} alone, each a number, true or false, or one line of visible text.`,
	);
}

/** Inherited names, too: stored data with a `__proto__` comes back with another prototype. */
function namesIn(value: unknown): string[] {
	const names: string[] = [];
	for (const name in value as object) names.push(name);
	return names;
}

function isSame(some: string[], others: string[]): boolean {
	return some.length === others.length && some.every((name) => others.includes(name));
}

function isPlain(value: unknown): boolean {
	return typeof value === 'string'
		? visible.test(value)
		: typeof value === 'number' || typeof value === 'boolean';
}
