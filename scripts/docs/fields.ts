import type { INodeProperties } from 'n8n-workflow';

import { tableOf } from './regions';

/** What tells the reader nothing: it is what chooses the page's section. */
const choosing = new Set(['resource', 'operation']);

/** The fields a person sees, with those inside collections behind their collection's name. */
export function fieldTable(fields: INodeProperties[], operations = new Map<string, string>()) {
	const rows = fields.flatMap((field) => rowsOf(field, fields, operations));
	return tableOf(['Field', 'Required', 'Default', 'Description'], rows);
}

function rowsOf(
	field: INodeProperties,
	siblings: INodeProperties[],
	operations: Map<string, string>,
	before = '',
): string[][] {
	if (field.type === 'hidden') return [];
	if (field.type === 'notice') return [['(notice)', '', '', textOf(field.displayName)]];
	const label = `${before}${field.displayName}`;
	const own = [
		`**${label}**`,
		field.required ? 'yes' : '',
		defaultOf(field),
		[
			field.description && sentence(textOf(field.description)),
			exampleOf(field),
			choicesOf(field),
			conditionOf(field, siblings, operations),
		]
			.filter(Boolean)
			.join(' '),
	];
	const inner = innerFields([field]);
	return [own, ...inner.flatMap((one) => rowsOf(one, inner, operations, `${label} → `))];
}

/** The fields inside collections; those of a fixed collection stand one level lower. */
export function innerFields(fields: INodeProperties[]): INodeProperties[] {
	return fields.flatMap(({ type, options = [] }) => {
		if (type === 'collection') return options.filter(isField);
		if (type !== 'fixedCollection') return [];
		return options.flatMap((option) => ('values' in option ? option.values : []));
	});
}

function isField(option: object): option is INodeProperties {
	return 'type' in option;
}

function defaultOf({ type, default: value, options = [] }: INodeProperties): string {
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	if (type === 'options')
		return options.find((one) => 'value' in one && one.value === value)?.name ?? '';
	if (type === 'multiOptions' || typeof value === 'object' || value === '') return '';
	return typeof value === 'string' && value.startsWith('=')
		? `\`${value.slice(1)}\``
		: String(value);
}

function exampleOf({ type, placeholder, modes }: INodeProperties): string {
	if (type === 'collection' || type === 'fixedCollection') return '';
	const example = placeholder ?? modes?.find(({ name }) => name === 'id')?.placeholder;
	return example ? `Example: \`${example.replace(/^e\.g\. /, '')}\`.` : '';
}

/** Names alone when they explain themselves, a sentence each where there is one. */
function choicesOf({ type, options = [] }: INodeProperties): string {
	if (type !== 'options' && type !== 'multiOptions') return '';
	const choices = options.map((option) => {
		const words = 'description' in option ? option.description : undefined;
		return words ? `_${option.name}_ (${lowerFirst(textOf(words))})` : `_${option.name}_`;
	});
	return `Choices: ${choices.join(', ')}.`;
}

function conditionOf(
	{ displayOptions }: INodeProperties,
	siblings: INodeProperties[],
	operations: Map<string, string>,
): string {
	const said = (conditions: object | undefined, verb: string) =>
		Object.entries(conditions ?? {})
			.filter(([name]) => !choosing.has(name))
			.map(([name, values]: [string, unknown[]]) => {
				if (name === '/operation') {
					return `${verb} with ${listed(values.map((value) => operations.get(String(value)) ?? String(value)))}.`;
				}
				const other = siblings.find((field) => field.name === name);
				const names = values.map((value) => choiceName(other, value));
				return `${verb} when _${other?.displayName ?? name}_ is ${listed(names)}.`;
			});
	return [...said(displayOptions?.show, 'Only'), ...said(displayOptions?.hide, 'Not')].join(' ');
}

function choiceName(field: INodeProperties | undefined, value: unknown): string {
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	if (value === '') return 'empty';
	const choice = field?.options?.find((option) => 'value' in option && option.value === value);
	return `_${choice?.name ?? String(value)}_`;
}

function listed(names: string[]): string {
	const last = names.at(-1) ?? '';
	return names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${last}` : last;
}

function textOf(html: string): string {
	return html.replace(/<[^>]+>/g, '').trim();
}

function sentence(text: string): string {
	return /[.?!]$/.test(text) ? text : `${text}.`;
}

function lowerFirst(text: string): string {
	return /^[A-Z][a-z ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
