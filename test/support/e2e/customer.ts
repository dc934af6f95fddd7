import type { Browser, Page } from 'playwright-core';

import { cancelFormUrl, sellFormUrl } from '../../../scripts/try/workflows';
import { offlineContext } from '../browser';
import type { Workspace } from '../workspace';

/** A customer with a browser: one tab on the shop's forms, another on the handset in the sandbox's console. */
export class Customer {
	private constructor(
		readonly msisdn: string,
		private readonly workspace: Workspace,
		/** Where they buy. */
		readonly page: Page,
		private readonly console: Page,
	) {}

	static async arrive(browser: Browser, workspace: Workspace, msisdn: string): Promise<Customer> {
		const context = await offlineContext(browser);
		return new Customer(msisdn, workspace, await context.newPage(), await context.newPage());
	}

	async leave(): Promise<void> {
		await this.page.context().close();
	}

	/** Opens the form and submits a number, their own unless another is given. */
	async order(number = this.msisdn): Promise<void> {
		await this.page.goto(sellFormUrl(this.workspace.url));
		await this.fillIn('Your mobile number, with country code', number);
		await this.page.getByRole('button', { name: 'Continue' }).click();
	}

	/** Follows a link to the form that cancels, which knows the number already. */
	async cancel(): Promise<void> {
		const query = new URLSearchParams({ phone: this.msisdn }).toString();
		await this.page.goto(`${cancelFormUrl(this.workspace.url)}?${query}`);
		await this.page.getByRole('button', { name: 'Cancel subscription' }).click();
	}

	/** Types a PIN into the page that asks for it. */
	async enter(pin: string): Promise<void> {
		await this.fillIn('PIN', pin);
		await this.page.getByRole('button', { name: 'Confirm' }).click();
	}

	/** Goes on by a link, and is let in. */
	async isLetInBy(link: string): Promise<void> {
		await this.page.getByRole('link', { name: link }).click();
		await this.sees('Welcome to Game Club');
	}

	/** Waits for a page with this heading; gives its words. */
	async sees(heading: string): Promise<string> {
		await this.page.getByRole('heading', { name: heading, exact: true }).waitFor();
		return await this.page.locator('body').innerText();
	}

	/** As `sees`, for the last page of a form, which has to tell n8n that it was shown: that ends the execution. */
	async endsOn(heading: string): Promise<string> {
		const words = await this.sees(heading);
		await this.page.waitForFunction(
			"performance.getEntriesByType('resource').some((entry) => entry.initiatorType === 'fetch')",
		);
		return words;
	}

	/** Reads the last PIN on the handset. */
	async readPin(): Promise<string> {
		await this.console.goto(`${this.workspace.sandbox.url}/#${this.msisdn}`);
		const messages = this.console.getByRole('log', { name: 'Messages' }).getByRole('listitem');
		const text = await messages.filter({ hasText: 'is your PIN' }).last().innerText();
		return /^\d{4}/.exec(text)?.[0] ?? '';
	}

	/** Sends a message from the handset. */
	async text(words: string): Promise<void> {
		await this.console.goto(`${this.workspace.sandbox.url}/#${this.msisdn}`);
		await this.console.getByText(`${this.msisdn} · `).waitFor();
		await this.console.getByLabel('Answer').fill(words);
		await this.console.getByRole('button', { name: 'Send', exact: true }).click();
		await this.console.getByText('Sent: ').waitFor();
	}

	private async fillIn(label: string, text: string): Promise<void> {
		await this.page.getByLabel(label, { exact: true }).fill(text);
	}
}
