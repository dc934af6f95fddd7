import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../../scripts/host/paths';

interface Node {
	name: string;
	type: string;
	position: [number, number];
	parameters: { width?: number; height?: number };
}

interface Workflow {
	nodes: Node[];
	/** `main`, and the kinds of sub-nodes. */
	connections: Record<string, { main?: { node: string }[][] }>;
}

/** The side of a node on n8n's canvas; each output after the second makes it higher. */
const SIDE = 96;
const PER_OUTPUT = 32;

/** The space that a node's name takes below it, and on both sides. */
const NAME = { below: 40, right: 20 };

const isNote = ({ type }: Node) => type.endsWith('.stickyNote');

const boxOf = ({ name, position: [left, top] }: Node, width: number, height: number) => {
	return { name, left, top, right: left + width, bottom: top + height };
};
type Box = ReturnType<typeof boxOf>;

const overlap = (a: Box, b: Box) =>
	a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const holds = (outer: Box, { left, top, right, bottom }: Box) =>
	outer.left <= left && outer.top <= top && outer.right >= right && outer.bottom >= bottom;

const overlaps = (all: Box[]) =>
	all.flatMap((a, n) => all.slice(n + 1).flatMap((b) => (overlap(a, b) ? [[a, b]] : [])));

const folder = join(projectRoot, 'workflows');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Workflow;

describe.each(files)('the canvas of %s', (file) => {
	const { nodes, connections } = read(file);
	const outputsOf = (name: string) => connections[name]?.main ?? [];
	const notes = nodes
		.filter(isNote)
		.map((note) => boxOf(note, note.parameters.width ?? 240, note.parameters.height ?? 160));
	const steps = nodes
		.filter((node) => !isNote(node))
		.map((node) => {
			const more = Math.max(0, outputsOf(node.name).length - 2);
			return boxOf(node, SIDE, SIDE + PER_OUTPUT * more);
		});
	const links = steps.flatMap((source) =>
		outputsOf(source.name)
			.flat()
			.map(({ node }) => ({ source, target: steps.find(({ name }) => name === node) ?? source })),
	);

	it('has nodes and notes that do not overlap', () => {
		const named = steps.map((step) => ({
			...step,
			left: step.left - NAME.right,
			right: step.right + NAME.right,
			bottom: step.bottom + NAME.below,
		}));
		const cut = notes.flatMap((note) =>
			steps.filter((step) => overlap(note, step) && !holds(note, step)),
		);
		expect([...overlaps(named), ...overlaps(notes), ...cut]).toEqual([]);
	});

	it('flows from left to right, but for loops', () => {
		const reaches = (from: Box, to: Box, seen = new Set<Box>()): boolean =>
			from === to ||
			links.some(
				({ source, target }) =>
					source === from && !seen.has(target) && reaches(target, to, seen.add(target)),
			);
		const back = links.filter(
			({ source, target }) => target.left <= source.left && !reaches(target, source),
		);
		expect(back).toEqual([]);
	});
});

it('the starter campaign has at most 7 nodes', () => {
	const { nodes } = read('loyalty-data-gifting-campaign.json');
	expect(nodes.filter((node) => !isNote(node)).length).toBeLessThanOrEqual(7);
});
