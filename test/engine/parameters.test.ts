import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { localOperation } from '../../nodes/engine/operation';
import { readAllParameters } from '../../nodes/engine/parameters';

const echo = localOperation({
	value: 'echo',
	name: 'Echo',
	action: 'Echo',
	description: 'Echo',
	effect: 'local',
	usesAccount: false,
	fields: [{ displayName: 'Text', name: 'text', type: 'string', default: '' }],
	params: z.object({ text: z.string() }),
	compute: () => ({ records: [] }),
});

/** As much of n8n as reading needs; each item takes so long to read, as an expression does. */
function slowItems(count: number, milliseconds: number): IExecuteFunctions {
	const json = {
		get text() {
			const end = Date.now() + milliseconds;
			while (Date.now() < end);
			return 'x';
		},
	};
	return {
		getInputData: () => Array.from({ length: count }, () => ({ json })),
		getNode: () => ({ parameters: { text: '={{ $json.text }}' } }),
		getTimezone: () => 'UTC',
	} as unknown as IExecuteFunctions;
}

describe('reading a list', () => {
	it('lets the other work of n8n have its turn while it lasts', async () => {
		let turns = 0;
		const other = setInterval(() => turns++, 1);
		const read = await readAllParameters(slowItems(40, 5), echo);
		clearInterval(other);
		expect(read).toHaveLength(40);
		expect(turns).toBeGreaterThanOrEqual(2);
	});
});
