import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../../scripts/host/paths';

interface Node {
	name: string;
	type: string;
	parameters: object;
}

const nodesOf = (file: string) => {
	const text = readFileSync(join(projectRoot, 'workflows', file), 'utf8');
	return (JSON.parse(text) as { nodes: Node[] }).nodes;
};

/** What differs on purpose: the notes, and how a stop date and a batch without owner are seen. */
const own = ['Batch found', 'Campaign ended'];

const isShared = ({ name, type }: Node) => !type.endsWith('stickyNote') && !own.includes(name);

describe('the runner on PostgreSQL', () => {
	const runner = nodesOf('campaign-run.json');
	const variant = nodesOf('campaign-run-postgresql.json');

	it('does with each batch what the runner on Data Tables does', () => {
		const parametersOf = (nodes: Node[]) =>
			new Map(nodes.map(({ name, parameters }) => [name, parameters]));
		const shared = variant.filter((node) => isShared(node) && !node.type.endsWith('.postgres'));
		expect(parametersOf(shared)).toEqual(
			parametersOf(runner.filter(({ name }) => shared.some((node) => node.name === name))),
		);
		expect(shared.length).toBeGreaterThan(10);
	});

	it('has no Data Table node', () => {
		expect(variant.filter(({ type }) => type.endsWith('.dataTable'))).toEqual([]);
	});
});
