import axios from 'axios';

import type { Campaign } from '../../support/campaignPage';

/** The status page of the campaigns in an n8n, as a browser has it. */
export class StatusPage {
	private readonly http;

	constructor(n8nUrl: string) {
		const baseURL = `${n8nUrl}/webhook/gift-campaign`;
		this.http = axios.create({ baseURL, proxy: false, validateStatus: () => true });
	}

	/** Opens the page, the list (`csv`) or the check (`report`). */
	async open({ key }: Pick<Campaign, 'key'>, format?: string) {
		const { status, headers, data } = await this.http.get<string>('', { params: { key, format } });
		return { status, headers, text: String(data) };
	}

	async figures({ key }: Campaign): Promise<Record<string, unknown>> {
		const params = { key, format: 'json' };
		return (await this.http.get<Record<string, unknown>>('', { params })).data;
	}

	/** Presses a button; gives the page that follows. */
	async press({ key, hash }: Campaign, action: string, fields: Record<string, string> = {}) {
		const form = new URLSearchParams({ key, action, hash, by: 'bo@example.com', ...fields });
		return (await this.http.post<string>('', form)).data;
	}
}
