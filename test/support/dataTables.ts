import type { AxiosRequestConfig } from 'axios';
import type { N8nClient } from './n8nClient';

/** A row of a Data Table, with `id`, `createdAt` and `updatedAt`. */
export type TableRow = Record<string, unknown> & { id: number };

/** A condition on rows: columns and the values they equal. */
type Where = Record<string, string | number>;

/** The most rows in one answer of n8n. */
const pageSize = 250;

async function request<T>({ http }: N8nClient, config: AxiosRequestConfig): Promise<T> {
	return (await http.request<{ data: T }>(config)).data.data;
}

/** The address at which n8n's editor reads and changes a table; undefined if there's no such table. */
async function findTable(client: N8nClient, name: string): Promise<string | undefined> {
	const { data } = await request<{ data: { id: string; name: string; projectId: string }[] }>(
		client,
		{ url: '/data-tables-global', params: { filter: JSON.stringify({ name }) } },
	);
	const table = data.find((one) => one.name === name);
	return table && `/projects/${table.projectId}/data-tables/${table.id}`;
}

const filterOf = (where: Where) => ({
	type: 'and',
	filters: Object.entries(where).map(([columnName, value]) => {
		return { columnName, condition: 'eq', value };
	}),
});

/** The rows of a Data Table, in the order they were inserted. */
export async function tableRows<Row extends TableRow = TableRow>(
	client: N8nClient,
	name: string,
	where: Where = {},
): Promise<Row[]> {
	const url = `${await findTable(client, name)}/rows`;
	const filter = JSON.stringify(filterOf(where));
	const rows: Row[] = [];
	for (let count = 1; rows.length < count;) {
		const params = { take: pageSize, skip: rows.length, sortBy: 'id:asc', filter };
		const page = await request<{ data: Row[]; count: number }>(client, { url, params });
		rows.push(...page.data);
		({ count } = page);
	}
	return rows;
}

/** Adds rows to a Data Table. */
export async function insertRows(client: N8nClient, name: string, rows: object[]): Promise<void> {
	const url = `${await findTable(client, name)}/insert`;
	await request(client, { method: 'POST', url, data: { data: rows, returnType: 'id' } });
}

/** Changes all rows that match, as a person does in the editor. */
export async function updateRows(
	client: N8nClient,
	name: string,
	where: Where,
	data: Record<string, unknown>,
): Promise<void> {
	const url = `${await findTable(client, name)}/rows`;
	await request(client, { method: 'PATCH', url, data: { filter: filterOf(where), data } });
}

/** Creates a Data Table that isn't there yet; types are those of n8n: `string`, `number`, `boolean`, `date`. */
export async function createTable(
	client: N8nClient,
	name: string,
	types: Record<string, string>,
): Promise<void> {
	if (await findTable(client, name)) return;
	const { id } = await request<{ id: string }>(client, { url: '/projects/personal' });
	const columns = Object.entries(types).map(([column, type]) => ({ name: column, type }));
	const url = `/projects/${id}/data-tables`;
	await request(client, { method: 'POST', url, data: { name, columns } });
}

/** Deletes a Data Table with all its rows, if it is there. */
export async function deleteTable(client: N8nClient, name: string): Promise<void> {
	const url = await findTable(client, name);
	if (url) await request(client, { method: 'DELETE', url });
}

/** Deletes the campaigns of other files, which would go on; their workflow makes the tables anew. */
export async function deleteCampaigns(client: N8nClient): Promise<void> {
	for (const table of ['campaigns', 'pieces', 'lists', 'runner']) {
		await deleteTable(client, `mobile_data_${table}`);
	}
}
