import type { AxiosRequestConfig } from 'axios';

import type { N8nClient } from './n8nClient';

/** A row of a Data Table, with `id`, `createdAt` and `updatedAt`. */
export type TableRow = Record<string, unknown> & { id: number };

/** Which rows: columns and what they equal. */
type Where = Record<string, string | number>;

/** So many rows n8n gives at most in one answer. */
const pageSize = 250;

async function request<T>(client: N8nClient, config: AxiosRequestConfig): Promise<T> {
	const { data } = await client.http.request<{ data: T }>(config);
	return data.data;
}

/** Where n8n's editor reads and changes a table, which is found by its name. */
async function addressOf(client: N8nClient, name: string): Promise<string> {
	const { data } = await request<{ data: { id: string; name: string; projectId: string }[] }>(
		client,
		{ url: '/data-tables-global', params: { filter: JSON.stringify({ name }) } },
	);
	const table = data.find((one) => one.name === name);
	if (!table) throw new Error(`There is no Data Table ${name}`);
	return `/projects/${table.projectId}/data-tables/${table.id}`;
}

function filterOf(where: Where) {
	const filters = Object.entries(where).map(([columnName, value]) => {
		return { columnName, condition: 'eq', value };
	});
	return { type: 'and', filters };
}

/** The rows of a Data Table, in the order they were inserted. */
export async function tableRows<Row extends TableRow = TableRow>(
	client: N8nClient,
	name: string,
	where: Where = {},
): Promise<Row[]> {
	const address = await addressOf(client, name);
	const filter = JSON.stringify(filterOf(where));
	const rows: Row[] = [];
	for (let count = 1; rows.length < count;) {
		const page = await request<{ data: Row[]; count: number }>(client, {
			url: `${address}/rows`,
			params: { take: pageSize, skip: rows.length, sortBy: 'id:asc', filter },
		});
		rows.push(...page.data);
		({ count } = page);
	}
	return rows;
}

/** Adds rows to a Data Table, and says their IDs. */
export async function insertRows(
	client: N8nClient,
	name: string,
	rows: Record<string, unknown>[],
): Promise<number[]> {
	const url = `${await addressOf(client, name)}/insert`;
	const data = { data: rows, returnType: 'id' };
	const inserted = await request<{ id: number }[]>(client, { method: 'POST', url, data });
	return inserted.map(({ id }) => id);
}

/** Changes all rows that match, as a person does in the editor. */
export async function updateRows(
	client: N8nClient,
	name: string,
	where: Where,
	data: Record<string, unknown>,
): Promise<void> {
	const url = `${await addressOf(client, name)}/rows`;
	await request(client, { method: 'PATCH', url, data: { filter: filterOf(where), data } });
}

/** Changes the row with this ID. */
export async function updateRow(
	client: N8nClient,
	name: string,
	id: number,
	data: Record<string, unknown>,
): Promise<void> {
	await updateRows(client, name, { id }, data);
}

/** Creates a Data Table that isn't there yet; types are those of n8n: `string`, `number`, `boolean`, `date`. */
export async function createTable(
	client: N8nClient,
	name: string,
	columns: Record<string, string>,
): Promise<void> {
	const isThere = await addressOf(client, name).then(
		() => true,
		() => false,
	);
	if (isThere) return;
	const { id } = await request<{ id: string }>(client, { url: '/projects/personal' });
	const listed = Object.entries(columns).map(([column, type]) => ({ name: column, type }));
	const url = `/projects/${id}/data-tables`;
	await request(client, { method: 'POST', url, data: { name, columns: listed } });
}
