import axios, { type AxiosInstance } from 'axios';

import type { Owner } from '../host/n8nClient';

interface StoredWorkflow {
	id: string;
	versionId: string;
}

/** Puts workflows into a running n8n and publishes them, as a person in the editor of that version does. */
export class Editor {
	private constructor(
		private readonly http: AxiosInstance,
		private readonly version: string,
	) {}

	/** Logs in; the owner must be there. */
	static async open(url: string, version: string, owner: Owner): Promise<Editor> {
		const http = axios.create({ baseURL: `${url}/rest`, proxy: false, timeout: 60_000 });
		const { email: emailOrLdapLoginId, password } = owner;
		const { headers } = await http.post('/login', { emailOrLdapLoginId, password });
		const cookies = headers['set-cookie'] ?? [];
		http.defaults.headers.common.Cookie = cookies.map((one) => one.split(';', 1)[0]).join('; ');
		return new Editor(http, version);
	}

	/** Imports a workflow and publishes it; n8n 1.x calls it activating. */
	async publish(workflow: object): Promise<void> {
		const inactive = { ...workflow, active: false };
		const { id, versionId } = await this.send<StoredWorkflow>('post', '/workflows', inactive);
		if (this.version.startsWith('1.')) {
			await this.send('patch', `/workflows/${id}`, { active: true, versionId });
		} else {
			await this.send('post', `/workflows/${id}/activate`, { versionId });
		}
	}

	private async send<T>(method: 'post' | 'patch', path: string, body: object): Promise<T> {
		const { data } = await this.http.request<{ data: T }>({ method, url: path, data: body });
		return data.data;
	}
}
