import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';

import { waitFor } from '../../../scripts/host/wait';
import { launchBrowser, offlineContext } from '../browser';
import type { WorkflowFile } from '../workspace';
import { marked } from './page';
import { Panel } from './panel';
import { thePlace } from './place';

/** What was kept from the internet, and the samples that n8n lacks for some nodes of its own. */
const notOurs = /ERR_BLOCKED_BY_CLIENT|\/schemas\/n8n-nodes-base\./;

/** A node as a workflow file has it. */
export interface DrawnNode {
	name: string;
	type: string;
	typeVersion?: number;
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	webhookId?: string;
}

/** n8n's editor as a person has it before them, logged in. */
export class Editor {
	readonly panel: Panel;

	/** What the browser complained about since it was asked last. */
	private complaints: string[] = [];

	private constructor(
		private readonly browser: Browser,
		private readonly context: BrowserContext,
		readonly page: Page,
	) {
		this.panel = new Panel(page);
	}

	/** Opens a browser of its own on the editor. @param deviceScaleFactor pixels of a picture for one of the page */
	static async open(deviceScaleFactor = 1): Promise<Editor> {
		const browser = await launchBrowser();
		const viewport = { width: 1280, height: 800 };
		const context = await offlineContext(browser, { viewport, deviceScaleFactor });
		const { n8nUrl: url, cookie } = thePlace();
		const [name = '', value = ''] = cookie.split('=');
		await context.addCookies([{ name, value, url }]);
		const editor = new Editor(browser, context, await context.newPage());
		editor.listen();
		return editor;
	}

	async close(): Promise<void> {
		await this.browser.close();
	}

	/** What the page threw or wrote to its console as an error since the last call. */
	problems(): string[] {
		return this.complaints.splice(0).filter((words) => !notOurs.test(words));
	}

	async newWorkflow(): Promise<void> {
		await this.page.goto(`${thePlace().n8nUrl}/workflow/new`);
		await marked(this.page, 'canvas-plus-button').waitFor();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${thePlace().n8nUrl}/workflow/${id}`);
		await this.nodes().first().waitFor();
	}

	/** Opens a workflow with these nodes, side by side and unconnected. */
	async openNodes(nodes: DrawnNode[]): Promise<void> {
		const drawn = nodes.map((node, index) => ({
			id: `drawn-${index}`,
			typeVersion: 1,
			position: [(index % 4) * 320, Math.floor(index / 4) * 240],
			...node,
		}));
		await this.openNew({ name: 'Drawn', nodes: drawn, connections: {}, settings: {} });
	}

	/** Puts a workflow, as its file has it, into n8n and opens it. */
	async openNew({ name, nodes, connections, settings }: WorkflowFile): Promise<void> {
		const data = { name, nodes, connections, settings };
		const answer = await this.context.request.post(`${thePlace().n8nUrl}/rest/workflows`, { data });
		const { data: stored } = (await answer.json()) as { data: { id: string } };
		await this.openWorkflow(stored.id);
	}

	/** Imports a workflow from an address into the open one. */
	async importFromUrl(url: string): Promise<void> {
		await marked(this.page, 'workflow-menu').click();
		await this.page.getByRole('menuitem', { name: 'Import' }).hover();
		await this.page.getByRole('menuitem', { name: 'From URL' }).click();
		await marked(this.page, 'workflow-url-import-input').fill(url);
		await marked(this.page, 'confirm-workflow-import-url-button').click();
		await this.nodes().first().waitFor();
	}

	/** Executes a workflow that begins with a form; gives the form, which opens in a window of its own. */
	async executeForm(): Promise<Page> {
		const opened = this.context.waitForEvent('page');
		await marked(this.page, 'execute-workflow-button').first().click();
		return await opened;
	}

	nodes(): Locator {
		return marked(this.page, 'canvas-node');
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** Opens the list of nodes of an empty canvas. */
	async beginNodeSearch(): Promise<void> {
		await marked(this.page, 'canvas-plus-button').click();
		await marked(this.page, 'node-creator-search-bar').waitFor();
	}

	/** Types into the search of the list of nodes. What was found before is gone when this returns. */
	async searchNodes(term: string): Promise<void> {
		const bar = marked(this.page, 'node-creator-search-bar');
		await bar.fill('no node has this name');
		await marked(this.page, 'node-creator-no-results').waitFor();
		await bar.fill(term);
	}

	/** The names that the list of nodes shows, the best first. */
	get found(): Locator {
		return marked(this.page, 'node-creator-item-name');
	}

	/** Puts the trigger on the canvas that starts when somebody says so; gives its name. */
	async beginByHand(): Promise<string> {
		await this.beginNodeSearch();
		await this.found.getByText('Trigger manually', { exact: true }).click();
		const name = await this.nodes().first().getAttribute('data-node-name');
		return name ?? '';
	}

	/** Puts the first node on the canvas. */
	async begin(term: string, name: string, action?: string): Promise<void> {
		await this.beginNodeSearch();
		await this.pickNode(term, name, action);
	}

	/** Puts a node behind another, whose panel then opens. */
	async addAfter(earlier: string, term: string, name: string, action?: string): Promise<void> {
		await marked(this.node(earlier), 'canvas-handle-plus').first().click();
		await this.pickNode(term, name, action);
		await this.panel.isOpen();
	}

	/** Opens a node's panel. */
	async openNode(name: string): Promise<Panel> {
		await this.node(name).dblclick();
		return await this.panel.isOpen();
	}

	/** The names of a node's outputs as the canvas shows them, from top to bottom; empty when it has one without a name. */
	async outputsOf(name: string): Promise<string[]> {
		const handles = marked(this.node(name), 'canvas-node-output-handle');
		await handles.first().waitFor();
		const words = await handles.allInnerTexts();
		return words.map((text) => text.split('\n')[0] ?? '').filter(Boolean);
	}

	/** Brings the whole workflow into view. */
	async showAll(): Promise<void> {
		await marked(this.page, 'zoom-to-fit').click();
		await this.isStill();
	}

	/** Brings the whole workflow into view, then a node nearer, as with the wheel of the mouse. */
	async zoomTo(name: string): Promise<void> {
		await this.showAll();
		await this.node(name).hover();
		await this.page.keyboard.down('Control');
		await this.page.mouse.wheel(0, -500);
		await this.page.keyboard.up('Control');
		await this.isStill();
	}

	/** Waits until the canvas has stopped moving. */
	private async isStill(): Promise<void> {
		const place = async () => JSON.stringify(await this.nodes().first().boundingBox());
		let before = '';
		await waitFor(
			'canvas at rest',
			async () => {
				const now = await place();
				const isSame = now === before;
				before = now;
				return isSame ? true : undefined;
			},
			{ timeoutMs: 10_000, everyMs: 150 },
		);
	}

	private async pickNode(term: string, name: string, action?: string): Promise<void> {
		await this.searchNodes(term);
		const exact = { exact: true };
		await this.found.getByText(name, exact).first().click();
		if (action) await marked(this.page, 'node-creator').getByText(action, exact).click();
	}

	private listen(): void {
		this.page.on('pageerror', (error) => this.complaints.push(error.message));
		this.page.on('console', (message) => {
			if (message.type() !== 'error') return;
			this.complaints.push(`${message.text()} ${message.location().url}`);
		});
	}
}
