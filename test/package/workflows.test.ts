import { filesIn, pageText } from '../../scripts/docs/pages';
import { pageStyle } from '../../scripts/docs/workflows';
import { filledIn } from '../../scripts/try/workflows';
import { safeHeaders } from '../../nodes/MobileBillingTrigger/receive';
import { planned } from '../support/campaign/pages';
import { expressionsIn, isLong } from '../support/expressions';

interface Node {
	name: string;
	type: string;
	position: [number, number];
	parameters: {
		content?: string;
		width?: number;
		height?: number;
		path?: string;
		options?: {
			path?: string;
			customCss?: string;
			responseHeaders?: { entries: { name: string; value: string }[] };
		};
		respondWith?: string;
		tableName?: string;
		columns?: { column?: { name: string }[] };
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
const isCalled = (file: string) => file.endsWith('mobile-data-campaigns.json');
const workflowOf = (file: string) => JSON.parse(pageText(file)) as Workflow;

const isNote = ({ type }: Node) => type.endsWith('.stickyNote');
const hasPlaceholder = ({ type, parameters }: Node) =>
	!/stickyNote$|\.(if|switch)$/.test(type) && JSON.stringify(parameters).includes('CHANGE_ME');

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
	/** Whether both are targets of one output. */
	const haveOneSource = (...names: string[]) =>
		Object.values(connections)
			.flatMap(({ main = [] }) => main)
			.some((targets) => names.every((name) => targets.some(({ node }) => node === name)));
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

	it('answers with the headers of every page of the package', () => {
		const answers = nodes.filter(({ type }) => type.endsWith('.respondToWebhook'));
		for (const { name, parameters } of answers) {
			const entries = parameters.options?.responseHeaders?.entries ?? [];
			const sent = entries.map((entry) => [entry.name.toLowerCase(), entry.value]);
			expect([name, Object.fromEntries(sent)]).toMatchObject([name, safeHeaders]);
		}
	});

	it('brings no address, so that each import gets one that nobody else knows', () => {
		const pathOf = ({ path = '', options }: Node['parameters']) =>
			isCalled(file) ? '' : path + (options?.path ?? '');
		const known = nodes.filter((node) => node.webhookId ?? pathOf(node.parameters) !== '');
		expect(known.map(({ name }) => name)).toEqual([]);
	});

	it('names in its note every node that has a placeholder, and no placeholder when it is filled in', () => {
		const note = nodes.find(isNote)?.parameters.content ?? '';
		const unnamed = nodes.filter((node) => hasPlaceholder(node) && !note.includes(node.name));
		expect(unnamed.map(({ name }) => name)).toEqual([]);
		const filled = filledIn({ nodes }, 'http://127.0.0.1:4010').nodes;
		expect(filled.filter(hasPlaceholder).map(({ name }) => name)).toEqual([]);
	});

	it('passes nothing on if it cannot count its visitors', () => {
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

	it('leaves rules to the nodes: no code and no long expression', () => {
		expect(nodes.filter(({ type }) => type.endsWith('.code'))).toEqual([]);
		const expressions = nodes.flatMap(({ parameters }) => expressionsIn(parameters));
		expect(expressions.filter(isLong)).toEqual([]);
	});

	it('has no regular expression, which n8n ends on a busy machine', () => {
		const written = JSON.stringify(nodes.map(({ parameters }) => parameters));
		expect(written).not.toMatch(/"operation":"(notR|r)egex"/);
		const withoutText = (code: string) => code.replace(/'[^']*'/g, '');
		const expressions = nodes.flatMap(({ parameters }) => expressionsIn(parameters));
		const odd = expressions.filter((code) =>
			/[(,=]\s*\/[^\s=]|RegExp|\.match/.test(withoutText(code)),
		);
		expect(odd).toEqual([]);
	});

	it('has the one look in the forms and pages that customers see', () => {
		const forms = nodes.filter(({ type }) => /\.form(Trigger)?$/.test(type));
		const styles = forms
			.filter(({ parameters }) => parameters.respondWith !== 'redirect')
			.map(({ parameters }) => parameters.options?.customCss ?? '');
		const [trigger] = forms;
		const reference = `={{ $('${trigger?.name ?? ''}').params.options.customCss }}`;
		for (const style of styles) expect([pageStyle, reference]).toContain(style);
		for (const page of pageText(file).match(/<style>.*?<\/style>/g) ?? []) {
			expect(page).toBe(JSON.stringify(`<style>\n${pageStyle}\n</style>`).slice(1, -1));
		}
	});

	it('runs a node before another one asks whether it ran: n8n takes the targets of a node from top to bottom', () => {
		const late = nodes.flatMap(({ name: asking, position: [, top], parameters }) => {
			const text = JSON.stringify(parameters);
			const asked = nodes.filter(
				({ name }) => name !== asking && text.includes(`$('${name}').isExecuted`),
			);
			return asked
				.filter(({ name, position }) => position[1] >= top && haveOneSource(name, asking))
				.map(({ name }) => `${asking} runs before ${name}`);
		});
		expect(late).toEqual([]);
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

describe('workflows/mobile-data-campaigns.json', () => {
	const { nodes, connections } = workflowOf('workflows/mobile-data-campaigns.json');

	function reachedFrom(name: string, seen = new Set<string>()): Set<string> {
		if (seen.has(name)) return seen;
		seen.add(name);
		for (const { node } of (connections[name]?.main ?? []).flat()) reachedFrom(node, seen);
		return seen;
	}

	const parts: [string, number][] = [
		['Every 10 seconds', 13],
		['Campaign desk', 20],
		['Campaign page', 12],
	];
	it.each(parts)('has a part from %s with at most %i nodes', (trigger, most) => {
		expect(reachedFrom(trigger).size).toBeGreaterThan(5);
		expect(reachedFrom(trigger).size).toBeLessThanOrEqual(most);
	});

	it('has no node that no part reaches', () => {
		const reached = new Set(parts.flatMap(([trigger]) => [...reachedFrom(trigger)]));
		const steps = nodes.filter((node) => !isNote(node));
		expect(steps.filter(({ name }) => !reached.has(name))).toEqual([]);
	});

	const { campaign, pieces, lists } = planned();
	it.each<[string, object?]>([
		['mobile_data_campaigns', campaign],
		['mobile_data_pieces', pieces[0]],
		['mobile_data_lists', lists[0]],
	])('creates %s with the columns of what Plan inserts', (tableName, row = {}) => {
		const table = nodes.find(({ parameters }) => parameters.tableName === tableName);
		const columns = table?.parameters.columns?.column?.map(({ name }) => name);
		expect(columns?.sort()).toEqual(Object.keys(row).sort());
	});

	it('leaves all rules to the node: no branches', () => {
		const types = nodes.map(({ type }) => type.replace(/^.*\./, ''));
		for (const type of ['set', 'if', 'switch', 'filter']) expect(types).not.toContain(type);
		const expressions = nodes.flatMap(({ parameters }) => expressionsIn(parameters));
		expect(expressions.length).toBeGreaterThan(30);
	});
});
