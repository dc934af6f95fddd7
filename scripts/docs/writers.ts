import { namesOfColumns, phoneWords } from '../../campaign/columnNames';
import { MobileBillingApi } from '../../credentials/MobileBillingApi.credentials';
import { MobileBillingServiceApi } from '../../credentials/MobileBillingServiceApi.credentials';
import type { ShownOperation } from '../../nodes/engine/panel/operation';
import { fieldsInSight } from '../../nodes/engine/panel/options';
import { outcomesOf } from '../../nodes/engine/panel/outcomes';
import { fieldTable, optionTable } from './fields';
import { documentedNodes, keyOf, operationsOf, type DocumentedNode } from './operations';
import { pageText, tableOf } from './pages';
import { samples } from './samples';

/** Everything the generator writes, by the words in a page's mark. */
export const writings = new Map([
	['nodes and operations', overview()],
	['compatibility', compatibilityTable()],
	['column names', columnTable()],
	...documentedNodes.flatMap(ofNode),
	...Object.entries(samples()).map(([key, [first]]) => [`sample ${key}`, codeOf(first)] as const),
	...[new MobileBillingApi(), new MobileBillingServiceApi()].map(
		({ name, properties }) => [`credential ${name}`, fieldTable(properties)] as const,
	),
]);

function codeOf(sample: unknown): string {
	return `\`\`\`json\n${JSON.stringify(sample, null, '\t')}\n\`\`\``;
}

function ofNode(documented: DocumentedNode): [words: string, text: string][] {
	const { name, properties } = documented.node.description;
	if (documented.resources.length === 0) return [[`fields ${name}`, fieldTable(properties)]];
	const operations = operationsOf(documented);
	const names = new Map(operations.map(([, { value, name: label }]) => [value, `_${label}_`]));
	const isStep = ([{ isSteps }]: (typeof operations)[number]) => isSteps === true;
	const steps = operations.filter(isStep);
	const hasOptions = properties.some((field) => field.name === 'options');
	return [
		[`operations ${name}`, operationTable(operations.filter((one) => !isStep(one)))],
		...(steps.length > 0 ? [[`steps ${name}`, operationTable(steps)] as [string, string]] : []),
		...(hasOptions
			? [[`options ${name}`, optionTable(properties, names)] as [string, string]]
			: []),
		...operations.map(([resource, operation]): [string, string] => [
			`fields ${keyOf(documented, resource, operation)}`,
			fieldTable(fieldsInSight(operation)),
		]),
	];
}

function operationTable(operations: ReturnType<typeof operationsOf>): string {
	const rows = operations.map(([resource, operation]) => [
		resource.name,
		operation.name,
		operation.description,
		effectWords(operation),
	]);
	return tableOf(['Resource', 'Operation', 'What it does', 'Effect'], rows);
}

/** The page with a section for each operation that is new to it, before the options. Steps have pages of their own. */
export function withSections(page: string, documented: DocumentedNode): string {
	const sections = operationsOf(documented).map(([resource, operation]) => {
		if (resource.isSteps) return '';
		const heading = `\n## ${resource.name}: ${operation.name}\n`;
		if (page.includes(heading)) return '';
		const key = keyOf(documented, resource, operation);
		const marks = { fields: '', sample: 'Example item:\n\n' };
		const parts = Object.entries(marks)
			.filter(([kind]) => writings.has(`${kind} ${key}`))
			.map(([kind, intro]) => `${intro}<!-- generated: ${kind} ${key} -->\n<!-- end -->\n`);
		return [heading, `${operation.description}.\n`, outcomeTable(operation), ...parts].join('\n');
	});
	return page.replace('\n## Options\n', (options) => sections.join('') + options);
}

/** What an operation does at the platform, in a few words. */
function effectWords({ effect, costs }: ShownOperation): string {
	if (effect === 'unrepeatable') return "uses up one of the customer's three attempts, and charges";
	if (effect === 'local' && costs === 'nothing') return 'sends nothing';
	if (effect === 'read' || effect === 'survey') return 'reads only';
	if (costs === 'refund') return 'returns money';
	return costs === 'nothing' ? 'changes a record' : `spends ${costs}`;
}

/** The outputs of an operation that is new, for somebody to write what to do about each. */
function outcomeTable(operation: ShownOperation): string {
	const outcomes = Object.entries(outcomesOf(operation) ?? {});
	const rows = outcomes.map(([value, name]) => [name, `\`${value}\``, '']);
	return rows.length > 0 ? tableOf(['Output', '`outcome`', 'What to do'], rows) : '';
}

/** The names by which Read List knows a column, by field and language. */
function columnTable(): string {
	const known = { 'phone, mobile': phoneWords.mobile, phone: phoneWords.phone, ...namesOfColumns };
	const rows = Object.entries(known).flatMap(([field, byLanguage]) =>
		Object.entries(byLanguage).map(([language, names]) => [`\`${field}\``, language, names]),
	);
	return tableOf(['Field', 'Language', 'Names of its column, or words of them'], rows);
}

/** What came of the smoke test on each version of n8n, the newest first. */
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

/** The line of a list, broken after commas where it has more than 120 characters. */
function wrapped(line: string): string {
	const end = line.length > 120 ? line.lastIndexOf(', ', 119) + 1 : 0;
	return end ? `${line.slice(0, end)}\n${wrapped(`   ${line.slice(end)}`)}` : line;
}

/** A short list: each node with the operations that n8n's nodes panel offers, by resource, or what a trigger does. */
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
