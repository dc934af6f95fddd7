import fc from 'fast-check';
import type { IExecuteFunctions, INodeParameters, IWorkflowBase } from 'n8n-workflow';
import type { ToolArguments } from '../../nodes/engine/n8n/internals';
import { isShown, unreviewedBecause } from '../../nodes/engine/n8n/toolCall';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { InputError } from '../../platform/input';
import { pageText } from '../../scripts/docs/pages';
import { askAgent } from '../support/agent';
import { serviceKey } from '../support/gifting';
import { n8nWith, Platform } from '../support/platform';

const platform = Platform.forEach();

const tool = 'Assign_data_gift';
const gift = { phone: '999000001000', megabytes: 100, campaign: 'agent' };
const asked = { tool, toolParameters: gift };

/** The error that a function must throw. */
function faultOf(act: () => unknown): InputError {
	try {
		act();
	} catch (error) {
		if (error instanceof InputError) return error;
		throw error;
	}
	throw new Error('It was not refused');
}

describe('the arguments of a call', () => {
	const declared = Object.keys(gift);
	const check = (args: object, ...reviews: ToolArguments[]) => {
		const call = Object.assign(Object.create(Object.getPrototypeOf(args) as object), args, {
			tool,
		});
		return isShown(declared, call as ToolArguments, reviews);
	};
	const other = { ...asked, toolParameters: { ...gift, megabytes: 500 } };
	const chosen = { ...gift, campaign: true };
	const asText = `{"__proto__":{"toolParameters":${JSON.stringify(gift)}}}`;
	const inherited = Object.assign(Object.create({ query: gift }) as object, gift);

	test.each<[string, object, ToolArguments[], boolean]>([
		['one review showed', gift, [other, asked], true],
		['each of two reviews showed', gift, [asked, asked], true],
		['a review with true or false showed', chosen, [{ ...asked, toolParameters: chosen }], true],
		['another review showed', gift, [other], false],
		['no review showed', gift, [], false],
	])('which %s', (_what, args, reviews, expected) => {
		expect(check(args, ...reviews)).toBe(expected);
	});

	test.each<[string, object, ToolArguments[]]>([
		['one more', { ...gift, query: gift }, [asked]],
		['one too few', { phone: '1', megabytes: 1 }, [asked]],
		['an inherited one', inherited, [asked]],
		['text in the place of all', { input: 'x' }, [asked]],
		['two lines by a separator', { ...gift, campaign: 'a\u2028b' }, [asked]],
		['two paragraphs', { ...gift, campaign: 'a\u2029b' }, [asked]],
		['the end of markup', { ...gift, campaign: '-->' }, [asked]],
		['a review after one that read a query', gift, [{ ...asked, query: 1 }, asked]],
		['a review of another tool', gift, [{ ...asked, tool: 'Read' }]],
		['a prototype', gift, [{ ...asked, ...(JSON.parse(asText) as object) }]],
	])('are refused with %s', (_what, args, reviews) => {
		const { message, nextStep } = faultOf(() => check(args, ...reviews));
		expect(message).toBe('The tool call is refused: the review must show exactly its arguments');
		expect(nextStep).toMatch(
			/^Nothing was sent\. Call the tool again with phone, megabytes, campaign /,
		);
	});
});

describe('a call counts as reviewed by what n8n shows of it', () => {
	const args = { inputOverride: { ai_tool: [[{ json: { tool: 'Tool', phone: '1' } }]] } };
	const shown = { tool: 'Tool', toolParameters: { phone: '1' } };
	const review = { inputOverride: { ai_tool: [[{ json: shown }]] } };
	const other = { inputOverride: { ai_tool: [[{ json: { ...shown, toolParameters: {} } }]] } };
	const without =
		'an agent spends only after a review: connect the tool to a human review node alone';

	test.each<[string, object | undefined, string[], number | undefined, boolean]>([
		['with a review', { Tool: [args], Review: [review] }, ['Review'], 0, true],
		['with two reviews', { Tool: [args], Review: [other, review] }, ['Review'], 0, true],
		[
			'with reviewers of which one was asked',
			{ Tool: [args], Review: [review] },
			['Other', 'Review'],
			0,
			true,
		],
		[
			'with a review that kept nothing',
			{ Tool: [args], Review: [{}, review] },
			['Review'],
			0,
			true,
		],
		['as the second call', { Tool: [other, args], Review: [review] }, ['Review'], 1, true],
		['with the review of another call', { Tool: [args], Review: [other] }, ['Review'], 0, false],
		['without an asked reviewer', { Tool: [args] }, ['Review'], 0, false],
		[
			'with a way past the review',
			{ Tool: [args], Review: [review] },
			['Review', 'Agent'],
			0,
			false,
		],
		['with a node that is gone', { Tool: [args], Review: [review] }, ['Review', 'Gone'], 0, false],
		['from nowhere', { Tool: [args], Review: [review] }, [], 0, false],
		['that kept no arguments', { Tool: [{}], Review: [review] }, ['Review'], 0, false],
		['that n8n did not keep', { Tool: [args], Review: [review] }, ['Review'], 1, false],
		['without a number', { Tool: [args], Review: [review] }, ['Review'], undefined, false],
		['without run data', undefined, ['Review'], 0, false],
	])('%s', (_what, runData, callers, runIndex, isReviewed) => {
		const types: Record<string, string> = {
			Review: 'chatHitlTool',
			Other: 'slackHitlTool',
			Agent: 'agent',
		};
		const node = { name: 'Tool', parameters: { msisdn: "={{ $fromAI('phone') }}" } };
		const workflow = {
			getChildNodes: (name: string) => (name === 'Tool' ? callers : []),
			getNode: (name: string) => (name in types ? { type: types[name] } : null),
		};
		const runExecutionData = runData && { resultData: { runData } };
		const context = { getNode: () => node, workflow, runExecutionData, runIndex };
		const reason = unreviewedBecause(context as unknown as IExecuteFunctions);
		expect(reason).toBe(isReviewed ? undefined : without);
	});

	test('where the workflow is out of reach', () => {
		const context = { getNode: () => ({ name: 'Tool', parameters: {} }) };
		expect(unreviewedBecause(context as unknown as IExecuteFunctions)).toBe(without);
	});
});

interface Change {
	place: 'call' | 'review' | 'tool' | 'query';
	name: string;
	/** Undefined takes the argument away. */
	value: unknown;
}

const others = { phone: '999000009999', megabytes: 500, campaign: 'other' };
const values = [
	undefined,
	null,
	true,
	'',
	500,
	'500',
	'999000009999',
	'other',
	[500],
	['999000009999'],
	'\u202E901',
	'\u202E9999000009999',
	'5\u200B00',
	'other\nOK?',
	'<b>',
	'x'.repeat(300),
	others,
	{ toolParameters: others },
	{ query: others },
	{ query: { toolParameters: others } },
	{ phone: others.phone },
	{ megabytes: 500 },
	JSON.parse(`{"__proto__":${JSON.stringify(others)}}`),
];
const names = [
	'phone',
	'megabytes',
	'campaign',
	'query',
	'toolParameters',
	'hitlParameters',
	'tool',
	'msisdn',
	'amount',
	'Phone',
	'input',
	'chatInput',
	'toolCallId',
	'message',
	'options',
	'mode',
	'__proto__',
	'constructor',
];
/** What has worked, or might. */
const attacks: Change[] = [
	{ place: 'call', name: 'query', value: { toolParameters: others } },
	{ place: 'review', name: 'query', value: { toolParameters: others } },
	{ place: 'review', name: 'toolParameters', value: others },
	{ place: 'tool', name: 'query', value: others },
	{ place: 'tool', name: 'toolParameters', value: others },
	{ place: 'tool', name: 'amount', value: 500 },
	{ place: 'tool', name: '__proto__', value: { query: others } },
	{ place: 'tool', name: 'megabytes', value: '\u202E901' },
];
const change: fc.Arbitrary<Change> = fc.oneof(
	fc.constantFrom(...attacks),
	fc.record({
		place: fc.constantFrom('call', 'review', 'tool', 'query'),
		name: fc.constantFrom(...names),
		value: fc.constantFrom(...values),
	}),
);

/** Sets an argument as JSON does, `__proto__` too. */
function put(target: unknown, { name, value }: Change): void {
	if (typeof target !== 'object' || target === null) return;
	if (value === undefined) Reflect.deleteProperty(target, name);
	const how = { value, enumerable: true, configurable: true, writable: true };
	if (value !== undefined) Object.defineProperty(target, name, how);
}

/** A model's call for a gift after some changes. */
function called(own: object, changes: Change[]): object {
	const [args, query, review] = [{ ...own }, {}, {}];
	const call = { toolParameters: args };
	const places = { call, review, tool: args, query };
	for (const one of changes) put(places[one.place], one);
	const isIn = (place: string) => changes.some((one) => one.place === place);
	if (isIn('query')) put(args, { place: 'tool', name: 'query', value: query });
	if (isIn('review')) put(call, { place: 'call', name: 'hitlParameters', value: review });
	return call;
}

const { nodes } = JSON.parse(pageText('workflows/campaign-agent.json')) as IWorkflowBase;
const shipped = (name: string): INodeParameters =>
	nodes.find((one) => one.name === name)?.parameters ?? {};
const { message } = shipped('Approve gift');
const messages = [String(message), String(message).replaceAll('$json.toolP', '$tool.p')];
/** Fields as shipped, and as owners may write them. */
const fields: INodeParameters[] = [
	{},
	{ amount: "={{ $json.amount ?? $fromAI('megabytes', '', 'number') }}" },
	{ msisdn: "={{ $tool.parameters?.phone ?? $fromAI('phone') }}" },
];

const lineOf = ({ phone, megabytes, campaign }: typeof gift) =>
	`Give ${megabytes} MB to ${phone} for ${campaign}?`;

test('of 1,000 tool calls with other arguments, nothing is given that the review did not show', async () => {
	const node = new MobileDataGifting();
	node.description = { ...node.description, name: 'mobileDataGiftingTool' };
	const base = { ...shipped('Assign data gift'), serviceKey: serviceKey('LOYALTYDATA01') };
	const credentials = n8nWith(platform.account);
	let [runs, refused] = [0, 0];
	const executions = fc.record({
		text: fc.constantFrom(...messages),
		field: fc.constantFrom(...fields),
		calls: fc.array(fc.array(change, { maxLength: 3 }), { minLength: 20, maxLength: 20 }),
	});
	const property = fc.asyncProperty(executions, async ({ text, field, calls }) => {
		const before = platform.gifts().length;
		runs += 1;
		const own = calls.map((_, at) => ({
			phone: String(999_000_001_000 + at),
			megabytes: 1 + at,
			campaign: `spring-${runs}`,
		}));
		const { shown, items } = await askAgent({
			node,
			credentials,
			message: text,
			parameters: { ...base, ...field, options: { attempts: 1, settleSeconds: 0 } },
			calls: calls.map((changes, at) => called(own[at] ?? {}, changes)),
		});
		const given = platform.gifts().slice(before);
		const lines = given.map(({ msisdn, amount, clientId }) => {
			const campaign = clientId?.endsWith(`-${msisdn}`) ? clientId.slice(0, -13) : '';
			return lineOf({ phone: msisdn, megabytes: amount, campaign });
		});
		for (const line of lines) {
			expect(shown).toContain(line);
			shown.splice(shown.indexOf(line), 1);
		}
		const honest = own.filter((_, at) => calls[at]?.length === 0).map(lineOf);
		expect(lines).toEqual(expect.arrayContaining(honest));
		refused += items.filter(({ error }) => String(error).startsWith('The tool call')).length;
	});
	await fc.assert(property, { seed: 15, numRuns: Number(process.env.TOOL_CALLS ?? 1_000) / 20 });
	expect([platform.gifts().length > 200, refused > 200]).toEqual([true, true]);
});
