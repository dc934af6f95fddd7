import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../../scripts/host/paths';

interface CreateNode {
	parameters: {
		resource?: string;
		operation?: string;
		tableName?: string;
		columns?: { column?: { name: string; type: string }[] };
	};
}

const sha256 = (lines: (string | number)[]) =>
	createHash('sha256').update(lines.join('\n')).digest('hex');

/** The columns and their types of each table that the planning workflow creates. */
export function campaignTables(): [table: string, columns: Record<string, string>][] {
	const file = readFileSync(join(projectRoot, 'workflows', 'campaign-plan.json'), 'utf8');
	const { nodes } = JSON.parse(file) as { nodes: CreateNode[] };
	return nodes
		.map(({ parameters }) => parameters)
		.filter(({ resource, operation }) => resource === 'table' && operation === 'create')
		.map(({ tableName = '', columns }) => {
			const typed = columns?.column?.map(({ name, type }) => [name, type]) ?? [];
			return [tableName, Object.fromEntries(typed) as Record<string, string>];
		});
}

/** The hash of a campaign with these batches. */
export function hashOf(
	{ name, serviceKey }: { name: string; serviceKey: string },
	batches: { list: string }[],
): string {
	return sha256([name, serviceKey, ...batches.map(({ list }) => sha256([list]))]);
}

/** The seal of a batch of a campaign with this hash. */
export function sealOf(
	{ name, serviceKey, hash }: { name: string; serviceKey: string; hash: string },
	{ number, list }: { number: number; list: string },
): string {
	return sha256([hash, name, serviceKey, number, list]);
}
