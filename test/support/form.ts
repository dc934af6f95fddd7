import axios, { type AxiosRequestConfig } from 'axios';
import { waitFor } from '../../scripts/host/wait';

/** A field of an n8n form: text, or a file. */
export type FormField = string | { fileName: string; type: string; content: string | Buffer };

/** The login of a browser, and the headers that a proxy adds. */
export type Visitor = Pick<AxiosRequestConfig, 'auth' | 'headers'>;

const decoded = (html: string) =>
	html
		.replace(/&#x(\w+);/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
		.replaceAll('&amp;', '&');

const browser = axios.create({
	proxy: false,
	timeout: 60_000,
	headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' },
	validateStatus: () => true,
	transformResponse: decoded,
});

const hiddenField = /type="hidden" id="(field-\d+)" name="[^"]*" value="([^"]*)"/g;
const labeledField = /for='(field-\d+)'>([^<]*)</g;

/** The fields of a page, as a browser sends them. */
export function formData(fields: FormField[]): FormData {
	const form = new FormData();
	for (const [index, field] of fields.entries()) {
		const name = `field-${index}`;
		if (typeof field === 'string') form.append(name, field);
		else form.append(name, new Blob([field.content], { type: field.type }), field.fileName);
	}
	return form;
}

/** A person with a browser on an n8n form, one page after the other. */
export class Form {
	private page = '';

	private constructor(
		private address: string,
		private readonly visitor: Visitor,
	) {}

	/** Opens a form, which answers 404 for a moment after its workflow was published. */
	static async open(url: string, visitor: Visitor = {}): Promise<Form> {
		const isThere = async () => (await browser.get<string>(url, visitor)).status === 200;
		await waitFor(`the form ${url}`, isThere, { timeoutMs: 60_000 });
		return new Form(url, visitor);
	}

	get executionId(): string {
		return new URL(this.address).pathname.split('/').at(-1) ?? '';
	}

	/** Submits the page. */
	async submit(...fields: FormField[]): Promise<void> {
		const { data } = await browser.post<string>(this.address, formData(fields), this.visitor);
		// The first page names the address of those that follow.
		this.address = /(?<="formWaitingUrl":")[^"]+/.exec(data)?.[0] ?? this.address;
	}

	/** Answers the page's questions by words of their labels; hidden fields are sent along. */
	async answer(answers: Record<string, string>): Promise<void> {
		const form = new FormData();
		for (const [, name = '', value = ''] of this.page.matchAll(hiddenField)) {
			form.append(name, value);
		}
		for (const [, name = '', label = ''] of this.page.matchAll(labeledField)) {
			const answer = Object.entries(answers).find(([words]) => label.includes(words));
			if (answer) form.append(name, answer[1]);
		}
		await browser.post(this.address, form, this.visitor);
	}

	/** Waits for the next page, or for a page with these words. Returns its HTML. */
	async sees(words = ''): Promise<string> {
		const status = new URL(this.address);
		status.pathname += '/n8n-execution-status';
		const shows = async () => {
			// n8n answers only once it waits for the form.
			if ((await browser.get<string>(status.href)).data.trim() !== 'form-waiting') return false;
			({ data: this.page } = await browser.get<string>(this.address));
			return this.page.includes(words);
		};
		await waitFor(`the page “${words}”`, shows, { timeoutMs: 100_000 });
		return this.page;
	}

	/** Like `sees`, for the last page of a form: it tells n8n that it was shown, which ends the execution. */
	async endsOn(words = ''): Promise<string> {
		const page = await this.sees(words);
		await browser.post(this.address);
		return page;
	}

	/** Follows a link of the page. Returns the next page. */
	async follow(link: string): Promise<string> {
		const [, href = ''] = new RegExp(`href="([^"]+)"[^>]*>${link}<`).exec(this.page) ?? [];
		return (await browser.get<string>(href)).data;
	}
}

/** Opens a form as this visitor, and submits its first page. */
export async function submitFormAs(
	visitor: Visitor,
	url: string,
	...fields: FormField[]
): Promise<Form> {
	const form = await Form.open(url, visitor);
	await form.submit(...fields);
	return form;
}
