import type { Locator, Page } from 'playwright-core';

import { labelled, marked } from './page';

/** The dialog in which a credential is filled in. Its fields are called by their labels. */
export class CredentialDialog {
	private readonly dialog: Locator;

	constructor(private readonly page: Page) {
		this.dialog = marked(page, 'editCredential-modal');
	}

	async isOpen(): Promise<this> {
		await marked(this.dialog, 'credential-connection-parameter').first().waitFor();
		return this;
	}

	/** The labels of the fields that are shown, from top to bottom. */
	async labels(): Promise<string[]> {
		const fields = marked(this.dialog, 'credential-connection-parameter').filter({ visible: true });
		const words = await fields.allInnerTexts();
		return words.map((text) => (text.split('\n')[0] ?? '').replace(/\s*\*$/, ''));
	}

	async fill(values: Record<string, string>): Promise<void> {
		for (const [label, text] of Object.entries(values)) await this.field(label).fill(text);
	}

	/** Saves; n8n then tests the credential, and closes the dialog when that went well. */
	async save(): Promise<void> {
		await marked(this.dialog, 'credential-save-button').click();
	}

	/** Waits until n8n says that the test went badly; gives what the dialog says with “More details” open. */
	async failure(): Promise<string> {
		const more = this.dialog.getByText('More details');
		await more.click();
		await more.waitFor({ state: 'hidden' });
		return await marked(this.dialog, 'node-credentials-config-container').innerText();
	}

	/** Waits until n8n says that the test went well. */
	async success(): Promise<string> {
		const banner = marked(this.dialog, 'credentials-config-container-test-success');
		await banner.waitFor();
		return await banner.innerText();
	}

	async isClosed(): Promise<void> {
		await this.dialog.waitFor({ state: 'hidden' });
	}

	async close(): Promise<void> {
		await this.dialog.getByRole('button', { name: /close/i }).first().click();
		await this.isClosed();
	}

	private field(label: string): Locator {
		return marked(this.dialog, 'credential-connection-parameter')
			.filter({ has: labelled(this.page, label) })
			.locator('input')
			.first();
	}
}
