import axios, { type AxiosInstance } from 'axios';

import { waitFor } from '../../../scripts/host/wait';
import { owner } from '../../e2e/support/looking';

/** A row of a Data Table. */
export type Row = Record<string, string | number | null> & { id: number };

/** Which rows: columns and what they equal. */
type Where = Record<string, string | number>;

/** n8n's Data Tables as its editor reads and changes them; waits while n8n or its database is away. */
export class Tables {
	private readonly http: AxiosInstance;

	private project = '';

	private readonly ids = new Map<string, string>();

	constructor(url: string) {
		this.http = axios.create({ baseURL: `${url}/rest`, proxy: false, timeout: 30_000 });
	}

	async login(): Promise<void> {
		const { email: emailOrLdapLoginId, password } = owner;
		const { headers } = await this.http.post('/login', { emailOrLdapLoginId, password });
		const cookies = (headers['set-cookie'] ?? []).map((one) => one.split(';', 1)[0]);
		this.http.defaults.headers.common.Cookie = cookies.join('; ');
		const { data } = await this.http.get<{ data: { id: string } }>('/projects/personal');
		this.project = data.data.id;
	}

	/** Makes a table with these columns and their types. */
	async create(name: string, columns: Record<string, string>): Promise<void> {
		const typed = Object.entries(columns).map(([column, type]) => ({ name: column, type }));
		const url = `/projects/${this.project}/data-tables`;
		const { data } = await this.http.post<{ data: { id: string } }>(url, { name, columns: typed });
		this.ids.set(name, data.data.id);
	}

	/** Adds rows and says their ids. */
	async insert(table: string, rows: object[]): Promise<number[]> {
		const url = `${await this.urlOf(table)}/insert`;
		const asked = { data: rows, returnType: 'id' };
		const { data } = await this.http.post<{ data: { id: number }[] }>(url, asked);
		return data.data.map(({ id }) => id);
	}

	/** Changes rows, until n8n has answered. */
	async update(table: string, where: Where, data: object): Promise<void> {
		const filter = filterOf(where);
		await this.answered(`${table} changed`, async () => {
			await this.http.patch(`${await this.urlOf(table)}/rows`, { filter, data });
			return true;
		});
	}

	/** All rows that match, until n8n has answered. */
	async rows(table: string, where: Where = {}): Promise<Row[]> {
		return await this.answered(`${table} read`, async () => {
			const url = `${await this.urlOf(table)}/rows`;
			const rows: Row[] = [];
			for (;;) {
				const params = { take: 250, skip: rows.length, filter: JSON.stringify(filterOf(where)) };
				const answer = await this.http.get<{ data: { data: Row[]; count: number } }>(url, {
					params,
				});
				const { data, count } = answer.data.data;
				rows.push(...data);
				if (data.length === 0 || rows.length >= count) return rows;
			}
		});
	}

	private async urlOf(table: string): Promise<string> {
		const base = `/projects/${this.project}/data-tables`;
		const known = this.ids.get(table);
		if (known !== undefined) return `${base}/${known}`;
		const params = { filter: JSON.stringify({ name: table }) };
		const { data } = await this.http.get<{ data: { data: { id: string; name: string }[] } }>(base, {
			params,
		});
		const found = data.data.data.find(({ name }) => name === table);
		if (found === undefined) throw new Error(`There is no table ${table}`);
		this.ids.set(table, found.id);
		return `${base}/${found.id}`;
	}

	private async answered<T>(what: string, ask: () => Promise<T>): Promise<T> {
		let last: unknown;
		const attempt = async () =>
			await ask().catch((error: unknown) => {
				const { response } = error as { response?: { status: number; data: unknown } };
				last = response?.data ?? error;
				return undefined;
			});
		return await waitFor(what, attempt, { timeoutMs: 120_000, everyMs: 300 }).catch(
			(error: unknown) => {
				throw new Error(`${String(error)}: ${JSON.stringify(last)}`);
			},
		);
	}
}

function filterOf(where: Where) {
	const filters = Object.entries(where).map(([columnName, value]) => ({
		columnName,
		condition: 'eq',
		value,
	}));
	return { type: 'and', filters };
}
