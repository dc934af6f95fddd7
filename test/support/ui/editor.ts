import { isDeepStrictEqual } from 'node:util';
import { selectors, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { allHaveCodes } from '../../../lists/settingChoices';
import { waitFor } from '../../../scripts/host/wait';
import { launchBrowser } from '../browser';
import type { WorkflowFile, WorkflowNode } from '../workspace';
import { thePlace } from './place';

// n8n marks the parts of its editor with this attribute for its own tests.
selectors.setTestIdAttribute('data-test-id');

/** Errors about blocked requests to the internet, and about samples that n8n lacks for its own nodes. */
const notOurs = /ERR_BLOCKED_BY_CLIENT|\/schemas\/n8n-nodes-base\./;

/** A node of the package, as a workflow file has it. */
export interface DrawnNode extends WorkflowNode {
	type: string;
	typeVersion?: number;
}

/** A trigger that takes signed notifications. */
export const signedTrigger = (): DrawnNode => ({
	name: 'Mobile Billing Trigger',
	type: 'mobileBillingTrigger',
	typeVersion: 2,
	parameters: { event: 'paymentResult', authentication: 'signature' },
	webhookId: '11111111-2222-4333-8444-555555555555',
	credentials: { mobileBillingServiceApi: thePlace().credentialOf('Mobile Billing service') },
});

/** The window of the browser. */
export const screen = { viewport: { width: 1280, height: 800 } };

/** The text of a label; that of a required field may end in an asterisk. */
export const labelOf = (label: string) => new RegExp(`^${label.replace(/[()]/g, '\\$&')}\\s*\\*?$`);

/** Waits until the screen shows this. */
export async function shows<T>(read: () => Promise<T>, expected: T): Promise<void> {
	const isShown = async () => isDeepStrictEqual(await read(), expected);
	await waitFor('what is shown', isShown, { timeoutMs: 30_000 }).catch(() => undefined);
	expect(await read()).toEqual(expected);
}

/** Customers of a list; the last one has no country code. */
export const [ada, ben, cem] = [
	'C-1001,Ada Sample,+33 6 39 98 00 11,FR_DEMOTEL,500',
	'C-1002,Ben Sample,0044 7700 900123,GB_SAMPLECELL,250',
	'C-1003,Cem Sample,06 39 98 00 12,FR_DEMOTEL,100',
] as const;

/** Fills in an n8n form with a list of customers, and submits it. */
export async function submitList(
	form: Page,
	button: string,
	fields: Record<string, string>,
	rows: string[],
): Promise<void> {
	for (const [label, text] of Object.entries(fields)) {
		if (label === 'Service') await form.getByRole('combobox', { name: label }).selectOption(text);
		else await form.getByLabel(label, { exact: true }).fill(text);
	}
	const buffer = Buffer.from(['customer,name,phone,operator,megabytes', ...rows].join('\n'));
	const list = { name: 'list.csv', mimeType: 'text/csv', buffer };
	await form.locator('input[type="file"]').setInputFiles(list);
	await form.getByRole('button', { name: button }).click();
}

/** Submits a list of international numbers to the starter form. @returns the words of the page before the gifts */
export async function giveList(form: Page, campaign: string, rows: string[]): Promise<string> {
	await submitList(form, 'Check the list', { Campaign: campaign }, rows);
	const country = form.getByLabel(/Which country/);
	const next = form.getByLabel('What now?');
	await country.or(next).waitFor();
	const goOn = form.getByRole('button', { name: 'Continue' });
	if (await country.isVisible()) {
		await country.selectOption(allHaveCodes);
		await goOn.click();
	}
	await next.waitFor();
	const words = await form.locator('body').innerText();
	await next.selectOption({ index: 1 });
	await goOn.click();
	return words;
}

/** n8n's editor in a browser of its own, logged in. Its methods name fields of a panel by their labels. */
export class Editor {
	readonly nodes: Locator;
	readonly panel: Locator;
	private readonly fields: Locator;
	private readonly complaints: string[] = [];

	private constructor(readonly page: Page) {
		this.nodes = page.getByTestId('canvas-node');
		this.panel = page.getByTestId('ndv');
		this.fields = this.panel.getByTestId('node-parameters');
		page.on('pageerror', ({ message }) => this.complaints.push(message));
		page.on('console', (message) => {
			if (message.type() !== 'error') return;
			this.complaints.push(`${message.text()} ${message.location().url}`);
		});
	}

	static async open(options: BrowserContextOptions = screen): Promise<Editor> {
		const context = await (await launchBrowser()).newContext(options);
		context.setDefaultTimeout(60_000);
		// n8n asks for fonts, news and package data on the internet.
		await context.route(/^(?!http:\/\/127\.0\.0\.1:)/, (route) => route.abort('blockedbyclient'));
		const { n8nUrl: url, cookie } = thePlace();
		const [name = '', value = ''] = cookie.split('=');
		await context.addCookies([{ name, value, url }]);
		return new Editor(await context.newPage());
	}

	async close(): Promise<void> {
		await this.page.context().browser()?.close();
	}

	/** The page's errors since the last call, thrown or written to its console. */
	problems(): string[] {
		return this.complaints.splice(0).filter((words) => !notOurs.test(words));
	}

	async newWorkflow(): Promise<void> {
		await this.page.goto(`${thePlace().n8nUrl}/workflow/new`);
		await this.page.getByTestId('canvas-plus-button').waitFor();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${thePlace().n8nUrl}/workflow/${id}`);
		await this.nodes.first().waitFor();
	}

	private async chooseImport(from: 'From URL' | 'From File'): Promise<void> {
		await this.newWorkflow();
		await this.page.getByTestId('workflow-menu').click();
		await this.page.getByRole('menuitem', { name: 'Import' }).hover();
		await this.page.getByRole('menuitem', { name: from }).click();
	}

	async importFromUrl(url: string): Promise<void> {
		await this.chooseImport('From URL');
		await this.page.getByTestId('workflow-url-import-input').fill(url);
		await this.page.getByTestId('confirm-workflow-import-url-button').click();
		await this.nodes.first().waitFor();
	}

	async importFromFile(file: string): Promise<void> {
		const chooser = this.page.waitForEvent('filechooser');
		await this.chooseImport('From File');
		await (await chooser).setFiles(file);
		await this.nodes.first().waitFor();
	}

	/** Copies a text, and pastes it on an empty canvas. */
	async paste(text: string): Promise<void> {
		await this.newWorkflow();
		await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await this.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
		await this.page.locator('.vue-flow__pane').click({ position: { x: 40, y: 200 } });
		await this.page.keyboard.press('Control+V');
		await this.nodes.first().waitFor();
	}

	/** Imports a workflow file into n8n and opens it. */
	async openNew({ name, nodes, connections, settings }: WorkflowFile): Promise<void> {
		const workflow = { name, nodes, connections, settings };
		const { http } = thePlace().client;
		const { data } = await http.post<{ data: { id: string } }>('/workflows', workflow);
		await this.openWorkflow(data.data.id);
	}

	/** Opens a workflow with these nodes of the package, side by side and unconnected. */
	async openNodes(nodes: DrawnNode[]): Promise<void> {
		const drawn = nodes.map((node, index) => ({
			typeVersion: 1,
			...node,
			type: `n8n-nodes-mobile-billing.${node.type}`,
			id: `drawn-${index}`,
			position: [(index % 4) * 320, Math.floor(index / 4) * 240],
		}));
		await this.openNew({ name: 'Drawn', nodes: drawn, connections: {}, settings: {} });
	}

	/** Searches the open list of nodes. @returns the names it shows, the best first; those of earlier searches are gone */
	async searchNodes(term: string): Promise<Locator> {
		const bar = this.page.getByTestId('node-creator-search-bar');
		await bar.fill('no node has this name');
		await this.page.getByTestId('node-creator-no-results').waitFor();
		await bar.fill(term);
		return this.page.getByTestId('node-creator-item-name');
	}

	/** Executes a workflow that begins with a form, which opens in a window of its own. */
	async executeForm(): Promise<Page> {
		const opened = this.page.context().waitForEvent('page');
		await this.page.getByTestId('execute-workflow-button').first().click();
		return await opened;
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.fields.waitFor();
	}

	async closeNode(): Promise<void> {
		await this.panel.getByTestId('ndv-close-button').click();
		await this.panel.waitFor({ state: 'hidden' });
	}

	/** The labels of the visible fields, from top to bottom; the text of a notice. */
	async labels(): Promise<string[]> {
		const items = await this.fields.getByTestId('parameter-item').filter({ visible: true }).all();
		return await Promise.all(
			items.map(async (item) => {
				// n8n puts a credential into the item of the field below it.
				const label = item.getByTestId('input-label');
				const words = await ((await label.count()) > 0 ? label.first() : item).innerText();
				return words.split('\n')[0] ?? '';
			}),
		);
	}

	field(label: string): Locator {
		const labels = this.page.getByTestId('input-label');
		const has = labels.filter({ has: this.page.getByText(labelOf(label)) });
		return this.fields.getByTestId('parameter-item').filter({ has, visible: true }).last();
	}

	/** The input of a field. */
	input(label: string): Locator {
		return this.field(label).getByTestId('parameter-input').locator('input, textarea').first();
	}

	/** Picks from the open list of a field. */
	async pick(name: string): Promise<void> {
		await this.page.getByRole('option', { name }).filter({ visible: true }).first().click();
	}

	/** Opens the addresses of a trigger. Returns their texts. */
	private async urls(kind: 'Test URL' | 'Production URL'): Promise<string> {
		const tab = this.fields.getByText(kind, { exact: true });
		if (!(await tab.isVisible())) await this.fields.getByText(/(Webhook|Form) URLs/).click();
		await tab.click();
		return await this.fields.innerText();
	}

	/** The address at which a published trigger is called. */
	async productionUrl(): Promise<string> {
		return /^http\S+$/m.exec(await this.urls('Production URL'))?.[0] ?? '';
	}

	/** The addresses of a trigger, by method. */
	async addresses(kind: 'Test URL' | 'Production URL'): Promise<Record<string, string>> {
		const words = (await this.urls(kind)).matchAll(/^(GET|POST)\n+(\S+)$/gm);
		return Object.fromEntries([...words].map(([, method = '', url = '']) => [method, url]));
	}
}
