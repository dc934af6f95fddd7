import { filesIn, pageText } from '../../scripts/docs/pages';
import { filledIn } from '../../scripts/try/workflows';

interface Node {
	name: string;
	type: string;
	position: [number, number];
	parameters: {
		content?: string;
		width?: number;
		height?: number;
		path?: string;
		options?: { path?: string };
	};
	webhookId?: string;
	onError?: string;
}

interface Workflow {
	nodes: Node[];
	/** `main`, and the kinds of sub-nodes. */
	connections: Record<string, { main?: { node: string }[][] }>;
}

const files = [...filesIn('workflows', '.json'), 'deploy/queue-mode/each-event-once.json'];
/** Called by other programs at addresses that they know. */
const isCalled = (file: string) => /campaign-(plan|status)/.test(file);
const workflowOf = (file: string) => JSON.parse(pageText(file)) as Workflow;

const isNote = ({ type }: Node) => type.endsWith('.stickyNote');
const hasPlaceholder = ({ type, parameters }: Node) =>
	!/stickyNote$|\.if$/.test(type) && JSON.stringify(parameters).includes('CHANGE_ME');

/** On n8n's canvas: the side of a node, what each output after the second adds to it, and the space of its name. */
const SIDE = 96;
const PER_OUTPUT = 32;
const NAME = { below: 40, side: 20 };

const boxOf = ({ name, position: [left, top] }: Node, width: number, height: number, side = 0) => {
	return { name, left: left - side, top, right: left + width + side, bottom: top + height };
};
type Box = ReturnType<typeof boxOf>;

const overlap = (a: Box, b: Box) =>
	a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const holds = (outer: Box, { left, top, right, bottom }: Box) =>
	outer.left <= left && outer.top <= top && outer.right >= right && outer.bottom >= bottom;

const overlaps = (all: Box[]) =>
	all.flatMap((a, n) => all.slice(n + 1).flatMap((b) => (overlap(a, b) ? [[a, b]] : [])));

describe.each(files)('the ready workflow %s', (file) => {
	const { nodes, connections } = workflowOf(file);
	const outputsOf = (name: string) => connections[name]?.main ?? [];
	const steps = nodes
		.filter((node) => !isNote(node))
		.map((node) => {
			const more = Math.max(0, outputsOf(node.name).length - 2);
			return boxOf(node, SIDE, SIDE + PER_OUTPUT * more + NAME.below, NAME.side);
		});

	it('holds no address of this machine and nothing of the sandbox', () => {
		const own = /127\.0\.0\.1|localhost|_sandbox|LOYALTYDATA|GAMECLUB|Game Club/;
		expect(pageText(file)).not.toMatch(own);
	});

	it('brings no address, so that each import gets one that nobody else knows', () => {
		const pathOf = ({ path = '', options }: Node['parameters']) =>
			isCalled(file) ? '' : path + (options?.path ?? '');
		const known = nodes.filter((node) => node.webhookId ?? pathOf(node.parameters) !== '');
		expect(known.map(({ name }) => name)).toEqual([]);
	});

	it('names in its note every node that has a placeholder, and no placeholder when it is filled in', () => {
		const note = nodes.find(({ name }) => name === 'What this does')?.parameters.content ?? '';
		const unnamed = nodes.filter((node) => hasPlaceholder(node) && !note.includes(node.name));
		expect(unnamed.map(({ name }) => name)).toEqual([]);
		const filled = filledIn({ nodes }, 'http://127.0.0.1:4010').nodes;
		expect(filled.filter(hasPlaceholder).map(({ name }) => name)).toEqual([]);
	});

	it('passes nothing on where it cannot count its visitors', () => {
		const counting = ['Delete old requests', 'Add request', 'Get requests'];
		const steps = nodes.filter(({ name }) => counting.includes(name));
		expect([0, counting.length]).toContain(steps.length);
		expect(steps.filter(({ onError }) => onError !== undefined)).toEqual([]);
	});

	it('has nodes and notes that do not overlap', () => {
		const notes = nodes
			.filter(isNote)
			.map((note) => boxOf(note, note.parameters.width ?? 240, note.parameters.height ?? 160));
		const cut = notes.flatMap((note) =>
			steps.filter((step) => overlap(note, step) && !holds(note, step)),
		);
		expect([...overlaps(steps), ...overlaps(notes), ...cut]).toEqual([]);
	});

	it('flows from left to right, but for loops', () => {
		const targetsOf = ({ name }: Box) => {
			const targets = outputsOf(name).flat();
			return steps.filter((step) => targets.some(({ node }) => node === step.name));
		};
		const reaches = (from: Box, to: Box, seen = new Set<Box>()): boolean =>
			from === to ||
			targetsOf(from).some((next) => !seen.has(next) && reaches(next, to, seen.add(next)));
		const back = steps.flatMap((source) =>
			targetsOf(source)
				.filter((target) => target.left <= source.left && !reaches(target, source))
				.map((target) => [source, target]),
		);
		expect(back).toEqual([]);
	});
});

/** What differs on purpose: the notes, the tables, and how a stop date and a batch without owner are seen. */
const isOwn = ({ name, type }: Node) =>
	/stickyNote$|\.postgres$/.test(type) || ['Batch found', 'Campaign ended'].includes(name);

it('the runner on PostgreSQL does with each batch what the runner on Data Tables does', () => {
	const runner = workflowOf('workflows/campaign-run.json').nodes;
	const { nodes } = workflowOf('workflows/campaign-run-postgresql.json');
	const shared = nodes.filter((node) => !isOwn(node));
	expect(shared.length).toBeGreaterThan(10);
	for (const { name, type, parameters } of shared) {
		expect(type).not.toContain('dataTable');
		const same = runner.find((node) => node.name === name);
		expect([name, same?.parameters]).toEqual([name, parameters]);
	}
});
