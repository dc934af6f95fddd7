import type { INodeProperties } from 'n8n-workflow';
import { innerFieldsOf } from '../../nodes/engine/panel/fields';

/** The visible fields, those of a collection below it. `elsewhere` gives a link where a field is described already. */
export function fieldList(
	fields: INodeProperties[],
	elsewhere: (field: INodeProperties) => string | undefined = () => undefined,
): string {
	const own = new FieldList(withInner(fields)).of(fields.filter((field) => !elsewhere(field)));
	const places = new Set(fields.flatMap((field) => elsewhere(field) ?? []));
	const others = [...places].map((place) => {
		const names = fields.filter((field) => elsewhere(field) === place).map(headOf);
		return `- ${names.join(', ')}: as in ${place}.`;
	});
	return [own, ...others].filter(Boolean).join('\n');
}

/**
 * The options of all operations of a node, each once, with the operations that have it. An option that another page
 * describes (`known`) is only named.
 */
export function optionList(
	properties: INodeProperties[],
	names: Map<string, string>,
	known: { place: string; options: INodeProperties[] },
): string {
	const list = new FieldList(withInner(properties));
	const collections = collectionsIn(properties);
	const operationsWith = ({ displayOptions }: INodeProperties) =>
		(displayOptions?.show?.operation ?? [...names.keys()]).map(
			(one) => names.get(String(one)) ?? '',
		);
	const having = new Set(
		// An operation with a single option has no options for sending.
		collections.filter((one) => innerFieldsOf(one).length > 1).flatMap(operationsWith),
	);
	const found = new Map<string, { option: INodeProperties; own: Set<string> }>();
	for (const collection of collections) {
		for (const option of innerFieldsOf(collection)) {
			const { own = [] } = found.get(option.displayName) ?? {};
			const operations = new Set([...own, ...operationsWith(collection)]);
			found.set(option.displayName, { option, own: operations });
		}
	}
	const options = [...found.values()].sort((one, other) =>
		one.option.displayName.localeCompare(other.option.displayName),
	);
	const told = new Map<string, string[]>();
	const lines = options.flatMap(({ option, own }) => {
		const limits = onlyWith(own, having);
		if (!known.options.some((one) => isSame(one, option))) return [list.of([option], limits)];
		told.set(limits, [...(told.get(limits) ?? []), headOf(option)]);
		return [];
	});
	if (told.size > 0) lines.push(`- As in ${known.place}:`);
	for (const [limits, heads] of told) {
		lines.push(`  - ${heads.join(', ')}${limits && `: ${limits}`}`);
	}
	return lines.join('\n');
}

/** All options of a node's operations. */
export const optionsIn = (properties: INodeProperties[]) =>
	collectionsIn(properties).flatMap(innerFieldsOf);

const collectionsIn = (properties: INodeProperties[]) =>
	properties.filter(({ name }) => name === 'options');

/** Whether two fields have the same name, default and description. */
const isSame = (one: INodeProperties, other: INodeProperties) =>
	headOf(one) === headOf(other) && one.description === other.description;

/** The operations that have an option, such as “Only with _Assign_.”, or the others when that is shorter. */
function onlyWith(own: Set<string>, having: Set<string>): string {
	const others = [...having].filter((name) => !own.has(name));
	if (others.length === 0) return '';
	const isShorter = others.length < own.size;
	return isShorter ? `Not with ${listed(others)}.` : `Only with ${listed([...own])}.`;
}

class FieldList {
	/** Each example is shown once. */
	private readonly examples = new Set<string>();

	constructor(private readonly all: INodeProperties[]) {}

	of(fields: INodeProperties[], end = '', indent = ''): string {
		const shown = fields.filter(({ type }) => type !== 'hidden' && type !== 'notice');
		const lines: string[] = [];
		for (let at = 0; at < shown.length;) {
			const condition = this.conditionOf(shown[at]);
			const next = shown.findIndex(
				(one, index) => index > at && this.conditionOf(one) !== condition,
			);
			const group = shown.slice(at, next === -1 ? undefined : next);
			const isJoint = condition !== '' && group.length > 2;
			if (isJoint) lines.push(`${indent}- ${condition.replace(/\.$/, ':')}`);
			const inside = isJoint ? `${indent}  ` : indent;
			lines.push(
				...group.map((field) => this.lineOf(field, isJoint ? '' : condition, end, inside)),
			);
			at += group.length;
		}
		return lines.join('\n');
	}

	private lineOf(field: INodeProperties, condition: string, end: string, indent: string): string {
		const words = joined([
			isOnlyNamed(field) ? namesIn(field) : this.wordsOf(field),
			condition,
			end,
		]);
		return [
			`${indent}- ${headOf(field)}${words && `: ${words}`}`,
			...this.below(field, indent),
		].join('\n');
	}

	/** The lines of the fields inside a collection; fields that also stand outside of it are only named. */
	private below(field: INodeProperties, indent: string): string[] {
		const inside = isOnlyNamed(field) ? [] : innerFieldsOf(field);
		const told = inside.filter((one) => this.all.filter((other) => other === one).length > 1);
		const own = inside.filter((one) => !told.includes(one));
		return [
			...(own.length > 0 ? [this.of(own, '', `${indent}  `)] : []),
			...(told.length > 0 ? [`${indent}  - ${told.map(headOf).join(', ')}: as above.`] : []),
		];
	}

	/** The condition on which the panel shows a field, such as “Only when _Return All_ is off.” */
	private conditionOf(field: INodeProperties | undefined): string {
		const { show, hide } = field?.displayOptions ?? {};
		return joined([conditionOf('Only', show, this.all), conditionOf('Not', hide, this.all)]);
	}

	/** A field's description with its example and choices. */
	private wordsOf(field: INodeProperties): string {
		const about = textOf(field.description ?? '')
			.replace(/^Whether to (\w)/, (_, first: string) => first.toUpperCase())
			.replace(/([^.?!])$/, '$1.');
		const choices = choicesOf(field);
		return joined([
			about,
			this.exampleOf(field),
			choices.length > 0 && `Choices: ${choices.join(', ')}.`,
		]);
	}

	private exampleOf({ type, placeholder, modes, default: value }: INodeProperties): string {
		if (type === 'collection' || type === 'fixedCollection') return '';
		const example = placeholder ?? modes?.find(({ name }) => name === 'id')?.placeholder;
		const text = example?.replace(/^e\.g\. /, '');
		// Only ready workflows need an example that is an expression.
		if (!text || text === value || text.startsWith('{{') || this.examples.has(text)) return '';
		this.examples.add(text);
		return `Example: \`${text}\`.`;
	}
}

/** Of a long collection of filters only the names are listed: each describes itself in the panel. */
const isOnlyNamed = (field: INodeProperties) =>
	field.name === 'filters' && innerFieldsOf(field).length > 10;

const namesIn = (field: INodeProperties) =>
	`${innerFieldsOf(field)
		.map(({ displayName }) => `_${displayName}_`)
		.join(', ')}.`;

function headOf(field: INodeProperties): string {
	const about = [field.required ? 'required' : '', presetOf(field)].filter(Boolean).join(', ');
	return `**${field.displayName}**${about && ` (${about})`}`;
}

/** The fields and all fields inside them. */
function withInner(fields: INodeProperties[]): INodeProperties[] {
	return fields.flatMap((field) => [field, ...withInner(innerFieldsOf(field))]);
}

/** A field's default as the page shows it, such as `off` or `Only Check`. */
function presetOf(field: INodeProperties): string {
	const { type, default: value } = field;
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	if (type === 'options') return choiceOf(field, value) ?? '';
	if (type === 'multiOptions' || typeof value === 'object') return '';
	return String(value).replace(/^=(.*)$/, '`$1`');
}

/** The choices of a field, each with its description if it has one. */
function choicesOf({ type, options = [] }: INodeProperties): string[] {
	if (type !== 'options' && type !== 'multiOptions') return [];
	return options.map((option) => {
		const words = 'description' in option && option.description;
		if (!words) return `_${option.name}_`;
		const lower = textOf(words).replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase());
		return `_${option.name}_ (${lower})`;
	});
}

function conditionOf(verb: string, conditions: object | undefined, all: INodeProperties[]): string {
	const each = Object.entries(conditions ?? {})
		// The page's section already says which resource and operation is meant.
		.filter(([name]) => name !== 'resource' && name !== 'operation')
		.map(([path, values]: [string, unknown[]]) => {
			const other = all.find(({ name }) => name === path.split(/[/.]/).at(-1));
			const names = values.map((value) => {
				if (typeof value === 'boolean') return value ? 'on' : 'off';
				if (typeof value === 'object')
					return JSON.stringify(value).includes('"exists"') ? 'set' : 'an expression';
				return value === '' ? 'empty' : `_${choiceOf(other, value) ?? String(value)}_`;
			});
			return `_${other?.displayName ?? path}_ is ${listed(names)}`;
		});
	return each.length > 0 ? `${verb} when ${each.join(' and ')}.` : '';
}

const choiceOf = (field: INodeProperties | undefined, value: unknown) =>
	field?.options?.find((option) => 'value' in option && option.value === value)?.name;

const listed = (names: string[]) => names.join(', ').replace(/, ([^,]*)$/, ' or $1');

const joined = (parts: (string | false)[]) => parts.filter(Boolean).join(' ');

const textOf = (html: string) => html.replace(/<[^>]+>/g, '').trim();
