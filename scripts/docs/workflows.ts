import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { en, type TextName } from '../../pages/languages';
import type { Flow } from '../../pages/offer';
import { namesOf, placesOf } from '../../pages/words';
import { projectRoot } from '../host/paths';

/** The CSS of forms and pages in workflows; n8n's own forms take it as Custom Form Styling. */
export const pageStyle = readFileSync(join(projectRoot, 'scripts/docs/page.css'), 'utf8').trim();

interface Workflow {
	name: string;
	nodes: Node[];
	connections: object;
}

interface Node {
	parameters: { options?: { customCss?: string }; operation?: string; flow?: Flow; texts?: string };
}

/** Formats a workflow file: the common CSS, the English texts of its pages, and one line per node and its wires. */
export function workflowText(text: string): string {
	const { name, nodes, connections, ...rest } = JSON.parse(text) as Workflow;
	const lines = (all: string[]) => all.map((line) => `\n\t\t${line}`).join(',');
	const pairs = (of: object) =>
		Object.entries(of).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
	const styled = nodes.map((node) => JSON.stringify(withTexts(withStyle(node))));
	const parts = [
		`"name": ${JSON.stringify(name)}`,
		`"nodes": [${lines(styled)}\n\t]`,
		`"connections": {${lines(pairs(connections))}\n\t}`,
		...pairs(rest),
	];
	return `{\n\t${parts.join(',\n\t')}\n}\n`;
}

/** Sets the CSS of a node that has its own; other nodes of the workflow refer to it by an expression. */
function withStyle(node: Node): Node {
	const { options } = node.parameters;
	if (options?.customCss && !options.customCss.startsWith('=')) options.customCss = pageStyle;
	return node;
}

/** The English texts that customers read, in the order of appearance, as a start for another language. */
function withTexts(node: Node): Node {
	const { operation, flow } = node.parameters;
	if (operation === 'openPage' && flow) node.parameters.texts = ownTexts(flow);
	return node;
}

function ownTexts(flow: Flow): string {
	const texts = namesOf(...placesOf[flow]).map((name): [TextName, string] => [name, en[name]]);
	return JSON.stringify({ en: Object.fromEntries(texts) }, null, 1);
}
