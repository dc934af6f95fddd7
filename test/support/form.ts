import axios, { type AxiosInstance } from 'axios';

import { waitFor } from '../../scripts/host/wait';

/** A field of an n8n form: text, or a file. */
export type FormField = string | { fileName: string; type: string; content: string | Buffer };

/** The page a form ended on. */
export interface FormEnding {
	/** The page as the browser gets it. */
	html: string;
	/** The same without markup. */
	text: string;
	executionId: string;
}

const ENDINGS = new Set(['success', 'error', 'canceled', 'crashed', 'null']);

function browser(): AxiosInstance {
	const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
	return axios.create({
		proxy: false,
		timeout: 60_000,
		responseType: 'text',
		transformResponse: (body: unknown) => body,
		headers: { 'User-Agent': userAgent, Accept: 'text/html' },
	});
}

/** The fields as a browser sends them. */
export function multipart(fields: FormField[]): FormData {
	const form = new FormData();
	fields.forEach((field, index) => {
		const name = `field-${index}`;
		if (typeof field === 'string') form.append(name, field);
		else form.append(name, new Blob([field.content], { type: field.type }), field.fileName);
	});
	return form;
}

function textOf(html: string): string {
	return html
		.replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
		.replace(/<\/(p|div|tr|li|h\d|table)>|<br\s*\/?>/g, '\n')
		.replace(/<\/t[dh]>/g, '\t')
		.replace(/<[^>]+>/g, '')
		.replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, code: string) =>
			String.fromCodePoint(parseInt(code, hex === '' ? 10 : 16)),
		)
		.replace(/&quot;/g, '"')
		.replace(/&lt;/g, '<')
		.replace(/&gt;/g, '>')
		.replace(/&nbsp;/g, ' ')
		.replace(/&amp;/g, '&')
		.replace(/[ ]*\n\s*/g, '\n')
		.trim();
}

/**
 * Submits an n8n form as a browser does: opens the page, sends the fields, asks how the workflow is
 * doing until it shows its ending page, opens that page and lets its script end the workflow.
 */
export async function handInForm(
	url: string,
	fields: FormField[],
	{ timeoutMs }: { timeoutMs: number },
): Promise<FormEnding> {
	const http = browser();
	await waitForForm(http, url);
	const answer = await http.post<string>(url, multipart(fields));
	const { formWaitingUrl } = JSON.parse(answer.data) as { formWaitingUrl: string };
	const executionId = new URL(formWaitingUrl).pathname.split('/').at(-1) ?? '';

	const status = new URL(formWaitingUrl);
	status.pathname += '/n8n-execution-status';
	const state = await waitFor(
		`form of execution ${executionId} reached its ending`,
		async () => {
			const said = (await http.get<string>(status.href)).data.trim();
			return said === 'form-waiting' || ENDINGS.has(said) ? said : undefined;
		},
		{ timeoutMs, everyMs: 200 },
	);
	if (state !== 'form-waiting') return { html: '', text: '', executionId };

	const { data: html } = await http.get<string>(formWaitingUrl);
	await http.post(formWaitingUrl);
	return { html, text: textOf(html), executionId };
}

/** A form answers 404 for a moment after its workflow was published. */
export async function waitForForm(http: AxiosInstance, url: string): Promise<void> {
	await waitFor(
		`form at ${url}`,
		async () => {
			const { status } = await http.get<string>(url, { validateStatus: () => true });
			return status === 200 ? true : undefined;
		},
		{ timeoutMs: 60_000 },
	);
}
