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

/** What differs on purpose: the notes, the tables, and how a stop date and a batch without owner are seen. */
const isOwn = ({ name, type }: Node) =>
	/stickyNote$|\.postgres$/.test(type) || ['Batch found', 'Campaign ended'].includes(name);

it('the runner on PostgreSQL does with each batch what the runner on Data Tables does', () => {
	const runner = nodesOf('campaign-run.json');
	const variant = nodesOf('campaign-run-postgresql.json');
	const shared = variant.filter((node) => !isOwn(node));
	expect(shared.length).toBeGreaterThan(10);
	for (const { name, type, parameters } of shared) {
		expect(type).not.toContain('dataTable');
		expect([name, runner.find((node) => node.name === name)?.parameters]).toEqual([
			name,
			parameters,
		]);
	}
});
