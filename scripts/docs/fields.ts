import type { INodeProperties } from 'n8n-workflow';

import { innerFieldsOf } from '../../nodes/engine/fields';
import { tableOf, widestCell } from './regions';

/** What tells the reader nothing: it is what chooses the page's section. */
const choosing = new Set(['resource', 'operation']);

const head = ['Field', 'Required', 'Default', 'Description'];

/** What the rows of a table share: all fields it knows, and the choices that are too long for a cell. */
interface Shared {
	all: INodeProperties[];
	lists: string[];
}

/** The fields a person sees, with those inside collections behind their collection's name. */
export function fieldTable(fields: INodeProperties[]): string {
	const shared = { all: withInner(fields), lists: [] };
	const rows = fields.flatMap((field) => rowsOf(field, shared));
	return [tableOf(head, rows), ...shared.lists].join('\n\n');
}

/** The options of all operations of a node, each once, with the operations that have it. */
export function optionTable(properties: INodeProperties[], names: Map<string, string>): string {
	const shared = { all: withInner(properties), lists: [] };
	const found = new Map<string, { row: string[]; having: Set<string> }>();
	const having = new Set<string>();
	for (const field of properties.filter(({ name }) => name === 'options')) {
		const shown = field.displayOptions?.show?.operation ?? [...names.keys()];
		const operations = shown.map((value) => names.get(String(value)) ?? String(value));
		operations.forEach((name) => having.add(name));
		for (const row of innerFieldsOf(field).flatMap((inner) => rowsOf(inner, shared))) {
			const [label = ''] = row;
			const entry = found.get(label) ?? { row, having: new Set() };
			operations.forEach((name) => entry.having.add(name));
			found.set(label, entry);
		}
	}
	const rows = [...found.values()].map(({ row, having: own }) => [
		...row.slice(0, -1),
		[...row.slice(-1), onlyWith(own, having)].join(' ').trim(),
	]);
	const labelOf = ([label = '']: string[]) => label.replaceAll('*', '');
	const sorted = rows.sort((one, other) => labelOf(one).localeCompare(labelOf(other)));
	return [tableOf(head, sorted), ...new Set(shared.lists)].join('\n\n');
}

/** Says where an option is, or where it is not when that is shorter. */
function onlyWith(own: Set<string>, having: Set<string>): string {
	const others = [...having].filter((name) => !own.has(name));
	if (others.length === 0) return '';
	return others.length < own.size
		? `Not with ${listed(others)}.`
		: `Only with ${listed([...own])}.`;
}

function rowsOf(field: INodeProperties, shared: Shared, before = ''): string[][] {
	if (field.type === 'hidden' || field.type === 'notice') return [];
	const label = `${before}${field.displayName}`;
	const words = wordsOf(field, shared.all);
	const choices = choicesOf(field);
	const cell = choices.length > 0 ? [...words, `Choices: ${choices.join(', ')}.`] : words;
	const isLong = choices.length > 0 && cell.join(' ').length > widestCell;
	if (isLong) {
		const lines = choices.map((choice) => `- ${choice}`);
		shared.lists.push([`Choices of **${label}**:\n`, ...lines].join('\n'));
	}
	const own = [
		`**${label}**`,
		field.required ? 'yes' : '',
		defaultOf(field),
		(isLong ? [...words, 'Choices: see below.'] : cell).join(' '),
	];
	return [own, ...innerFieldsOf(field).flatMap((inner) => rowsOf(inner, shared, `${label} → `))];
}

/** What a field is and when it's shown, with an example where there is room. */
function wordsOf(field: INodeProperties, all: INodeProperties[]): string[] {
	const about = field.description ? sentence(textOf(field.description)) : '';
	const condition = conditionOf(field, all);
	const parts = [about, exampleOf(field), condition].filter(Boolean);
	return parts.join(' ').length > widestCell ? [about, condition].filter(Boolean) : parts;
}

/** The fields and all fields inside them. */
function withInner(fields: INodeProperties[]): INodeProperties[] {
	const inner = fields.flatMap(innerFieldsOf);
	return inner.length > 0 ? [...fields, ...withInner(inner)] : fields;
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

function exampleOf({ type, placeholder, modes, default: value }: INodeProperties): string {
	if (type === 'collection' || type === 'fixedCollection') return '';
	const example = placeholder ?? modes?.find(({ name }) => name === 'id')?.placeholder;
	const text = example?.replace(/^e\.g\. /, '');
	return text && text !== value ? `Example: \`${text}\`.` : '';
}

/** Names alone when they explain themselves, a sentence each where there is one. */
function choicesOf({ type, options = [] }: INodeProperties): string[] {
	if (type !== 'options' && type !== 'multiOptions') return [];
	return options.map((option) => {
		const words = 'description' in option ? option.description : undefined;
		return words ? `_${option.name}_ (${lowerFirst(textOf(words))})` : `_${option.name}_`;
	});
}

function conditionOf({ displayOptions }: INodeProperties, all: INodeProperties[]): string {
	const said = (conditions: object | undefined, verb: string) => {
		const each = Object.entries(conditions ?? {})
			.filter(([name]) => !choosing.has(name))
			.map(([path, values]: [string, unknown[]]) => {
				const other = all.find(({ name }) => name === path.split(/[/.]/).at(-1));
				const names = values.map((value) => choiceName(other, value));
				return `_${other?.displayName ?? path}_ is ${listed(names)}`;
			});
		return each.length > 0 ? `${verb} when ${each.join(' and ')}.` : '';
	};
	return [said(displayOptions?.show, 'Only'), said(displayOptions?.hide, 'Not')]
		.filter(Boolean)
		.join(' ');
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
