import type { INodeProperties } from 'n8n-workflow';
import { innerFieldsOf } from '../../nodes/engine/panel/fields';
import { tableOf, widestCell } from './pages';

/** A row of a table, and its choices as a list when they are too long for a cell. */
interface Row {
	label: string;
	required: string;
	preset: string;
	words: string;
	list?: string;
}

/** The fields a person sees, with those inside collections behind their collection's name. */
export function fieldTable(fields: INodeProperties[]): string {
	const all = withInner(fields);
	return tableWithLists(fields.flatMap((field) => rowsOf(field, all)));
}

/** The options of all operations of a node, each once, with the operations that have it. */
export function optionTable(properties: INodeProperties[], names: Map<string, string>): string {
	const all = withInner(properties);
	const collections = properties.filter(({ name }) => name === 'options');
	const operationsWith = ({ displayOptions }: INodeProperties) =>
		(displayOptions?.show?.operation ?? [...names.keys()]).map(
			(one) => names.get(String(one)) ?? '',
		);
	const having = new Set(collections.flatMap(operationsWith));
	const found = new Map<string, { row: Row; own: Set<string> }>();
	for (const collection of collections) {
		for (const row of innerFieldsOf(collection).flatMap((inner) => rowsOf(inner, all))) {
			const { own = [] } = found.get(row.label) ?? {};
			found.set(row.label, { row, own: new Set([...own, ...operationsWith(collection)]) });
		}
	}
	const rows = [...found.values()].map(({ row, own }) => {
		return { ...row, words: joined([row.words, onlyWith(own, having)]) };
	});
	return tableWithLists(rows.sort((one, other) => one.label.localeCompare(other.label)));
}

function tableWithLists(rows: Row[]): string {
	const cells = rows.map((row) => [`**${row.label}**`, row.required, row.preset, row.words]);
	const lists = new Set(rows.flatMap(({ list }) => list ?? []));
	return [tableOf(['Field', 'Required', 'Default', 'Description'], cells), ...lists].join('\n\n');
}

/** Says where an option is, or where it is not when that is shorter. */
function onlyWith(own: Set<string>, having: Set<string>): string {
	const others = [...having].filter((name) => !own.has(name));
	if (others.length === 0) return '';
	const isShorter = others.length < own.size;
	return isShorter ? `Not with ${listed(others)}.` : `Only with ${listed([...own])}.`;
}

function rowsOf(field: INodeProperties, all: INodeProperties[], before = ''): Row[] {
	if (field.type === 'hidden' || field.type === 'notice') return [];
	const label = `${before}${field.displayName}`;
	const words = wordsOf(field, all);
	const choices = choicesOf(field);
	const row = { label, required: field.required ? 'yes' : '', preset: presetOf(field) };
	const cell = joined([words, choices.length > 0 && `Choices: ${choices.join(', ')}.`]);
	const isLong = choices.length > 0 && cell.length > widestCell;
	const list = [`Choices of **${label}**:\n`, ...choices.map((choice) => `- ${choice}`)].join('\n');
	return [
		isLong
			? { ...row, words: joined([words, 'Choices: see below.']), list }
			: { ...row, words: cell },
		...innerFieldsOf(field).flatMap((inner) => rowsOf(inner, all, `${label} → `)),
	];
}

/** What a field is and when it's shown, with an example where there is room. */
function wordsOf(field: INodeProperties, all: INodeProperties[]): string {
	const about = textOf(field.description ?? '').replace(/([^.?!])$/, '$1.');
	const { show, hide } = field.displayOptions ?? {};
	const condition = [conditionOf('Only', show, all), conditionOf('Not', hide, all)];
	const words = joined([about, exampleOf(field), ...condition]);
	return words.length > widestCell ? joined([about, ...condition]) : words;
}

/** The fields and all fields inside them. */
function withInner(fields: INodeProperties[]): INodeProperties[] {
	return fields.flatMap((field) => [field, ...withInner(innerFieldsOf(field))]);
}

function presetOf(field: INodeProperties): string {
	const { type, default: value } = field;
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	if (type === 'options') return choiceOf(field, value) ?? '';
	if (type === 'multiOptions' || typeof value === 'object') return '';
	return String(value).replace(/^=(.*)$/, '`$1`');
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
		const words = 'description' in option && option.description;
		if (!words) return `_${option.name}_`;
		const lower = textOf(words).replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase());
		return `_${option.name}_ (${lower})`;
	});
}

function conditionOf(verb: string, conditions: object | undefined, all: INodeProperties[]): string {
	const each = Object.entries(conditions ?? {})
		// What chooses the page's section tells the reader nothing.
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
