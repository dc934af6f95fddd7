import axios from 'axios';
import { waitFor } from '../../scripts/host/wait';
import type { Visitor } from './form';

const decoded = (html: string) =>
	html
		.replace(/<\/?bdi>/g, '')
		.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
		.replaceAll('&amp;', '&');

const browser = axios.create({
	proxy: false,
	timeout: 60_000,
	validateStatus: () => true,
	maxRedirects: 0,
	transformResponse: decoded,
});

/** A customer with a browser on the pages of a workflow, one page after the other. */
export class Customer {
	page = '';
	/** The address to which the browser was sent. */
	location = '';

	private constructor(
		private address: string,
		private readonly visitor: Visitor,
	) {}

	/** Opens a page, which answers 404 for a moment after its workflow was published. */
	static async open(url: string, visitor: Visitor = {}): Promise<Customer> {
		const customer = new Customer(url, visitor);
		const opened = async () => {
			const { status, data } = await browser.get<string>(url, visitor);
			customer.page = data;
			return status === 200;
		};
		await waitFor(`the page ${url}`, opened, { timeoutMs: 60_000 });
		return customer;
	}

	/** Fills in the field of the page, and submits its form. */
	async submit(text: string): Promise<void> {
		const [, action = ''] = /<form[^>]*\saction="([^"]*)"/.exec(this.page) ?? [];
		const [, name = ''] = /<input[^>]*\sname="(\w+)"/.exec(this.page) ?? [];
		this.address = new URL(action, this.address).href;
		const body = new URLSearchParams({ [name]: text });
		const answered = async () => {
			const { status, data, headers } = await browser.post<string>(
				this.address,
				body,
				this.visitor,
			);
			this.page = data;
			this.location = String(headers.location ?? '');
			// n8n may answer before it waits for the next request.
			return status !== 409;
		};
		await waitFor(`an answer of ${this.address}`, answered, { timeoutMs: 30_000 });
	}

	/** Reads the page, which has these words. */
	sees(words: string): string {
		expect(this.page).toContain(words);
		return this.page;
	}

	/** Follows a link of the page. Returns the next page. */
	async follow(link: string): Promise<string> {
		const found = [...this.page.matchAll(/<a[^>]*\shref="([^"]+)"[^>]*>(.*?)<\/a/gs)];
		const wanted = found.find(([, , text = '']) => text.replace(/<[^>]+>/g, '').trim() === link);
		return (await browser.get<string>(wanted?.[1] ?? '', this.visitor)).data;
	}
}

/** Opens a page, and submits its form. */
export async function submitNumber(
	url: string,
	number: string,
	visitor: Visitor = {},
): Promise<Customer> {
	const customer = await Customer.open(url, visitor);
	await customer.submit(number);
	return customer;
}
