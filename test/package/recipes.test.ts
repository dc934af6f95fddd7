import { pageText } from '../../scripts/docs/pages';
import { expressionsIn, isLong } from '../support/expressions';
import { recipes } from '../support/recipes';

const mostNodes = 4;
it('docs/recipes.md has its workflows, and each name once', () => {
	expect(recipes().size).toBe(pageText('docs/recipes.md').match(/^```json$/gm)?.length);
	expect(recipes().size).toBeGreaterThan(5);
});

describe.each([...recipes().values()])('the recipe $name', ({ nodes, connections, ...more }) => {
	const names = nodes.map(({ name }) => name);

	it('is small, and has no code and no long expression', () => {
		expect(nodes.length).toBeLessThanOrEqual(mostNodes);
		expect(nodes.filter(({ type }) => /\.(code|function|functionItem)$/.test(type))).toEqual([]);
		const expressions = expressionsIn(nodes.map(({ parameters }) => parameters));
		expect(expressions.length).toBeGreaterThan(0);
		expect(expressions.filter(isLong)).toEqual([]);
	});

	it('is one chain from left to right', () => {
		const [, ...rest] = names;
		const wires = rest.map((node, at) => [
			names[at],
			{ main: [[{ node, type: 'main', index: 0 }]] },
		]);
		expect(connections).toEqual(Object.fromEntries(wires));
		const places = nodes.map(({ position: [x] }) => x);
		expect(places).toEqual([...places].sort((one, other) => one - other));
	});

	it('brings no address, no login and no service, is not published, and is closed to strangers', () => {
		expect(Object.keys(more)).toEqual(['name']);
		const keys = new Set(nodes.flatMap((node) => Object.keys(node)));
		const allowed = ['name', 'type', 'typeVersion', 'position', 'parameters', 'onError'];
		expect([...keys].filter((key) => !allowed.includes(key))).toEqual([]);
		for (const { type, parameters } of nodes) {
			if (/\.(webhook|mobileBillingTrigger)$/.test(type)) {
				expect(parameters.path ?? '').toBe('');
				expect(['headerAuth', 'confirm']).toContain(parameters.authentication);
			}
			if (!('serviceKey' in parameters)) continue;
			expect(parameters.serviceKey).toEqual({ __rl: true, mode: 'list', value: '' });
		}
	});
});
