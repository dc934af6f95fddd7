import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
} from 'n8n-workflow';
import { isObject } from '../../platform/answer';
import { MobileBillingApi } from '../../credentials/MobileBillingApi.credentials';
import { MobileBillingServiceApi } from '../../credentials/MobileBillingServiceApi.credentials';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { resources as billingResources } from '../../nodes/MobileBilling/operations';
import { MobileBillingTransactionTrigger } from '../../nodes/MobileBillingTransactionTrigger/MobileBillingTransactionTrigger.node';
import { MobileBillingTrigger } from '../../nodes/MobileBillingTrigger/MobileBillingTrigger.node';
import { outcomesOf } from '../../nodes/engine/outcomes';
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

const actionNodes = [new MobileBilling(), new MobileDataGifting()];
const nodes = [...actionNodes, new MobileBillingTrigger(), new MobileBillingTransactionTrigger()];
const owners = [
	...nodes.map(({ description }) => description),
	new MobileBillingApi(),
	new MobileBillingServiceApi(),
];
const all = owners.flatMap(({ name, properties }) => within(name, properties));
const fields = all.filter(([, { type }]) => !['hidden', 'notice'].includes(type));

/** Names what is wrong, so that one run shows all of it. */
const failures = (placed: Placed[], check: (field: INodeProperties) => boolean) =>
	placed.filter(([, field]) => !check(field)).map(([path]) => path);
const choicesOf = ({ options = [] }: INodeProperties) =>
	options.filter((option): option is INodePropertyOptions => 'value' in option);

// n8n leaves defaults out of stored workflows: another default changes what they do.
test('the defaults that stored workflows rely on', () => {
	const listed = fields.filter(([, { type }]) => type === 'options');
	const defaults = listed.map(([path, { displayOptions, default: value }]) => {
		const resource = displayOptions?.show?.resource?.join() ?? '';
		return [path.endsWith('.operation') ? `${path} of ${resource}` : path, value];
	});
	expect(Object.fromEntries(defaults)).toEqual({
		'mobileBilling.additionalFields.flow': 'auto',
		'mobileBilling.cancelBy': 'subscriptionId',
		'mobileBilling.filters.action': 'CHARGE',
		'mobileBilling.filters.actionStatus': 'FAILED',
		'mobileBilling.filters.billingType': 'DMB',
		'mobileBilling.filters.integrationSolution': 'API',
		'mobileBilling.filters.merchantNotificationStatus': 'FAILED',
		'mobileBilling.filters.period': 'MONTH',
		'mobileBilling.filters.subscriptionControl': 'SYSTEM',
		'mobileBilling.filters.transactionState': 'FINISHED',
		'mobileBilling.operation of account': 'checkSetup',
		'mobileBilling.operation of customer': 'createIdentificationLink',
		'mobileBilling.operation of payment': 'start',
		'mobileBilling.operation of subscription': 'checkStatus',
		'mobileBilling.operation of transaction': 'getMany',
		'mobileBilling.resource': 'payment',
		'mobileBillingApi.giftHeader': 'token',
		'mobileBillingApi.searchLogin': 'bearer',
		'mobileBillingServiceApi.moreServices.signingAlgorithm': 'sha1',
		'mobileBillingServiceApi.signingAlgorithm': 'sha1',
		'mobileBillingTransactionTrigger.event': 'chargeFailed',
		'mobileBillingTrigger.authentication': 'signature',
		'mobileBillingTrigger.event': 'paymentResult',
		'mobileDataGifting.duplicates': 'skip',
		'mobileDataGifting.operation of dataGift': 'assign',
		'mobileDataGifting.operation of service': 'getBalance',
		'mobileDataGifting.resource': 'dataGift',
	});
});

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean);
const small = /^(a|an|and|as|at|by|for|from|if|in|of|on|or|per|the|to|with)$/;
/** Title Case in at most four words; a unit or code in brackets is no word. */
const isLabel = (label: string) => {
	const words = wordsIn(label.replace(/\(.*\)$/, ''));
	const isTitle = (word: string, at: number) =>
		/^[A-Z0-9]/.test(word) || (at > 0 && small.test(word));
	return words.length > 0 && words.length <= 4 && words.every(isTitle);
};
/** One sentence under 20 words, as n8n writes them. */
const isDescription = (text = '') =>
	wordsIn(text).length < 20 && /^[A-Z].*[^.]$/s.test(text) && !text.includes('. ');
const isExample = (text: string) => text.startsWith('e.g. ');

test('labels have at most four words in title case', () => {
	expect(failures(fields, ({ displayName }) => isLabel(displayName))).toEqual([]);
	const choices = fields.flatMap(([path, field]) =>
		choicesOf(field).map(({ name }): [string, string] => [`${path}: ${name}`, name]),
	);
	expect(choices.length).toBeGreaterThan(60);
	expect(choices.filter(([, name]) => !isLabel(name)).map(([path]) => path)).toEqual([]);
});

test('descriptions are one short sentence without a full stop, and those of switches say "Whether to"', () => {
	const isOwnWord = ({ name }: INodeProperties) => ['resource', 'operation'].includes(name);
	const isBare = ({ name, type }: INodeProperties) =>
		type === 'collection' && ['additionalFields', 'filters', 'options'].includes(name);
	const isDescribed = (field: INodeProperties) =>
		isOwnWord(field) || isBare(field) || isDescription(field.description);
	expect(failures(fields, isDescribed)).toEqual([]);
	const switches = fields.filter(([, { type }]) => type === 'boolean');
	expect(
		failures(switches, ({ description = '' }) => description.startsWith('Whether to ')),
	).toEqual([]);
	const choices = fields.flatMap(([path, field]) =>
		choicesOf(field).map((choice): [string, string?] => [
			`${path}: ${choice.name}`,
			choice.description,
		]),
	);
	const bad = choices.filter(([, text]) => text !== undefined && !isDescription(text));
	expect(bad.map(([path]) => path)).toEqual([]);
	const notices = all.filter(([, { type }]) => type === 'notice');
	expect(failures(notices, ({ displayName }) => wordsIn(displayName).length < 20)).toEqual([]);
});

test('what is typed has an example, secrets are hidden, numbers have a smallest value', () => {
	const typed = fields.filter(([, { type }]) => ['string', 'dateTime', 'json'].includes(type));
	const isHelped = ({ placeholder = '', typeOptions }: INodeProperties) =>
		typeOptions?.password === true || isExample(placeholder);
	expect(failures(typed, isHelped)).toEqual([]);
	const secrets = fields.filter(([, { displayName }]) =>
		/secret|password|^pin$|signature key/i.test(displayName),
	);
	expect(secrets.length).toBeGreaterThan(6);
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

test('actions are a verb and an object without article', () => {
	const operations = [...billingResources, ...giftingResources].flatMap((one) => one.operations);
	for (const { name, action } of operations) {
		expect(action).toMatch(/^[A-Z]\S+( \S+)+$/);
		expect(action).not.toMatch(/ (a|an|the) |\.$/);
		expect(action.split(' ')[0]).toBe(name.split(' ')[0]);
	}
});

test('an option is there only where it acts', () => {
	const optionsFor = (operation: string) => {
		const own = actionNodes.flatMap(({ description: { name, properties } }) =>
			properties
				.filter((field) => field.name === 'options')
				.filter(
					({ displayOptions: { show = {} } = {} }) =>
						operation === `${String(show.resource)}.${String(show.operation)}`,
				)
				.flatMap((field) => within(name, [field])),
		);
		return own.map(([, { name }]) => name);
	};
	const everywhere = ['batching', 'concurrency', 'requestsPerSecond', 'timeout', 'advancedRetry'];
	const read = ['maxTries', 'retryFor', 'stopAfterFailures'];
	const write = ['dryRun', 'simplify', 'splitByOutcome'];
	const timed = ['settlingTime', 'sendUntil'];
	const own = ['checkBalance', 'clientId', 'operator'];
	for (const [operation, names] of [
		['dataGift.assign', [...everywhere, ...read, ...write, ...own, ...timed]],
		['payment.refund', [...everywhere, ...read, ...write, ...timed]],
		['payment.submitPin', [...everywhere, ...write, 'stopAfterFailures']],
		['transaction.getMany', [...everywhere, ...read]],
		['subscription.checkStatus', [...everywhere, ...read, 'splitByOutcome']],
		['account.checkSetup', ['batching', 'requestsPerSecond', 'timeout']],
		['subscription.verifyIdentificationReturn', ['splitByOutcome']],
		['customer.createIdentificationLink', []],
	] as const) {
		expect(
			optionsFor(operation)
				.filter((name) => name !== 'options')
				.sort(),
		).toEqual([...names].sort());
	}
});

test.each(owners.map(({ name, properties }) => [name, properties] as const))(
	'%s: what a field hangs on exists',
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
				values.every((value) => valuesOf(key).includes(isObject(value) ? '' : value)),
			);
		expect(failures(within(name, properties), isKnown)).toEqual([]);
	},
);

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
	for (const { name, action, costs } of [...billingResources, ...giftingResources].flatMap(
		({ operations }) => operations,
	)) {
		const option = listed.find((one) => one.name === name && one.action === action);
		expect(option?.description).toMatch(/^[A-Z](\S+ ){4,}/);
		const said = Object.values(words).filter((one) => one && option?.description?.includes(one));
		expect(said).toEqual(costs === 'nothing' ? [] : [words[costs]]);
	}
	const tools = nodes.filter(({ description }) => description.usableAsTool);
	expect(tools).toEqual(actionNodes);
});

describe('the outputs that n8n finds for a node', () => {
	/** As n8n's editor and engine evaluate them. */
	async function outputsOf(type: INodeType, parameters: INodeParameters, onError?: string) {
		const credentials = n8nWith(accountAt('https://billing.example.com'));
		const node = { ...nodeOf(type, credentials, parameters), onError: onError as undefined };
		const workflow = workflowOf([node], [type]);
		await workflow.expression.acquireIsolate();
		try {
			return NodeHelpers.getNodeOutputs(workflow, node, type.description).map((output) =>
				typeof output === 'string' ? output : output.displayName,
			);
		} finally {
			await workflow.expression.releaseIsolate();
		}
	}

	const splitting = [...billingResources, ...giftingResources].flatMap((one) =>
		one.operations.map((operation) => ({ resource: one.value, operation })),
	);
	test.each(splitting.filter(({ operation }) => outcomesOf(operation)))(
		'are the outcomes of $resource $operation.value when split, in few words, and one when not',
		async ({ resource, operation }) => {
			const names = Object.values(outcomesOf(operation) ?? {}).map(({ name }) => name);
			expect(names.filter((name) => name.length > 12)).toEqual([]);
			expect(new Set(names).size).toBe(names.length);
			const type = resource === 'dataGift' ? new MobileDataGifting() : new MobileBilling();
			const parameters = { resource, operation: operation.value };
			const split = { ...parameters, options: { splitByOutcome: true } };
			expect(await outputsOf(type, split)).toEqual(names);
			expect(await outputsOf(type, parameters)).toEqual(['main']);
			const withErrors = await outputsOf(type, parameters, 'continueErrorOutput');
			expect(withErrors).toEqual(['Success', 'Error']);
		},
	);

	test('are one where an operation has no outcomes, though the switch was left on', async () => {
		const read = { resource: 'service', operation: 'getMany' };
		const parameters = { ...read, options: { splitByOutcome: true } };
		expect(await outputsOf(new MobileDataGifting(), parameters)).toEqual(['main']);
	});
});
