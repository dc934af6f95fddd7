import axios from 'axios';

import { waitFor } from '../../../scripts/host/wait';
import { multipart, waitForForm } from '../form';

const http = axios.create({
	proxy: false,
	timeout: 10_000,
	headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' },
	validateStatus: () => true,
	transformResponse: (html: string) =>
		html
			.replace(/&#x(\w+);/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
			.replaceAll('&amp;', '&'),
});

/** A customer on the forms of a shop, one page after the other. */
export class Customer {
	private address = '';

	private page = '';

	constructor(readonly msisdn: string) {}

	/** Opens a form and submits a number, their own unless another is given. */
	async begin(formUrl: string, number = this.msisdn): Promise<void> {
		await waitForForm(http, formUrl);
		const { data } = await http.post<string>(formUrl, multipart([number]));
		this.address = (JSON.parse(data) as { formWaitingUrl: string }).formWaitingUrl;
	}

	/** Submits the only field of the page. */
	async enter(text: string): Promise<void> {
		await http.post(this.address, multipart([text]));
	}

	/** Waits for a page with these words; gives all of it. */
	async sees(words: string): Promise<string> {
		const status = new URL(this.address);
		status.pathname += '/n8n-execution-status';
		const hasWords = async () => {
			// Before it waits, n8n does not answer.
			if ((await http.get<string>(status.href)).data.trim() !== 'form-waiting') return false;
			({ data: this.page } = await http.get<string>(this.address));
			return this.page.includes(words);
		};
		await waitFor(`the page “${words}”`, hasWords, { timeoutMs: 30_000 });
		return this.page;
	}

	/** As `sees`, for the last page of a form, which has to tell n8n that it was shown: that ends the execution. */
	async endsOn(heading: string): Promise<string> {
		const page = await this.sees(heading);
		await http.post(this.address);
		return page;
	}

	/** Follows a link of the page; gives the page behind it. */
	async follow(link: string): Promise<string> {
		const [, href = ''] = new RegExp(`href="([^"]+)"[^>]*>${link}<`).exec(this.page) ?? [];
		return (await http.get<string>(href)).data;
	}
}
