import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
} from 'n8n-workflow';
import { MobileBillingApi } from '../../credentials/MobileBillingApi.credentials';
import { MobileBillingServiceApi } from '../../credentials/MobileBillingServiceApi.credentials';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { resources as billingResources } from '../../nodes/MobileBilling/operations';
import { MobileBillingTransactionTrigger } from '../../nodes/MobileBillingTransactionTrigger/MobileBillingTransactionTrigger.node';
import { MobileBillingTrigger } from '../../nodes/MobileBillingTrigger/MobileBillingTrigger.node';
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
		'mobileBilling.cancelBy': 'subscriptionId',
		'mobileBilling.filters.action': 'CHARGE',
		'mobileBilling.filters.actionStatus': 'FAILED',
		'mobileBilling.filters.billingType': 'DMB',
		'mobileBilling.filters.integrationSolution': 'API',
		'mobileBilling.filters.merchantNotificationStatus': 'FAILED',
		'mobileBilling.filters.period': 'MONTH',
		'mobileBilling.filters.subscriptionControl': 'SYSTEM',
		'mobileBilling.filters.transactionState': 'FINISHED',
		'mobileBilling.flow': 'auto',
		'mobileBilling.operation of account': 'checkSetup',
		'mobileBilling.operation of customer': 'createIdentificationLink',
		'mobileBilling.operation of payment': 'start',
		'mobileBilling.operation of subscription': 'checkStatus',
		'mobileBilling.operation of transaction': 'getMany',
		'mobileBilling.resource': 'payment',
		'mobileBillingApi.giftHeader': 'token',
		'mobileBillingApi.searchLogin': 'bearer',
		'mobileBillingApi.tokenProvider': 'identityProvider',
		'mobileBillingServiceApi.moreServices.signingAlgorithm': 'sha1',
		'mobileBillingServiceApi.signingAlgorithm': 'sha1',
		'mobileBillingTransactionTrigger.event': 'chargeFailed',
		'mobileBillingTrigger.authentication': 'signature',
		'mobileBillingTrigger.event': 'paymentResult',
		'mobileDataGifting.operation of dataGift': 'assign',
		'mobileDataGifting.operation of service': 'getBalance',
		'mobileDataGifting.resource': 'dataGift',
	});
});

test('the values that stored workflows name', () => {
	const names = [...billingResources, ...giftingResources].map(({ value, operations }) => [
		value,
		operations.map((operation) => operation.value),
	]);
	expect(Object.fromEntries(names)).toEqual({
		customer: ['createIdentificationLink', 'resolveAlias'],
		payment: ['refund', 'start', 'submitPin'],
		subscription: [
			'cancel',
			'checkStatus',
			'createIdentificationLink',
			'get',
			'getMany',
			'verifyIdentificationReturn',
		],
		transaction: ['get', 'getMany'],
		account: ['checkSetup'],
		dataGift: ['assign', 'getMany'],
		service: ['getBalance', 'getMany'],
	});
});

test('every field says what it is, and secrets are hidden while they are typed', () => {
	const described = fields.filter(
		([, { name, type }]) => !['resource', 'operation'].includes(name) && type !== 'collection',
	);
	expect(described.length).toBeGreaterThan(100);
	expect(failures(described, ({ description = '' }) => /\w+ \w+/.test(description))).toEqual([]);
	const bare = (words = '') => words.toLowerCase().replace(/^the |\.$/g, '');
	const isNews = ({ displayName, description }: INodeProperties) =>
		bare(displayName) !== bare(description);
	expect(failures(described, isNews)).toEqual([]);
	const secrets = fields.filter(([, { displayName }]) =>
		/secret|password|^pin$|signature key/i.test(displayName),
	);
	expect(secrets.length).toBeGreaterThan(6);
	expect(failures(secrets, ({ typeOptions }) => typeOptions?.password === true)).toEqual([]);
});

test('what is typed has an example, numbers a smallest value, dropdowns a way to type', () => {
	const typed = fields.filter(([, { type }]) => ['string', 'dateTime', 'json'].includes(type));
	const isHelped = ({ placeholder = '', typeOptions, default: value }: INodeProperties) =>
		typeOptions?.password === true || value !== '' || placeholder !== '';
	expect(failures(typed, isHelped)).toEqual([]);
	const numbers = fields.filter(([, { type }]) => type === 'number');
	expect(failures(numbers, ({ typeOptions }) => typeOptions?.minValue !== undefined)).toEqual([]);
	const locators = fields.filter(([, { type }]) => type === 'resourceLocator');
	expect(locators.length).toBeGreaterThan(3);
	const modesOf = ({ modes = [] }: INodeProperties) => modes.map(({ type }) => type).join();
	expect(failures(locators, (field) => modesOf(field) === 'list,string')).toEqual([]);
});

test.each(owners.map(({ name, properties }) => [name, properties] as const))(
	'%s: what a field hangs on exists',
	(name, properties) => {
		const siblings = within(name, properties).map(([, field]) => field);
		const valuesOf = (key: string): unknown[] =>
			siblings
				.filter((field) => field.name === key.replace(/^\//, ''))
				.flatMap((field) => {
					if (field.type === 'boolean') return [true, false];
					return field.type === 'string' ? [''] : choicesOf(field).map(({ value }) => value);
				});
		const isKnown = ({ displayOptions: { show, hide } = {} }: INodeProperties) =>
			Object.entries({ ...show, ...hide }).every(([key, values = []]) =>
				values.every((value) => valuesOf(key).includes(value)),
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

	test.each([
		['payment', 'start'],
		['payment', 'refund'],
		['payment', 'submitPin'],
		['subscription', 'cancel'],
		['subscription', 'checkStatus'],
		['subscription', 'verifyIdentificationReturn'],
		['dataGift', 'assign'],
	])('are the outcomes of %s %s when split, and one when not', async (resource, operation) => {
		const tables = [...billingResources, ...giftingResources];
		const { operations = [] } = tables.find(({ value }) => value === resource) ?? {};
		const { outcomes = {} } = operations.find(({ value }) => value === operation) ?? {};
		const names = Object.values(outcomes).map(({ name }) => name);
		expect(names.length).toBeGreaterThan(2);
		const type = resource === 'dataGift' ? new MobileDataGifting() : new MobileBilling();
		const parameters = { resource, operation };
		expect(await outputsOf(type, { ...parameters, splitByOutcome: true })).toEqual(names);
		expect(await outputsOf(type, parameters)).toHaveLength(1);
		expect(await outputsOf(type, parameters, 'continueErrorOutput')).toHaveLength(2);
	});

	test('are one where an operation has no outcomes, though the switch was left on', async () => {
		const parameters = { resource: 'service', operation: 'getMany', splitByOutcome: true };
		expect(await outputsOf(new MobileDataGifting(), parameters)).toHaveLength(1);
	});
});
