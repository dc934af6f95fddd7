import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../../scripts/host/paths';
import { filledIn } from '../../scripts/try/workflows';

interface Workflow {
	nodes: { name: string; type: string; parameters: { content?: string } }[];
}

const folder = join(projectRoot, 'workflows');
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');
const workflowOf = (name: string) => JSON.parse(textOf(name)) as Workflow;

const hasPlaceholder = ({ type, parameters }: Workflow['nodes'][number]) =>
	!/stickyNote$|\.if$/.test(type) && JSON.stringify(parameters).includes('CHANGE_ME');

describe.each(names)('the ready workflow %s', (name) => {
	it('holds no address of this machine and nothing of the sandbox', () => {
		expect(textOf(name)).not.toMatch(
			/127\.0\.0\.1|localhost|_sandbox|LOYALTYDATA|GAMECLUB|Game Club/,
		);
	});

	it('names in its note every node that has a placeholder', () => {
		const { nodes } = workflowOf(name);
		const note = nodes.find((node) => node.name === 'What this does')?.parameters.content ?? '';
		const unnamed = nodes.filter((node) => hasPlaceholder(node) && !note.includes(node.name));
		expect(unnamed.map((node) => node.name)).toEqual([]);
	});

	it('has no placeholder left when it is filled in', () => {
		const { nodes } = filledIn(workflowOf(name), 'http://127.0.0.1:4010');
		expect(nodes.filter(hasPlaceholder).map((node) => node.name)).toEqual([]);
	});
});
