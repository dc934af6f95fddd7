import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { resources as billing } from '../../nodes/MobileBilling/operations';
import { resources as gifting } from '../../nodes/MobileDataGifting/operations';
import { innerFieldsOf, placedFields } from '../../nodes/engine/panel/fields';
import { failureIn, fieldsOf } from '../support/runNode';
import { byKey, continued, nothing, Stub } from '../support/stub';

const stub = Stub.forEach();

/** A field, alone or in a collection: the label that its error names, and the parameters that set it. */
interface Settable {
	label: string;
	set(expression: string): INodeParameters;
}

/** A value that every text field accepts. */
const text = '33639980';
const valueOf = ({ type }: INodeProperties, typed = text) =>
	type === 'resourceLocator' ? byKey(typed) : typed;

/** The parameters that show a field in the panel. */
function showing({ displayOptions: { show = {}, hide = {} } = {} }: INodeProperties) {
	const entriesOf = (all: object) =>
		Object.entries(all as Record<string, unknown[]>).map(
			([path, [value]]) => [path.replace(/^.*[/.]/, ''), value] as const,
		);
	const meeting = (value: unknown) => {
		if (typeof value !== 'object') return value;
		return JSON.stringify(value).includes('"exists"') ? text : '={{ true }}';
	};
	const shown = entriesOf(show).map(([name, value]) => [name, meeting(value)]);
	const filled = entriesOf(hide).filter(([, value]) => value === '');
	return Object.fromEntries([...shown, ...filled.map(([name]) => [name, text])]) as object;
}

function settable(field: INodeProperties): Settable[] {
	const { name, displayName: label, options: [option] = [] } = field;
	const inner = innerFieldsOf(field);
	const isGroup = option && 'values' in option;
	if (inner.length === 0) {
		return [{ label, set: (typed) => ({ ...showing(field), [name]: valueOf(field, typed) }) }];
	}
	return inner.map((one) => ({
		label: isGroup ? label : one.displayName,
		set: (typed) => {
			const value = { ...showing(one), [one.name]: typed };
			return { [name]: isGroup ? { [option.name]: [value] } : value };
		},
	}));
}

/** The steps of a customer's page check their fields together (test/pages). */
const resources = [...billing, ...gifting].filter(({ value }) => value !== 'page');

const rows = resources.flatMap(({ value: resource, operations }) =>
	operations.flatMap((operation) => {
		const required = operation.fields.filter(
			(one) => one.required === true || one.name === 'serviceKey',
		);
		const base = Object.fromEntries(required.map((field) => [field.name, valueOf(field)]));
		return placedFields(operation)
			.flatMap(({ field }) => settable(field))
			.map(({ label, set }): [string, string, Settable['set']] => [
				`${resource}: ${operation.value}`,
				label,
				(typed) => ({ ...base, ...set(typed), resource, operation: operation.value }),
			]);
	}),
);

describe('an expression that resolves to nothing is refused, and neither sent nor left out', () => {
	test('in every operation', () => {
		expect(new Set(rows.map(([operation]) => operation)).size).toBe(
			resources.flatMap(({ operations }) => operations).length,
		);
	});

	/** Values in place of a missing one. */
	const values: IDataObject[string][] = [undefined, null, '', ' '];
	const items = values.map((value) => ({ nothing: value }));
	const expressions = [nothing, '={{ $json.nothing.at.all }}', '={{ $json.nothing ?? "" }}'];

	test.each(rows)('%s, %s', async (_operation, label, parametersWith) => {
		const named = expect.stringMatching(`'${label.replace(/[()]/g, '\\$&')}' `) as string;
		for (const expression of expressions) {
			const run = await stub.run(parametersWith(expression), { ...continued, items });
			const messages = fieldsOf(run).map((item) => failureIn(item).message);
			expect(messages).toEqual(items.map(() => named));
		}
		expect(stub.asked).toEqual([]);
	});
});
