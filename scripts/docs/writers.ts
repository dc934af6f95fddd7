import type { ICredentialType } from 'n8n-workflow';

import { MobileBillingApi } from '../../credentials/MobileBillingApi.credentials';
import { MobileBillingServiceApi } from '../../credentials/MobileBillingServiceApi.credentials';
import type { Resource } from '../../nodes/engine/operation';
import { outcomesOf } from '../../nodes/engine/outcomes';
import { compatibilityTable } from './compatibility';
import { fieldTable, optionTable } from './fields';
import {
	documentedNodes,
	effectWords,
	keyOf,
	operationsOf,
	type DocumentedNode,
} from './operations';
import { tableOf, type Writers } from './regions';
import { sampleWriters } from './samples';

const credentials: ICredentialType[] = [new MobileBillingApi(), new MobileBillingServiceApi()];

/** Everything the generator can write, by the words in a page's mark. */
export const writers: Writers = new Map<string, () => string>([
	['nodes and operations', () => overview()],
	['compatibility', () => compatibilityTable()],
	...documentedNodes.flatMap(nodeWriters),
	...sampleWriters(),
	...credentials.map(({ name, properties }): [string, () => string] => [
		`credential ${name}`,
		() => fieldTable(properties),
	]),
]);

function nodeWriters(documented: DocumentedNode): [string, () => string][] {
	const { name, properties } = documented.node.description;
	if (documented.resources.length === 0) return [[`fields ${name}`, () => fieldTable(properties)]];
	const operations = operationsOf(documented);
	const names = new Map(operations.map(([, { value, name: label }]) => [value, `_${label}_`]));
	return [
		[`operations ${name}`, () => operationTable(documented)],
		[`options ${name}`, () => optionTable(properties, names)],
		...operations.flatMap(([resource, operation]): [string, () => string][] => {
			const key = keyOf(documented, resource, operation);
			return [
				[`fields ${key}`, () => fieldTable(operation.fields)],
				[
					`outcomes ${key}`,
					() =>
						tableOf(
							['Output', '`outcome`', 'What to do'],
							Object.entries(outcomesOf(operation) ?? {}).map(([value, outcome]) => [
								outcome.name,
								`\`${value}\``,
								outcome.nextStep,
							]),
						),
				],
			];
		}),
	];
}

function operationTable(documented: DocumentedNode): string {
	return tableOf(
		['Resource', 'Operation', 'What it does', 'Effect'],
		operationsOf(documented).map(([resource, operation]) => [
			resource.name,
			operation.name,
			operation.description,
			effectWords(operation),
		]),
	);
}

/** A short list: each node with its operations by resource, or what a trigger does. */
function overview(): string {
	return documentedNodes
		.flatMap(({ node, page, resources }) => [
			`- [${node.description.displayName}](${page})`,
			...(resources.length > 0 ? resources.map(resourceLine) : [node.description.description]).map(
				(line) => `  - ${line}`,
			),
		])
		.join('\n');
}

function resourceLine({ name, operations }: Resource): string {
	return `${name}: ${operations.map((operation) => operation.name).join(', ')}`;
}
