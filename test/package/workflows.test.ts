import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { pageText } from '../../scripts/docs/pages';
import { projectRoot } from '../../scripts/host/paths';
import { filledIn } from '../../scripts/try/workflows';

interface Workflow {
	nodes: { name: string; type: string; parameters: { content?: string } }[];
}
type Node = Workflow['nodes'][number];

const names = readdirSync(join(projectRoot, 'workflows')).filter((name) => name.endsWith('.json'));
const textOf = (name: string) => pageText(`workflows/${name}`);
const workflowOf = (name: string) => JSON.parse(textOf(name)) as Workflow;

const hasPlaceholder = ({ type, parameters }: Node) =>
	!/stickyNote$|\.if$/.test(type) && JSON.stringify(parameters).includes('CHANGE_ME');

describe.each(names)('the ready workflow %s', (name) => {
	it('holds no address of this machine and nothing of the sandbox', () => {
		const own = /127\.0\.0\.1|localhost|_sandbox|LOYALTYDATA|GAMECLUB|Game Club/;
		expect(textOf(name)).not.toMatch(own);
	});

	it('names in its note every node that has a placeholder, and no placeholder when it is filled in', () => {
		const { nodes } = workflowOf(name);
		const note = nodes.find((node) => node.name === 'What this does')?.parameters.content ?? '';
		const unnamed = nodes.filter((node) => hasPlaceholder(node) && !note.includes(node.name));
		expect(unnamed.map((node) => node.name)).toEqual([]);
		const filled = filledIn({ nodes }, 'http://127.0.0.1:4010').nodes;
		expect(filled.filter(hasPlaceholder).map((node) => node.name)).toEqual([]);
	});
});

/** What differs on purpose: the notes, the tables, and how a stop date and a batch without owner are seen. */
const isOwn = ({ name, type }: Node) =>
	/stickyNote$|\.postgres$/.test(type) || ['Batch found', 'Campaign ended'].includes(name);

it('the runner on PostgreSQL does with each batch what the runner on Data Tables does', () => {
	const runner = workflowOf('campaign-run.json').nodes;
	const shared = workflowOf('campaign-run-postgresql.json').nodes.filter((node) => !isOwn(node));
	expect(shared.length).toBeGreaterThan(10);
	for (const { name, type, parameters } of shared) {
		expect(type).not.toContain('dataTable');
		const same = runner.find((node) => node.name === name);
		expect([name, same?.parameters]).toEqual([name, parameters]);
	}
});
