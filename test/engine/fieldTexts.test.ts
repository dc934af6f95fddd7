import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { MobileBillingApi } from '../../credentials/MobileBillingApi.credentials';
import { MobileBillingServiceApi } from '../../credentials/MobileBillingServiceApi.credentials';
import type { Resource } from '../../nodes/engine/operation';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { resources as billingResources } from '../../nodes/MobileBilling/operations';
import { MobileBillingTransactionTrigger } from '../../nodes/MobileBillingTransactionTrigger/MobileBillingTransactionTrigger.node';
import { MobileBillingTrigger } from '../../nodes/MobileBillingTrigger/MobileBillingTrigger.node';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { resources as giftingResources } from '../../nodes/MobileDataGifting/operations';

/** A field with the way to it: `Node › Collection › Field`, and whether it lies in a collection. */
type Placed = [path: string, field: INodeProperties, isInner: boolean];

const isField = (option: unknown): option is INodeProperties =>
	typeof option === 'object' && option !== null && 'type' in option;

function within(path: string, fields: INodeProperties[], isInner = false): Placed[] {
	return fields.flatMap((field): Placed[] => {
		const own = `${path} › ${field.name}`;
		const inner = (field.options ?? []).flatMap((option) => {
			if ('values' in option) return within(`${own} › ${option.name}`, option.values, true);
			return isField(option) ? within(own, [option], true) : [];
		});
		return [[own, field, isInner], ...inner];
	});
}

const nodes = [
	new MobileBilling(),
	new MobileDataGifting(),
	new MobileBillingTrigger(),
	new MobileBillingTransactionTrigger(),
];
const actionNodes = [new MobileBilling(), new MobileDataGifting()];
const credentials = [new MobileBillingApi(), new MobileBillingServiceApi()];

const inNodes = nodes.flatMap(({ description: { name, properties } }) => within(name, properties));
const inCredentials = credentials.flatMap(({ name, properties }) => within(name, properties));
const all = [...inNodes, ...inCredentials].filter(([, { type }]) => type !== 'hidden');
const notices = all.filter(([, { type }]) => type === 'notice');
const fields = all.filter(([, { type }]) => type !== 'notice');
/** Resource and Operation are n8n's own words; a collection is described by what its button adds. */
const described = fields.filter(
	([, { name, type }]) => !['resource', 'operation'].includes(name) && type !== 'collection',
);
const typed = fields.filter(([, { type }]) =>
	['string', 'number', 'dateTime', 'json'].includes(type),
);

const choicesOf = ({ options = [] }: INodeProperties) =>
	options.filter((option): option is INodePropertyOptions => 'value' in option);

/** The values a field is known to take; of one that is typed, that it is empty. */
function valuesOfField(field: INodeProperties): unknown[] {
	if (field.type === 'boolean') return [true, false];
	return field.type === 'string' ? [''] : choicesOf(field).map(({ value }) => value);
}

/** Each line of `failures` names what is wrong, so that one run shows all of it. */
function failures(placed: Placed[], check: (field: INodeProperties) => boolean): string[] {
	return placed.filter(([, field]) => !check(field)).map(([path]) => path);
}

const smallWords = /^(a|an|and|as|at|by|for|from|in|of|on|or|per|the|to|with)$/;
const isTitleCase = (words: string) =>
	words.split(' ').every((word, index) => {
		return /^[(A-Z0-9]/.test(word) || (index > 0 && smallWords.test(word)) || word === 'n8n';
	}) && !/[.:]$/.test(words);

/** n8n's own style: a full stop only where there is more than one sentence. */
const isWellPunctuated = (words: string) => {
	const sentences = words.split(/(?<=[.!?]) (?=[A-Z0-9])/);
	return /^["A-Z]/.test(words) && words.endsWith('.') === sentences.length > 1;
};

test('there is something to check', () => {
	expect(fields.length).toBeGreaterThan(100);
	expect(typed.length).toBeGreaterThan(50);
});

test('labels are in title case', () => {
	expect(failures(fields, ({ displayName }) => isTitleCase(displayName))).toEqual([]);
});

test('the names of choices are in title case', () => {
	const written = fields.filter(
		([, field]) => !choicesOf(field).every(({ name, value }) => name === value),
	);
	expect(
		failures(written, (field) => choicesOf(field).every(({ name }) => isTitleCase(name))),
	).toEqual([]);
});

test('every field says in a sentence what it is', () => {
	expect(failures(described, ({ description = '' }) => /\w+ \w+/.test(description))).toEqual([]);
});

test('descriptions begin with a capital and end as n8n ends them', () => {
	const withWords = described.filter(([, { description }]) => description);
	expect(failures(withWords, ({ description = '' }) => isWellPunctuated(description))).toEqual([]);
});

test('descriptions have three sentences at most', () => {
	const sentences = (words: string) => words.split(/[.!?](?: |$)/).filter(Boolean).length;
	expect(failures(described, ({ description = '' }) => sentences(description) <= 3)).toEqual([]);
});

test('no description repeats its label', () => {
	const bare = (words = '') => words.toLowerCase().replace(/^the |\.$/g, '');
	expect(
		failures(described, ({ displayName, description }) => bare(displayName) !== bare(description)),
	).toEqual([]);
});

test('what is typed has an example, unless it is secret or filled in', () => {
	const isHelped = ({ placeholder = '', typeOptions, default: value }: INodeProperties) =>
		typeOptions?.password === true || value !== '' || placeholder !== '';
	expect(failures(typed, isHelped)).toEqual([]);
	const instructs = /^(enter|type|your|e\.g\.|the)\b/i;
	expect(failures(typed, ({ placeholder = '' }) => !instructs.test(placeholder))).toEqual([]);
});

test('numbers have a smallest value', () => {
	const numbers = fields.filter(([, { type }]) => type === 'number');
	expect(failures(numbers, ({ typeOptions }) => typeOptions?.minValue !== undefined)).toEqual([]);
});

test('what can be added says so on its button', () => {
	const added = fields.filter(([, { type }]) => ['collection', 'fixedCollection'].includes(type));
	expect(failures(added, ({ placeholder = '' }) => /^Add [a-z]/.test(placeholder))).toEqual([]);
});

test('lists that are fetched can be searched, and the value typed instead', () => {
	const locators = fields.filter(([, { type }]) => type === 'resourceLocator');
	expect(locators.length).toBeGreaterThan(3);
	expect(
		failures(locators, ({ modes = [] }) => {
			const [list, id] = modes;
			return list?.typeOptions?.searchable === true && /^[A-Z0-9_]+$/.test(id?.placeholder ?? '');
		}),
	).toEqual([]);
});

test('secrets are hidden while they are typed', () => {
	const secret = fields.filter(([, { displayName }]) =>
		/secret|password|^pin$|signature key/i.test(displayName),
	);
	expect(secret.length).toBeGreaterThan(6);
	expect(failures(secret, ({ typeOptions }) => typeOptions?.password === true)).toEqual([]);
});

test('notices are whole sentences', () => {
	expect(notices.length).toBeGreaterThan(2);
	expect(failures(notices, ({ displayName }) => /^[A-Z].*\.$/.test(displayName))).toEqual([]);
});

describe('fields are shown only where they apply', () => {
	it.each(actionNodes.map(({ description }) => [description.displayName, description] as const))(
		'%s: each belongs to its operations',
		(_, { name, properties }) => {
			const own = within(name, properties).filter(
				([, field, isInner]) =>
					!isInner && !['resource', 'operation', 'options'].includes(field.name),
			);
			expect(own.length).toBeGreaterThan(5);
			const isBound = ({ displayOptions }: INodeProperties) =>
				displayOptions?.show?.resource?.length === 1 &&
				(displayOptions.show.operation?.length ?? 0) > 0;
			expect(failures(own, isBound)).toEqual([]);
		},
	);

	it.each(
		[...nodes.map(({ description }) => description), ...credentials].map(
			(one) => [one.name, one.properties] as const,
		),
	)('%s: what a field hangs on exists', (name, properties) => {
		const siblings = within(name, properties).map(([, field]) => field);
		const valuesOf = (key: string) =>
			siblings.filter((field) => field.name === key.replace(/^\//, '')).flatMap(valuesOfField);
		const isKnown = ({ displayOptions: { show, hide } = {} }: INodeProperties) =>
			Object.entries({ ...show, ...hide }).every(([key, values = []]) =>
				values.every((value) => valuesOf(key).includes(value)),
			);
		expect(failures(within(name, properties), isKnown)).toEqual([]);
	});
});

describe('for a model that uses the node as a tool', () => {
	const operations = [...billingResources, ...giftingResources].flatMap(
		({ value, operations: own }: Resource) =>
			own.map((operation) => [`${value}.${operation.value}`, operation] as const),
	);

	it.each(operations)('%s says what it does', (_, { description, action }) => {
		expect(description).toMatch(/^[A-Z](\S+ ){4,}/);
		expect(action).toMatch(/^[A-Z][a-zA-Z ]+$/);
	});

	it.each(operations.filter(([, { effect }]) => ['write', 'attempt'].includes(effect)))(
		'%s says that it costs something',
		(_, { description }) => {
			expect(description).toMatch(/costs the customer money|charges the customer|spends your data/);
		},
	);

	it.each(operations.filter(([, { effect }]) => !['write', 'attempt'].includes(effect)))(
		'%s does not frighten',
		(_, { description }) => {
			expect(description).not.toMatch(/\b(costs|charges|spends)\b/);
		},
	);

	it('nodes that can be tools are the ones that act', () => {
		const tools = nodes.filter(({ description }) => description.usableAsTool);
		expect(tools.map(({ description }) => description.name)).toEqual([
			'mobileBilling',
			'mobileDataGifting',
		]);
	});
});
