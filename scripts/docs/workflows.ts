import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../host/paths';

/** The one look of forms and pages of workflows: n8n's own forms take it as Custom Form Styling. */
export const pageStyle = readFileSync(join(projectRoot, 'scripts/docs/page.css'), 'utf8').trim();

interface Workflow {
	name: string;
	nodes: Node[];
	connections: object;
}

interface Node {
	parameters: { options?: { customCss?: string }; assignments?: { assignments: Assignment[] } };
}

interface Assignment {
	name: string;
	value: unknown;
}

/** A workflow file with that look, and a line for each node and for the wires of each, so that it's small and diffs read well. */
export function workflowText(text: string): string {
	const { name, nodes, connections, ...rest } = JSON.parse(text) as Workflow;
	const lines = (all: string[]) => all.map((line) => `\n\t\t${line}`).join(',');
	const pairs = (of: object) =>
		Object.entries(of).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
	const styled = nodes.map((node) => JSON.stringify(withStyle(node)));
	const parts = [
		`"name": ${JSON.stringify(name)}`,
		`"nodes": [${lines(styled)}\n\t]`,
		`"connections": {${lines(pairs(connections))}\n\t}`,
		...pairs(rest),
	];
	return `{\n\t${parts.join(',\n\t')}\n}\n`;
}

/** The look where a node has one; other nodes of the workflow take it from there by an expression. */
function withStyle(node: Node): Node {
	const { options, assignments } = node.parameters;
	if (options?.customCss && !options.customCss.startsWith('=')) options.customCss = pageStyle;
	const head = assignments?.assignments.find(({ name }) => name === 'head');
	const inPage = /(?<=<style>\n)[^<]*(?=\n<\/style>)/;
	if (head) head.value = String(head.value).replace(inPage, () => pageStyle);
	return node;
}
