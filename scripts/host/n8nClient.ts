import axios, { type AxiosInstance } from 'axios';

/** The owner account of a throw-away n8n. */
export type Owner = Record<'email' | 'firstName' | 'lastName' | 'password', string>;

/** Throws an error that can be printed: the error of axios holds the whole request, password and cookie too. */
function inWords(error: unknown): never {
	if (!axios.isAxiosError(error)) throw error;
	const { config, response, message } = error;
	const said = response === undefined ? message : JSON.stringify(response.data).slice(0, 500);
	throw new Error(`${config?.method} /rest${config?.url}: ${response?.status ?? ''} ${said}`);
}

/** n8n's own REST interface, as the editor uses it, under the owner's login. */
export class N8nClient {
	/** For requests without a method here. */
	readonly http: AxiosInstance;

	constructor(url: string) {
		this.http = axios.create({ baseURL: `${url}/rest`, proxy: false, timeout: 60_000 });
		this.http.interceptors.response.use(undefined, inWords);
	}

	/** Logs in; a fresh n8n gets its owner first. */
	async login(owner: Owner): Promise<void> {
		const asked = { emailOrLdapLoginId: owner.email, password: owner.password };
		const validateStatus = (status: number) => status < 500;
		const known = await this.http.post('/login', asked, { validateStatus });
		const answer = known.status === 200 ? known : await this.http.post('/owner/setup', owner);
		const cookies = answer.headers['set-cookie'] ?? [];
		this.http.defaults.headers.common.Cookie = cookies
			.map((one) => one.split(';', 1)[0])
			.join('; ');
	}

	/** Publishes a workflow of a running n8n. */
	async activate(workflowId: string): Promise<void> {
		const { versionId } = await this.get<{ versionId: string }>(`/workflows/${workflowId}`);
		await this.post(`/workflows/${workflowId}/activate`, { versionId });
	}

	protected async get<T>(path: string, params?: object): Promise<T> {
		return (await this.http.get<{ data: T }>(path, { params })).data.data;
	}

	protected async post<T>(path: string, body: unknown): Promise<T> {
		return (await this.http.post<{ data: T }>(path, body)).data.data;
	}
}
