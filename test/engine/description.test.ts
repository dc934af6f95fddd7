import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
	type Workflow,
} from 'n8n-workflow';
import { isObject } from '../../platform/answer';
import { MobileBillingApi } from '../../credentials/MobileBillingApi.credentials';
import { MobileBillingServiceApi } from '../../credentials/MobileBillingServiceApi.credentials';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { resources as billingResources } from '../../nodes/MobileBilling/operations';
import { MobileBillingTransactionTrigger } from '../../nodes/MobileBillingTransactionTrigger/MobileBillingTransactionTrigger.node';
import { MobileBillingTrigger } from '../../nodes/MobileBillingTrigger/MobileBillingTrigger.node';
import { fieldsInSight, isWrite, optionsOf } from '../../nodes/engine/panel/options';
import { outcomesOf } from '../../nodes/engine/panel/options';
import { MobileDataCampaign } from '../../nodes/MobileDataCampaign/MobileDataCampaign.node';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { resources as giftingResources } from '../../nodes/MobileDataGifting/operations';
import { nodeOf, workflowOf } from '../support/n8n';
import { accountAt, n8nWith } from '../support/platform';

/** A field with the way to it, such as `mobileBilling.filters.action`. */
type Placed = [path: string, field: INodeProperties];

function within(path: string, fields: INodeProperties[]): Placed[] {
	return fields.flatMap((field): Placed[] => {
		const own = `${path}.${field.name}`;
		const inner = (field.options ?? []).flatMap((option) => {
			if ('values' in option) return within(own, option.values);
			return 'type' in option ? within(own, [option]) : [];
		});
		return [[own, field], ...inner];
	});
}

const resources = [...billingResources, ...giftingResources];
const operations = resources.flatMap((one) => one.operations);
const actionNodes = [new MobileBilling(), new MobileDataGifting()];
const nodes = [
	...actionNodes,
	new MobileDataCampaign(),
	new MobileBillingTrigger(),
	new MobileBillingTransactionTrigger(),
];
const credentials = [new MobileBillingApi(), new MobileBillingServiceApi()];
const owners = [...nodes.map(({ description }) => description), ...credentials];
const all = owners.flatMap(({ name, properties }) => within(name, properties));
const fields = all.filter(([, { type }]) => !['hidden', 'notice'].includes(type));

/** Names all faults, so that one run shows them together. */
const failures = (placed: Placed[], check: (field: INodeProperties) => boolean) =>
	placed.filter(([, field]) => !check(field)).map(([path]) => path);
const choicesOf = ({ options = [] }: INodeProperties) =>
	options.filter((option): option is INodePropertyOptions => 'value' in option);

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean);
const isShort = (text = '') => wordsIn(text).length < 20 && !/[.] |[.]$/.test(text);
const isExample = (text: string) => text.startsWith('e.g. ');

// n8n's lint rules see only fields that are written out.
test('labels are in title case, and booleans say whether', () => {
	const small = /^(and|as|for|if|in|of|or|per|to|at|by|with|from|on|the|a)$/;
	const isTitle = (label: string) =>
		wordsIn(label).every((word, at) => !/^[a-z]/.test(word) || (at > 0 && small.test(word)));
	expect(failures(fields, ({ displayName }) => isTitle(displayName))).toEqual([]);
	const flags = fields.filter(([, { type }]) => type === 'boolean');
	expect(flags.length).toBeGreaterThan(5);
	expect(failures(flags, ({ description = '' }) => description.startsWith('Whether '))).toEqual([]);
});

test('labels have one to four words, descriptions are one short sentence, and notices two lines', () => {
	/** A unit or code in brackets is no word. */
	const isLabel = (label: string) => /^\S+( \S+){0,3}$/.test(label.replace(/ \(.*\)$/, ''));
	expect(failures(fields, ({ displayName }) => isLabel(displayName))).toEqual([]);
	expect(failures(fields, ({ description }) => isShort(description))).toEqual([]);
	const groups = fields.flatMap(([, { options = [] }]) =>
		options.flatMap((one) => ('values' in one ? one.displayName : [])),
	);
	expect(groups).toContain('Parameter');
	expect(groups.filter((label) => !isLabel(label))).toEqual([]);
	const choices = fields.flatMap(([, field]) => choicesOf(field));
	const isFine = (one: INodePropertyOptions) => isLabel(one.name) && isShort(one.description);
	expect(choices.filter((choice) => !isFine(choice))).toEqual([]);
	const notices = all.filter(([, { type }]) => type === 'notice');
	expect(failures(notices, ({ displayName }) => wordsIn(displayName).length <= 20)).toEqual([]);
});

test('an operation has no field twice, but where only one of them is shown', () => {
	const names = operations.map((one) =>
		[...fieldsInSight(one), ...optionsOf(one)].map(
			({ name, displayOptions }) => name + JSON.stringify(displayOptions),
		),
	);
	expect(names.filter((own) => new Set(own).size < own.length)).toEqual([]);
});

test('text fields have an example, secrets are hidden, numbers have a smallest value', () => {
	const typed = fields.filter(([, { type }]) => ['string', 'dateTime', 'json'].includes(type));
	const isHelped = ({ placeholder = '', typeOptions }: INodeProperties) =>
		typeOptions?.password === true || isExample(placeholder);
	expect(failures(typed, isHelped)).toEqual([]);
	const secret = /secret|password|^pin$|signature key|(access|refresh) token/i;
	const secrets = all.filter(([, { displayName }]) => secret.test(displayName));
	expect(secrets.length).toBeGreaterThan(8);
	expect(failures(secrets, ({ typeOptions }) => typeOptions?.password === true)).toEqual([]);
	const numbers = fields.filter(([, { type }]) => type === 'number');
	expect(failures(numbers, ({ typeOptions }) => typeOptions?.minValue !== undefined)).toEqual([]);
	const locators = fields.filter(([, { type }]) => type === 'resourceLocator');
	expect(locators.length).toBeGreaterThan(3);
	const isPicked = ({ modes: [list, id, ...more] = [] }: INodeProperties) =>
		list?.type === 'list' &&
		id?.type === 'string' &&
		isExample(id.placeholder ?? '') &&
		more.length === 0;
	expect(failures(locators, isPicked)).toEqual([]);
});

test.each(owners.map(({ name, properties }) => [name, properties] as const))(
	'%s: the fields in conditions of others exist',
	(name, properties) => {
		const siblings = within(name, properties).map(([, field]) => field);
		const valuesOf = (key: string): unknown[] =>
			siblings
				.filter((field) => field.name === key.replace(/^\/(.*\.)?/, ''))
				.flatMap((field) => {
					if (field.type === 'boolean') return [true, false];
					return field.type === 'string' ? [''] : choicesOf(field).map(({ value }) => value);
				});
		const isKnown = ({ displayOptions: { show, hide } = {} }: INodeProperties) =>
			Object.entries({ ...show, ...hide }).every(([key, values = []]) =>
				values.every((value) =>
					isObject(value) ? valuesOf(key).length > 0 : valuesOf(key).includes(value),
				),
			);
		expect(failures(within(name, properties), isKnown)).toEqual([]);
	},
);

test('an operation that changes something has a Mode that sends nothing until it is set, and says what it would do', () => {
	const modes = actionNodes.flatMap(({ description: { properties } }) =>
		properties.filter(({ name }) => name === 'mode'),
	);
	const isSafe = ({ default: preset, noDataExpression }: INodeProperties) =>
		preset === 'check' && noDataExpression === true;
	const changing = operations.filter(isWrite);
	expect(modes.filter(isSafe)).toHaveLength(changing.length);
	expect(changing.every((one) => 'wouldDo' in one)).toBe(true);
});

test('a model that uses a node as a tool reads what costs something', () => {
	const words = {
		money: 'costs the customer money',
		data: 'spends your data',
		refund: "returns the customer's money",
		nothing: undefined,
	};
	const listed = actionNodes.flatMap(({ description }) =>
		description.properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options = [] }) => options as INodePropertyOptions[]),
	);
	for (const { name, action, costs } of operations) {
		const option = listed.find((one) => one.name === name && one.action === action);
		expect(option?.description).toMatch(/^[A-Z](\S+ ){4,}/);
		const said = Object.values(words).filter((one) => one && option?.description?.includes(one));
		expect(said).toEqual(costs === 'nothing' ? [] : [words[costs]]);
	}
	expect(nodes.filter(({ description }) => description.usableAsTool)).toEqual(actionNodes);
});

const start = { resource: 'payment', operation: 'start' };

test.each([
	[{}, true, 1],
	[{ redirect: true }, true, 1],
	[{ redirect: false }, false, 0],
	[{ redirect: '={{ $json.redirect }}' }, false, 1],
])('n8n asks for a Return URL with %j: %s', (additionalFields, isRequired, shown) => {
	const type = new MobileBilling();
	const parameters = { ...start, price: '1', additionalFields };
	const node = nodeOf(type, n8nWith(accountAt('https://billing.example.com')), parameters);
	const { properties } = type.description;
	const issues = NodeHelpers.getNodeParametersIssues(properties, node, type.description);
	expect(Object.keys(issues?.parameters ?? {})).toEqual(isRequired ? ['returnurl'] : []);
	const isShown = (one: INodeProperties) =>
		one.name === 'returnurl' &&
		NodeHelpers.displayParameter(node.parameters, one, node, type.description) &&
		one.displayOptions?.show?.operation?.includes('start');
	expect(properties.filter(isShown)).toHaveLength(shown);
});

/** Has n8n evaluate something of a node, as its editor and its engine do. */
async function evaluated<Result>(
	type: INodeType,
	parameters: INodeParameters,
	evaluate: (workflow: Workflow, node: INode) => Result,
): Promise<Result> {
	const credentials = n8nWith(accountAt('https://billing.example.com'));
	const node = nodeOf(type, credentials, parameters);
	const workflow = workflowOf([node], [type]);
	await workflow.expression.acquireIsolate();
	try {
		return evaluate(workflow, node);
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

const choosable = resources.flatMap(({ value: resource, operations }) =>
	operations.map((operation) => ({ resource, operation })),
);
test.each(choosable)(
	'$resource $operation.value has its outcomes as outputs when split, in few words',
	async ({ resource, operation }) => {
		const names = Object.values(outcomesOf(operation) ?? {});
		expect(names.filter((name) => name.length > 12)).toEqual([]);
		expect(new Set(names).size).toBe(names.length);
		const isGifting = ['dataGift', 'service'].includes(resource);
		const type = isGifting ? new MobileDataGifting() : new MobileBilling();
		const outputsOf = async (parameters: INodeParameters) =>
			await evaluated(type, parameters, (workflow, node) =>
				NodeHelpers.getNodeOutputs(workflow, node, type.description).map((output) =>
					typeof output === 'string' ? output : output.displayName,
				),
			);
		const parameters = { resource, operation: operation.value };
		const split = { ...parameters, options: { splitByOutcome: true } };
		expect(await outputsOf(split)).toEqual(names.length > 0 ? names : ['main']);
		expect(await outputsOf(parameters)).toEqual(['main']);
	},
);
