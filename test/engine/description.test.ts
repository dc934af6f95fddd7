import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHelpers, type INodeProperties } from 'n8n-workflow';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { assigning } from '../support/gifting';
import { nodeOf, workflowOf } from '../support/n8n';
import { accountAt, n8nWith } from '../support/platform';

const type = new MobileDataGifting();
const { description } = type;
const credentials = n8nWith(accountAt('https://billing.example.com'));

/** The fields the editor shows for an operation, beside Resource and Operation. */
function fieldsOf(resource: string, operation: string): INodeProperties[] {
	const parameters = { resource, operation, campaign: 'spring', checkBalance: true };
	return description.properties.filter(
		(property) =>
			!['resource', 'operation'].includes(property.name) &&
			NodeHelpers.displayParameter(parameters, property, null, description),
	);
}

const valuesOf = (property?: INodeProperties) =>
	(property?.options ?? []).map((option) => ('value' in option ? option.value : undefined));

test('resources and operations keep the values that workflows have stored', () => {
	const [resource, ...rest] = description.properties;
	expect(resource?.name).toBe('resource');
	const table = Object.fromEntries(
		valuesOf(resource).map((value) => [
			value,
			valuesOf(
				rest.find(
					({ name, displayOptions }) =>
						name === 'operation' && displayOptions?.show?.resource?.includes(value ?? ''),
				),
			),
		]),
	);
	expect(table).toEqual({ dataGift: ['assign', 'getMany'], service: ['getBalance', 'getMany'] });
});

test.each([
	[
		'dataGift',
		'assign',
		[
			'serviceKey',
			'msisdn',
			'amount',
			'campaign',
			'skipAlreadyGifted',
			'clientId',
			'checkBalance',
			'operator',
			'splitByOutcome',
			'options',
		],
	],
	['dataGift', 'getMany', ['serviceKey', 'msisdn', 'options']],
	['service', 'getBalance', ['serviceKey', 'operator', 'options']],
	['service', 'getMany', ['merchantId', 'options']],
])('%s %s has the fields %j', (resource, operation, names) => {
	expect(fieldsOf(resource, operation).map(({ name }) => name)).toEqual(names);
});

test('what is about the balance is not in the way of other gifts, and what a campaign skips can always be switched', () => {
	const shown = description.properties.filter((property) =>
		NodeHelpers.displayParameter(
			{ resource: 'dataGift', operation: 'assign', campaign: '', checkBalance: false },
			property,
			null,
			description,
		),
	);
	const names = shown.map(({ name }) => name);
	expect(names).toEqual(
		expect.arrayContaining(['campaign', 'skipAlreadyGifted', 'clientId', 'checkBalance']),
	);
	expect(names).not.toContain('operator');
});

test('every field has a description, and a placeholder where something is typed', () => {
	const all = description.properties.filter(
		({ name, type: kind }) => !['resource', 'operation'].includes(name) && kind !== 'collection',
	);
	for (const { name, type: kind, description: words, placeholder, modes } of all) {
		expect([name, words]).toEqual([name, expect.stringMatching(/\w+ \w+/)]);
		if (kind === 'boolean') continue;
		const placeholders = modes ? modes.map((mode) => mode.placeholder) : [placeholder];
		for (const helps of placeholders) {
			expect([name, helps]).toEqual([name, expect.stringMatching(/./)]);
		}
	}
});

test('every option of a run has a description and a default', () => {
	const options = description.properties.find(({ name }) => name === 'options')?.options ?? [];
	expect(options).toContainEqual(expect.objectContaining({ name: 'concurrency', default: 10 }));
	for (const option of options) {
		expect(option).toMatchObject({ description: expect.stringMatching(/\w+ \w+/) });
		expect(option).toHaveProperty('default');
	}
});

test('service and operator are picked from a list or typed', () => {
	for (const { modes } of fieldsOf('service', 'getBalance').slice(0, 2)) {
		expect(modes?.map(({ name, type: kind }) => [name, kind])).toEqual([
			['list', 'list'],
			['id', 'string'],
		]);
		const [list] = modes ?? [];
		expect(list?.typeOptions?.searchable).toBe(true);
		expect(type.methods.listSearch).toHaveProperty(list?.typeOptions?.searchListMethod ?? '');
	}
});

test('the phone number is optional where a list is asked for, and required for a gift', () => {
	const required = (operation: string) =>
		fieldsOf('dataGift', operation).find(({ name }) => name === 'msisdn')?.required ?? false;
	expect(required('assign')).toBe(true);
	expect(required('getMany')).toBe(false);
});

test('an AI agent can use it as a tool', () => {
	expect(description.usableAsTool).toBe(true);
});

test('has an icon for light and one for dark', () => {
	const { icon } = description;
	const { light, dark } = icon as { light: string; dark: string };
	expect(light).not.toBe(dark);
	for (const file of [light, dark]) {
		const path = file.replace(/^file:/, '');
		expect(existsSync(join(__dirname, '../../nodes/MobileDataGifting', path))).toBe(true);
	}
});

test.each([
	['dataGift', 'assign'],
	['dataGift', 'getMany'],
	['service', 'getBalance'],
	['service', 'getMany'],
])(
	'n8n finds one output for %s %s, and a second for errors when it is asked for',
	(resource, operation) => {
		const node = nodeOf(type, credentials, { ...assigning, resource, operation });
		const workflow = workflowOf([node], [type]);
		const outputs = (onError?: 'continueErrorOutput') =>
			NodeHelpers.getConnectionTypes(
				NodeHelpers.getNodeOutputs(workflow, { ...node, onError }, description),
			);
		expect(outputs()).toEqual(['main']);
		expect(outputs('continueErrorOutput')).toEqual(['main', 'main']);
	},
);
