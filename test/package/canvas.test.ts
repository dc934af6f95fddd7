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
	connections: Record<string, Record<string, { node: string; index: number }[][]>>;
}

interface Box {
	name: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** The side of a node on n8n's canvas; each output after the second makes it higher. */
const SIDE = 96;
const PER_OUTPUT = 32;

/** The space that a node's name takes below it, and on both sides. */
const NAME = { below: 40, right: 20 };

const isNote = ({ type }: Node) => type.endsWith('.stickyNote');

function noteBox({ name, position: [left, top], parameters }: Node): Box {
	const { width = 240, height = 160 } = parameters;
	return { name, left, top, right: left + width, bottom: top + height };
}

const overlap = (a: Box, b: Box) =>
	a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const holds = (outer: Box, inner: Box) =>
	outer.left <= inner.left &&
	outer.top <= inner.top &&
	outer.right >= inner.right &&
	outer.bottom >= inner.bottom;

interface Wire {
	name: string;
	from: [x: number, y: number];
	to: [x: number, y: number];
}

/** The wires between steps, from output to input, as straight lines. */
function wiresOf(bodies: Box[], connections: Workflow['connections']): Wire[] {
	const body = (name: string) => {
		const found = bodies.find((one) => one.name === name);
		if (!found) throw new Error(`There is no node ${name}`);
		return found;
	};
	const along = ({ top, bottom }: Box, index: number, count: number) =>
		top + ((bottom - top) * (index + 1)) / (count + 1);
	const all = Object.entries(connections).flatMap(([source, { main = [] }]) =>
		main.flatMap((targets, output) =>
			targets.map(({ node, index }) => ({ source, output, outputs: main.length, node, index })),
		),
	);
	const inputs = (name: string) =>
		1 + Math.max(...all.filter(({ node }) => node === name).map(({ index }) => index));
	return all.map(({ source, output, outputs, node, index }) => ({
		name: `${source} → ${node}`,
		from: [body(source).right, along(body(source), output, outputs)],
		to: [body(node).left, along(body(node), index, inputs(node))],
	}));
}

const side = ([ax, ay]: Wire['to'], [bx, by]: Wire['to'], [cx, cy]: Wire['to']) =>
	Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));

const cross = (a: Wire, b: Wire) =>
	side(a.from, a.to, b.from) * side(a.from, a.to, b.to) < 0 &&
	side(b.from, b.to, a.from) * side(b.from, b.to, a.to) < 0;

const folder = join(projectRoot, 'workflows');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Workflow;

describe.each(files)('the canvas of %s', (file) => {
	const { nodes, connections } = read(file);
	const notes = nodes.filter(isNote).map(noteBox);
	const bodies = nodes
		.filter((node) => !isNote(node))
		.map(({ name, position: [left, top] }) => {
			const more = Math.max(0, (connections[name]?.main?.length ?? 1) - 2);
			return { name, left, top, right: left + SIDE, bottom: top + SIDE + PER_OUTPUT * more };
		});

	it('has nodes and notes that do not overlap', () => {
		const named = bodies.map(({ left, right, bottom, ...body }) => ({
			...body,
			left: left - NAME.right,
			right: right + NAME.right,
			bottom: bottom + NAME.below,
		}));
		const inside = (boxes: Box[]) =>
			boxes.flatMap((a, n) => boxes.slice(n + 1).flatMap((b) => (overlap(a, b) ? [[a, b]] : [])));
		const cut = notes.flatMap((note) =>
			bodies.flatMap((body) => (overlap(note, body) && !holds(note, body) ? [[note, body]] : [])),
		);
		const bad = [...inside(named), ...inside(notes), ...cut];
		expect(bad.map((two) => two.map(({ name }) => name))).toEqual([]);
	});

	it('has wires that do not cross, but for loops', () => {
		const forward = wiresOf(bodies, connections).filter(({ from, to }) => from[0] < to[0]);
		const crossing = forward.flatMap((a, n) =>
			forward.slice(n + 1).flatMap((b) => (cross(a, b) ? [`${a.name} × ${b.name}`] : [])),
		);
		expect(crossing).toEqual([]);
	});

	it('flows from left to right, but for loops', () => {
		const targetsOf = (name: string) => (connections[name]?.main ?? []).flat().map((to) => to.node);
		const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
			from === to ||
			targetsOf(from).some((next) => !seen.has(next) && reaches(next, to, seen.add(next)));
		const leftOf = (name: string) => bodies.find((body) => body.name === name)?.left ?? 0;
		const back = Object.keys(connections).flatMap((source) =>
			targetsOf(source)
				.filter((target) => leftOf(target) <= leftOf(source) && !reaches(target, source))
				.map((target) => `${source} → ${target}`),
		);
		expect(back).toEqual([]);
	});
});

it('the starter campaign has at most 7 nodes', () => {
	const { nodes } = read('loyalty-data-gifting-campaign.json');
	expect(nodes.filter((node) => !isNote(node)).length).toBeLessThanOrEqual(7);
});
