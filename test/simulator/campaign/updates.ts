import { readFileSync } from 'node:fs';
import type { Write } from '../../../campaign/types';

/** A node of the workflow that updates rows. */
interface UpdateNode {
	parameters: {
		operation?: string;
		dataTableId?: { value: string };
		filters?: { conditions: { keyName: string }[] };
		columns?: { value: Record<string, unknown> | null };
	};
}

const { nodes } = JSON.parse(readFileSync('workflows/mobile-data-campaigns.json', 'utf8')) as {
	nodes: UpdateNode[];
};
const updates = nodes
	.map(({ parameters }) => parameters)
	// The others set all that comes in.
	.filter(({ operation, columns }) => operation === 'update' && columns?.value);

const known = new Map<string, Write['set']>();

/** The columns that each update of a table by these conditions sets: n8n empties those that a write leaves out. */
export function emptyColumns(table: string, where: Write['where']): Write['set'] {
	const key = `${table} ${Object.keys(where).sort().join()}`;
	const own = known.get(key) ?? columnsOf(table, where);
	known.set(key, own);
	return own;
}

function columnsOf(table: string, where: Write['where']): Write['set'] {
	const names = Object.keys(where).sort().join();
	const own = updates
		.filter(({ dataTableId }) => dataTableId?.value === `mobile_data_${table}`)
		.filter(({ filters }) => {
			return (
				filters?.conditions
					.map(({ keyName }) => keyName)
					.sort()
					.join() === names
			);
		})
		.map(({ columns }) => Object.keys(columns?.value ?? {}));
	const [first = []] = own;
	const all = first.filter((name) => own.every((columns) => columns.includes(name)));
	return Object.fromEntries(all.map((name) => [name, null]));
}
