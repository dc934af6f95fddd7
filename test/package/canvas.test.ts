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

interface Point {
	x: number;
	y: number;
}

interface Box {
	name: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

interface Wire {
	source: string;
	target: string;
	from: Point;
	to: Point;
}

/** The side of a node on n8n's canvas; each output after the second makes it higher. */
const SIDE = 96;
const PER_OUTPUT = 32;

/** How wide a node with sub-nodes is. */
const WITH_SUBS = 256;

/** The space that a node's name takes below it, and on both sides. */
const NAME = { below: 40, right: 20 };

const isNote = ({ type }: Node) => type.endsWith('.stickyNote');

/** What is drawn of a workflow. */
class Canvas {
	readonly nodes: Node[];

	readonly notes: Node[];

	readonly wires: Wire[];

	/** From a sub-node up to its node. */
	readonly links: Wire[];

	private readonly subs: Pick<Wire, 'source' | 'target'>[];

	constructor(private readonly workflow: Workflow) {
		this.notes = workflow.nodes.filter(isNote);
		this.nodes = workflow.nodes.filter((node) => !isNote(node));
		const all = Object.entries(workflow.connections);
		this.subs = all.flatMap(([source, of]) =>
			Object.entries(of).flatMap(([kind, targets]) =>
				kind === 'main' ? [] : targets.flat().map(({ node }) => ({ source, target: node })),
			),
		);
		this.wires = all.flatMap(([source, { main = [] }]) =>
			main.flatMap((targets, output) =>
				targets.map(({ node, index }) => this.wire(source, output, node, index)),
			),
		);
		this.links = this.subs.map((sub) => this.link(sub));
	}

	/** The node without its name. */
	body({ name, position: [left, top] }: Node): Box {
		const height = SIDE + PER_OUTPUT * Math.max(0, this.outputs(name) - 2);
		const isParent = this.subs.some(({ target }) => target === name);
		const isWide = isParent && !this.subs.some(({ source }) => source === name);
		return { name, left, top, right: left + (isWide ? WITH_SUBS : SIDE), bottom: top + height };
	}

	box(node: Node): Box {
		const { left, right, bottom, ...body } = this.body(node);
		return {
			...body,
			left: left - NAME.right,
			right: right + NAME.right,
			bottom: bottom + NAME.below,
		};
	}

	note({ name, position: [left, top], parameters: { width = 240, height = 160 } }: Node): Box {
		return { name, left, top, right: left + width, bottom: top + height };
	}

	private outputs(name: string): number {
		return this.workflow.connections[name]?.main?.length ?? 1;
	}

	private inputs(name: string): number {
		const all = Object.values(this.workflow.connections).flatMap(({ main = [] }) => main.flat());
		return Math.max(1, ...all.filter(({ node }) => node === name).map(({ index }) => index + 1));
	}

	private wire(source: string, output: number, target: string, input: number): Wire {
		const begin = this.body(this.named(source));
		const end = this.body(this.named(target));
		const along = ({ top, bottom }: Box, index: number, count: number) =>
			top + ((bottom - top) * (index + 1)) / (count + 1);
		return {
			source,
			target,
			from: { x: begin.right, y: along(begin, output, this.outputs(source)) },
			to: { x: end.left, y: along(end, input, this.inputs(target)) },
		};
	}

	private link({ source, target }: Pick<Wire, 'source' | 'target'>): Wire {
		const begin = this.body(this.named(source));
		const end = this.body(this.named(target));
		const middle = ({ left, right }: Box) => (left + right) / 2;
		const from = { x: middle(begin), y: begin.top };
		return { source, target, from, to: { x: middle(end), y: end.bottom } };
	}

	private named(name: string): Node {
		const found = this.nodes.find((node) => node.name === name);
		if (!found) throw new Error(`There is no node ${name}`);
		return found;
	}
}

const overlap = (a: Box, b: Box) =>
	a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const holds = (outer: Box, inner: Box) =>
	outer.left <= inner.left &&
	outer.top <= inner.top &&
	outer.right >= inner.right &&
	outer.bottom >= inner.bottom;

const side = (a: Point, b: Point, c: Point) =>
	Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));

const cross = (a: Pick<Wire, 'from' | 'to'>, b: Pick<Wire, 'from' | 'to'>) =>
	side(a.from, a.to, b.from) * side(a.from, a.to, b.to) < 0 &&
	side(b.from, b.to, a.from) * side(b.from, b.to, a.to) < 0;

const hits = (wire: Wire, { left, top, right, bottom }: Box) =>
	cross(wire, { from: { x: left, y: top }, to: { x: right, y: bottom } }) ||
	cross(wire, { from: { x: left, y: bottom }, to: { x: right, y: top } });

function pairs<T>(list: T[]): [T, T][] {
	return list.flatMap((a, index) => list.slice(index + 1).map((b): [T, T] => [a, b]));
}

const shown = (names: { name: string }[]) => names.map(({ name }) => name).join(' and ');

const folder = join(projectRoot, 'workflows');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Workflow;

describe.each(files)('the canvas of %s', (file) => {
	const canvas = new Canvas(read(file));
	const { nodes, notes, wires } = canvas;
	const forward = wires.filter(({ from, to }) => from.x < to.x);
	const drawn = [...forward, ...canvas.links];
	const boxes = nodes.map((node) => canvas.box(node));
	const noteBoxes = notes.map((note) => canvas.note(note));

	it('has nodes and notes that do not overlap', () => {
		const bad = [...pairs(boxes), ...pairs(noteBoxes)].filter(([a, b]) => overlap(a, b));
		expect(bad.map(shown)).toEqual([]);
		const bodies = nodes.map((node) => canvas.body(node));
		const cut = noteBoxes.flatMap((note) =>
			bodies
				.filter((body) => overlap(note, body) && !holds(note, body))
				.map((body) => [note, body]),
		);
		expect(cut.map(shown)).toEqual([]);
	});

	it('has wires that do not cross', () => {
		const bad = pairs(drawn).filter(([a, b]) => cross(a, b));
		const name = ({ source, target }: Wire) => `${source} → ${target}`;
		expect(bad.map(([a, b]) => `${name(a)} × ${name(b)}`)).toEqual([]);
		const through = drawn.flatMap((wire) =>
			boxes
				.filter((box) => box.name !== wire.source && box.name !== wire.target)
				.filter((box) => hits(wire, box))
				.map((box) => `${name(wire)} through ${box.name}`),
		);
		expect(through).toEqual([]);
	});

	it('flows from left to right, but for loops', () => {
		const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
			from === to ||
			wires.some(
				({ source, target }) =>
					source === from && !seen.has(target) && reaches(target, to, seen.add(target)),
			);
		const back = wires.filter((wire) => !forward.includes(wire));
		expect(back.filter(({ source, target }) => !reaches(target, source))).toEqual([]);
		expect(canvas.links.filter(({ from, to }) => from.y <= to.y)).toEqual([]);
	});
});

it('the starter campaign has at most 7 nodes', () => {
	const { nodes } = new Canvas(read('loyalty-data-gifting-campaign.json'));
	expect(nodes.length).toBeLessThanOrEqual(7);
});
