import type { Locator, Page } from 'playwright-core';

import { CredentialDialog } from './credentialDialog';
import { labelled, marked } from './page';

/** The panel of the open node: its fields, its button, what came out. Fields are called by their labels. */
export class Panel {
	constructor(private readonly page: Page) {}

	private get all(): Locator {
		return marked(this.page, 'ndv');
	}

	private get fields(): Locator {
		return marked(this.all, 'node-parameters');
	}

	get output(): Locator {
		return marked(this.all, 'output-panel');
	}

	async isOpen(): Promise<this> {
		await this.fields.waitFor();
		return this;
	}

	async close(): Promise<void> {
		await marked(this.all, 'ndv-close-button').click();
		await this.all.waitFor({ state: 'hidden' });
	}

	/** Closes the panel if one is open, for what comes next. */
	async closeIfOpen(): Promise<void> {
		if (await this.all.isVisible()) await this.close();
	}

	/** The labels of the fields that are shown, from top to bottom, without those of the tab “Settings”; of a notice its words. */
	async labels(): Promise<string[]> {
		const items = await marked(this.fields, 'parameter-item').filter({ visible: true }).all();
		return await Promise.all(
			items.map(async (item) => {
				// A credential stands in the item of the field below it.
				const label = marked(item, 'input-label');
				const words = await ((await label.count()) > 0 ? label.first() : item).innerText();
				return words.split('\n')[0] ?? '';
			}),
		);
	}

	/** The field with this label. */
	field(label: string): Locator {
		const own = this.page.locator('[data-test-id="input-label"]', {
			has: labelled(this.page, label),
		});
		return marked(this.fields, 'parameter-item').filter({ has: own, visible: true }).last();
	}

	async type(label: string, text: string): Promise<void> {
		await this.input(label).fill(text);
	}

	async pick(label: string, option: string): Promise<void> {
		await this.input(label).click();
		await this.option(option).click();
	}

	/** Picks from a list that the node fetches from the platform. */
	async pickFromList(label: string, item: string): Promise<void> {
		await marked(this.field(label), 'rlc-input').click();
		await marked(this.page, 'rlc-item').getByText(item).click();
	}

	/** What a list field holds, in the words of the list. */
	async picked(label: string): Promise<string> {
		return await marked(this.field(label), 'rlc-input').inputValue();
	}

	/** Lets the model that uses the node as a tool fill in a field, and waits until the panel says so. */
	async leaveToModel(label: string): Promise<void> {
		const field = this.field(label);
		await field.hover();
		await marked(field, 'from-ai-override-button').click();
		await marked(field, 'fromAI-override-field').waitFor();
	}

	/** Adds an option to a collection, such as “Options”. */
	async addOption(collection: string, option: string): Promise<void> {
		await marked(this.field(collection), 'collection-parameter-add').last().click();
		await this.option(option).click();
	}

	/** Flips a switch. */
	async flip(label: string): Promise<void> {
		await this.field(label).locator('.el-switch').click();
	}

	/** Opens what shows a trigger's addresses; gives those of one kind by their method. */
	async addresses(kind: 'Test URL' | 'Production URL'): Promise<{ method: string; url: string }[]> {
		const shown = this.fields.getByText(kind, { exact: true });
		if (!(await shown.isVisible()))
			await this.fields.getByText('Webhook URLs', { exact: true }).click();
		await shown.click();
		const words = (await this.fields.innerText()).split(/\n+/);
		return words.flatMap((method, index) =>
			['GET', 'POST'].includes(method) ? [{ method, url: words[index + 1] ?? '' }] : [],
		);
	}

	/** Waits until the trigger listens; gives what the panel asks for. */
	async listening(): Promise<string> {
		return await marked(this.all, 'trigger-listening').innerText();
	}

	/** Opens the dialog of a new credential. */
	async newCredential(): Promise<CredentialDialog> {
		const slot = marked(this.all, 'node-credentials-slot').first();
		await marked(slot, 'node-credentials-empty-state')
			.or(marked(slot, 'node-credentials-select'))
			.click();
		await marked(this.page, 'node-credentials-select-item-new').click();
		return await new CredentialDialog(this.page).isOpen();
	}

	/** Opens the dialog of the credential that is set. */
	async editCredential(): Promise<CredentialDialog> {
		await marked(this.all, 'credential-edit-button').first().click();
		return await new CredentialDialog(this.page).isOpen();
	}

	/** The name of the credential that is set. */
	async credentialName(): Promise<string> {
		return await marked(this.all, 'node-credentials-select').locator('input').first().inputValue();
	}

	/** Runs the node, and what goes before it. */
	async execute(): Promise<void> {
		await marked(this.all, 'node-execute-button').click();
	}

	/** Waits for items in the output; gives them as the table shows them, the column names first. */
	async outputTable(): Promise<string[][]> {
		await marked(this.output, 'node-run-status-success').waitFor();
		await marked(this.output, 'radio-button-table').click();
		const rows = this.output.locator('table tr');
		await rows.nth(1).waitFor();
		const words = await Promise.all(
			(await rows.all()).map(async (row) => await row.locator('th, td').allInnerTexts()),
		);
		const table = words.map((row) => row.map((cell) => cell.trim()));
		return table.map((row) => row.filter((_, column) => table[0]?.[column] !== ''));
	}

	/** Where the field is typed or clicked into; a credential that stands above it has such a place too. */
	private input(label: string): Locator {
		return marked(this.field(label), 'parameter-input').locator('input, textarea').first();
	}

	private option(name: string): Locator {
		return this.page.getByRole('option', { name }).filter({ visible: true }).first();
	}
}
