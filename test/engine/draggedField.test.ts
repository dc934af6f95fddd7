import fc from 'fast-check';
import type { IDataObject, INode, INodeType } from 'n8n-workflow';
import { draggedField, plainValue } from '../../nodes/engine/draggedField';
import { workflowOf } from '../support/n8n';

const node: INode = {
	id: 'node',
	name: 'Node',
	type: 'node',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const type: INodeType = {
	description: {
		displayName: 'Node',
		name: 'node',
		group: ['input'],
		version: 1,
		description: 'Gives expressions a node to stand in',
		defaults: { name: 'Node' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	},
};
const workflow = workflowOf([node], [type], {});

/** What n8n itself makes of an expression for this item. */
function byN8n(expression: string, json: IDataObject): unknown {
	return workflow.expression.getParameterValue(
		expression,
		null,
		0,
		0,
		node.name,
		[{ json }],
		'manual',
		{},
	);
}

beforeAll(async () => {
	await workflow.expression.acquireIsolate();
});

afterAll(async () => {
	await workflow.expression.releaseIsolate();
});

describe('a field that was dragged into a parameter', () => {
	test.each([
		['={{ $json.phone }}', 'phone'],
		['={{$json.phone_2}}', 'phone_2'],
		["={{ $json['Phone number'] }}", 'Phone number'],
		['={{ $json["Số điện thoại"] }}', 'Số điện thoại'],
	])('is read from %s', (expression, field) => {
		expect(draggedField(expression)).toBe(field);
		expect(byN8n(expression, { [field]: '+33 6 39 98 12 34' })).toBe('+33 6 39 98 12 34');
	});

	test.each([
		'={{ $json.phone.trim() }}',
		'={{ $json.customer.phone }}',
		'={{ $json.phone }} ',
		'= {{ $json.phone }}',
		'=+{{ $json.phone }}',
		'={{ $json.phone }}{{ $json.phone }}',
		'={{ $json.phone || $json.mobile }}',
		'={{ $json[\'phone"] }}',
		"={{ $json['it\\'s'] }}",
		'={{ $json[0] }}',
		"={{ $('List').item.json.phone }}",
		'{{ $json.phone }}',
		'phone',
		7,
		{ value: '={{ $json.phone }}' },
		undefined,
	])('is none in %p', (value) => {
		expect(draggedField(value)).toBeUndefined();
	});

	test('has the value that n8n gives it, whatever it is called and holds', () => {
		const name = fc.oneof(
			fc.stringMatching(/^[a-zA-Z_]\w{0,8}$/),
			fc.constantFrom('length', 'first', 'name', 'toString', 'valueOf', 'isEmpty'),
		);
		const value = fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.integer(), fc.boolean());
		fc.assert(
			fc.property(name, value, fc.boolean(), (field, content, quoted) => {
				const expression = quoted ? `={{ $json['${field}'] }}` : `={{ $json.${field} }}`;
				const json = { [field]: content };
				expect(draggedField(expression)).toBe(field);
				expect(plainValue(json, field)).toBe(content);
				expect(byN8n(expression, json)).toBe(content);
			}),
		);
	});

	test('is left to n8n when the item has none of its own, or no plain value', () => {
		const json = { list: [1], record: { a: 1 }, nothing: null };
		for (const field of ['list', 'record', 'nothing', 'missing', 'toString', 'constructor']) {
			expect(plainValue(json, field)).toBeUndefined();
		}
		expect(plainValue(undefined, 'phone')).toBeUndefined();
	});
});
