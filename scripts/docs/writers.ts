import type { INodeProperties } from 'n8n-workflow';
import namesOfColumns from '../../lists/columnNames.json';
import { phoneWords } from '../../lists/columnWords.json';
import { MobileBillingApi } from '../../credentials/MobileBillingApi.credentials';
import { MobileBillingServiceApi } from '../../credentials/MobileBillingServiceApi.credentials';
import type { CampaignOperation } from '../../nodes/MobileDataCampaign/step';
import type { ShownOperation } from '../../nodes/engine/panel/operation';
import { fieldsInSight } from '../../nodes/engine/panel/options';
import { outcomesOf } from '../../nodes/engine/panel/options';
import { runnerTimesList } from './constants';
import { fieldList, optionList, optionsIn } from './fields';
import { documentedNodes, keyOf, operationsOf, type DocumentedNode } from './operations';
import { pages, pageText, tableOf } from './pages';
import { samples } from './samples';

/** The generated texts, by the words in a page's mark, such as `compatibility`. */
export const writings = new Map([
	['nodes and operations', overview()],
	['compatibility', compatibilityTable()],
	['column names', columnList()],
	['times of the runner', runnerTimesList()],
	...documentedNodes.flatMap(ofNode),
	...shownSamples(),
	...[new MobileBillingApi(), new MobileBillingServiceApi()].map(
		({ name, properties }) => [`credential ${name}`, fieldList(properties)] as const,
	),
]);

/** The samples of operations, each once. Steps of the campaign workflow have none: the editor shows their fields. */
function shownSamples(): [words: string, text: string][] {
	const steps = documentedNodes.flatMap((documented) =>
		operationsOf(documented)
			.filter(([{ isSteps }]) => isSteps)
			.map(([resource, operation]) => keyOf(documented, resource, operation)),
	);
	const texts = new Set<string>();
	return Object.entries(samples()).flatMap(([key, [first]]): [string, string][] => {
		const text = JSON.stringify(first, shortened, '\t');
		if (steps.includes(key) || texts.has(text)) return [];
		texts.add(text);
		return [[`sample ${key}`, `\`\`\`json\n${text}\n\`\`\``]];
	});
}

/** Shortens a sample: a list to its first value, a raw record to two fields, and a long text to 100 characters. */
function shortened(key: string, value: unknown): unknown {
	if (Array.isArray(value)) return value.slice(0, 1) as unknown[];
	if (typeof value === 'string' && value.length > 300) return `${value.slice(0, 100)}…`;
	if (key !== 'raw') return value;
	return { ...Object.fromEntries(Object.entries(value as object).slice(0, 2)), '…': '…' };
}

function ofNode(documented: DocumentedNode): [words: string, text: string][] {
	const { name, properties } = documented.node.description;
	if (documented.resources.length === 0) return [[`fields ${name}`, fieldList(properties)]];
	const operations = operationsOf(documented);
	const names = new Map(operations.map(([, { value, name: label }]) => [value, `_${label}_`]));
	const isStep = ([{ isSteps }]: (typeof operations)[number]) => isSteps === true;
	const places = placesOf(operations);
	const texts: [string, string][] = [
		[`operations ${name}`, operationList(operations.filter((one) => !isStep(one)))],
		[`options ${name}`, optionList(properties, names, optionsBefore(documented))],
		...operations.filter(isStep).map(([resource, operation]): [string, string] => {
			return [`outputs ${keyOf(documented, resource, operation)}`, outputsOf(operation)];
		}),
		...operations.map(([resource, operation]): [string, string] => {
			const own = titleOf(resource, operation);
			const elsewhere = (field: INodeProperties) => {
				const title = places.get(JSON.stringify(field)) ?? own;
				return title === own ? undefined : linkTo(title, own);
			};
			const key = keyOf(documented, resource, operation);
			return [`fields ${key}`, fieldList(fieldsInSight(operation), elsewhere)];
		}),
	];
	return texts.filter(([, text]) => text !== '');
}

/** The outputs of a step, in the order in which a workflow writes their items. */
function outputsOf(operation: ShownOperation): string {
	const { outputs = [] } = operation as Partial<CampaignOperation>;
	return outputs.length > 0 ? `Outputs: ${outputs.map((name) => `_${name}_`).join(', ')}.` : '';
}

/** The options that the first node's page describes, for links from the other pages. */
function optionsBefore(documented: DocumentedNode) {
	const [first] = documentedNodes;
	const isFirst = first === undefined || first === documented;
	return {
		place: `[${first?.node.description.displayName}](${first?.page.replace('docs/', '')}#options)`,
		options: isFirst ? [] : optionsIn(first.node.description.properties),
	};
}

type Operations = ReturnType<typeof operationsOf>;

function titleOf({ name }: Operations[number][0], operation: ShownOperation): string {
	return `${name}: ${operation.name}`;
}

/** The section that describes each field: that of the operation with the most fields, and no step of a workflow. */
function placesOf(operations: Operations): Map<string, string> {
	const places = operations
		.map(([resource, operation]) => ({
			title: titleOf(resource, operation),
			isStep: resource.isSteps === true,
			fields: fieldsInSight(operation).map((field) => JSON.stringify(field)),
		}))
		.sort((one, other) => one.fields.length - other.fields.length)
		.sort((one, other) => Number(other.isStep) - Number(one.isStep));
	return new Map(places.flatMap(({ title, fields }) => fields.map((field) => [field, title])));
}

/** A link to a section, from another one. */
function linkTo(title: string, from: string): string {
	const pageWith = (heading: string) =>
		pages().find((page) => pageText(page).includes(`\n## ${heading}\n`)) ?? '';
	const page = pageWith(title) === pageWith(from) ? '' : pageWith(title).replace('docs/', '');
	return `[${title}](${page}#${title.toLowerCase().replaceAll(' ', '-').replaceAll(':', '')})`;
}

function operationList(operations: Operations): string {
	const lines = operations.map(
		([resource, operation]) =>
			`- **${titleOf(resource, operation)}**: ${operation.description} (${effectWords(operation)})`,
	);
	return lines.join('\n');
}

/** The page with a section for each operation that is new to it, before the options. */
export function withSections(page: string, documented: DocumentedNode): string {
	const sections = operationsOf(documented).map(([resource, operation]) => {
		// The steps of the campaign workflow have a page of their own.
		if (resource.isSteps) return '';
		const heading = `\n## ${titleOf(resource, operation)}\n`;
		if (page.includes(heading)) return '';
		const key = keyOf(documented, resource, operation);
		const marks = { fields: '', sample: 'Example item:\n\n' };
		const parts = Object.entries(marks)
			.filter(([kind]) => writings.has(`${kind} ${key}`))
			.map(([kind, intro]) => `${intro}<!-- generated: ${kind} ${key} -->\n<!-- end -->\n`);
		return [heading, `${operation.description}.\n`, outcomeList(operation), ...parts].join('\n');
	});
	return page.replace('\n## Options\n', (options) => sections.join('') + options);
}

/** The effect of an operation in a few words, such as “reads only”. */
function effectWords({ effect, costs }: ShownOperation): string {
	if (effect === 'unrepeatable') return "uses up one of the customer's three attempts, and charges";
	if (effect === 'local' && costs === 'nothing') return 'sends nothing';
	if (effect === 'read' || effect === 'survey') return 'reads only';
	if (costs === 'refund') return 'returns money';
	return costs === 'nothing' ? 'changes a record' : `spends ${costs}`;
}

/** The outcomes of a new operation; somebody adds the next step for each. */
function outcomeList(operation: ShownOperation): string {
	const outcomes = Object.entries(outcomesOf(operation) ?? {});
	return outcomes.map(([value, name]) => `- **${name}** (\`${value}\`):\n`).join('');
}

/** The best English names by which Read List finds each column. */
function columnList(): string {
	const known = { 'phone, mobile': phoneWords.mobile, phone: phoneWords.phone, ...namesOfColumns };
	const fields = Object.entries(known).map(
		([field, { en = '' }]) => `- \`${field}\`: ${en.split(', ').slice(0, 6).join(', ')}`,
	);
	return fields.join('\n');
}

/** The results of the smoke test on each version of n8n, the newest first. */
function compatibilityTable(): string {
	const results = JSON.parse(pageText('test/compat/results.json')) as Record<string, string>[];
	const rows = results.map(({ n8n = '', node = '', passed, date = '' }) => [
		n8n,
		node,
		passed ? 'passed' : 'failed',
		date,
	]);
	return tableOf(['n8n', 'Node.js', 'Smoke test', 'Date'], rows.reverse());
}

/** Breaks a line of a list after commas, at 120 characters. */
function wrapped(line: string): string {
	const end = line.length > 120 ? line.lastIndexOf(', ', 119) + 1 : 0;
	return end ? `${line.slice(0, end)}\n${wrapped(`   ${line.slice(end)}`)}` : line;
}

/** Each node with its operations by resource; a trigger with its description. */
function overview(): string {
	const lines = documentedNodes.flatMap(({ node: { description }, page, resources }) => [
		`- [${description.displayName}](${page})`,
		...(resources.length > 0 ? [] : [`  - ${description.description}`]),
		...resources
			.filter(({ isSteps }) => !isSteps)
			.map(({ name, operations }) => {
				return wrapped(`  - ${name}: ${operations.map((operation) => operation.name).join(', ')}`);
			}),
	]);
	return lines.join('\n');
}
