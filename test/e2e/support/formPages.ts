import axios, { type AxiosInstance } from 'axios';

import { waitFor } from '../../../scripts/host/wait';
import { multipart, waitForForm, type FormField } from '../../support/form';

/** A person with a browser on an n8n form of several pages. */
export class FormPages {
	private address = '';

	private constructor(
		private readonly http: AxiosInstance,
		private readonly url: string,
	) {}

	/** Opens a form, or the page that an email links to. */
	static async open(url: string): Promise<FormPages> {
		const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };
		const http = axios.create({ proxy: false, timeout: 60_000, responseType: 'text', headers });
		await waitForForm(http, url);
		return new FormPages(http, url);
	}

	/** The page as the browser gets it. */
	async html(): Promise<string> {
		return (await this.http.get<string>(this.address || this.url)).data;
	}

	/** Submits a page, and gives the next one; it has told n8n that it was shown when it is the last. */
	async submit(fields: FormField[], isLast = false): Promise<string> {
		const answer = await this.http.post<string>(this.address || this.url, multipart(fields));
		if (!this.address) {
			this.address = (JSON.parse(answer.data) as { formWaitingUrl: string }).formWaitingUrl;
		}
		const status = new URL(this.address);
		status.pathname += '/n8n-execution-status';
		const isWaiting = async () =>
			(await this.http.get<string>(status.href)).data.trim() === 'form-waiting' ? true : undefined;
		await waitFor('the next page', isWaiting, { timeoutMs: 60_000, everyMs: 200 });
		const html = await this.html();
		if (isLast) await this.http.post(this.address);
		return html;
	}

	/** Submits the only page of an email's link. */
	async decide(fields: FormField[]): Promise<void> {
		await this.http.post(this.url, multipart(fields));
	}
}
