import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { languageFor } from '../../pages/languages';
import { priceWords } from '../../pages/offer';
import type { TextName } from '../../pages/languages';
import { wordsIn } from '../../pages/words';
import { withoutTurns } from '../../pages/html';
import { scratchRoot } from '../../scripts/host/paths';
import { waitFor } from '../../scripts/host/wait';
import {
	cancellationUrl,
	cancelWorkflow,
	guardUrl,
	guardWorkflow,
	sellWorkflow,
} from '../../scripts/try/workflows';
import { barriersOn } from '../support/barriers';
import { launchBrowser } from '../support/browser';
import { takesCalls } from '../support/e2e/calling';
import { cutOffOn } from '../support/ui/cutOff';
import { shows } from '../support/ui/editor';
import { ready, Workspace } from '../support/workspace';

/** The pages, for people who proofread them. */
const pictures = join(scratchRoot, 'customer-pages');

let workspace: Workspace;
let browser: Browser;

beforeAll(async () => {
	mkdirSync(pictures, { recursive: true });
	workspace = await Workspace.open();
	for (const workflow of [sellWorkflow, guardWorkflow, cancelWorkflow]) {
		const filled = ready(workflow, workspace.sandbox.url);
		await workspace.publish({ [`pages${workflow.id}`]: filled });
	}
	await takesCalls(cancellationUrl(workspace.url));
	browser = await launchBrowser();
});

afterAll(async () => {
	await browser.close();
	await workspace.close();
});

/** The texts of a language, filled in for the offer, as a page has them: without marks of direction. */
function textsIn(link: string, count = '') {
	const language = languageFor({ link, browser: '', setting: '' }, [link]);
	const price = withoutTurns(priceWords(language, '2.99', 'EUR'));
	const terms = wordsIn(language, {}, { price }).plain('offer.week');
	return { language, ...wordsIn(language, {}, { name: 'Game Club', terms, count }) };
}

/** A customer with this language, and a window of this width. */
class Reader {
	private constructor(
		readonly page: Page,
		readonly lang: string,
		private readonly width: number,
	) {}

	static async with(lang: string, width: number): Promise<Reader> {
		// The link says nothing, so the browser does.
		const context = await browser.newContext({ locale: lang, viewport: { width, height: 900 } });
		context.setDefaultTimeout(30_000);
		return new Reader(await context.newPage(), lang, width);
	}

	/** Waits for a page, checks its language, direction and accessibility, and stores a picture of it. */
	async sees(title: TextName, count?: string): Promise<void> {
		const { page, lang, width } = this;
		const { language, plain } = textsIn(lang, count);
		await shows(async () => (await page.locator('body').innerText()).split('\n')[0], plain(title));
		const root = page.locator('html');
		expect(await root.getAttribute('lang')).toBe(language.tag);
		expect(await root.getAttribute('dir')).toBe(language.direction);
		expect([title, await barriersOn(page)]).toEqual([title, []]);
		expect([title, await cutOffOn(page)]).toEqual([title, []]);
		const path = join(pictures, `${lang}-${width}-${title}.png`);
		await page.screenshot({ path, fullPage: true });
	}

	/** Types into the field of the page, and submits it. */
	async submits(text: string, button: TextName = 'sell.order'): Promise<void> {
		await this.page.getByRole('textbox').fill(text);
		await this.page.getByRole('button', { name: textsIn(this.lang).plain(button) }).click();
	}

	async reads(name: TextName, count?: string): Promise<void> {
		const text = await this.page.locator('main').innerText();
		expect(text).toContain(textsIn(this.lang, count).plain(name));
	}

	async follows(name: TextName): Promise<void> {
		await this.page.getByRole('link', { name: textsIn(this.lang).plain(name) }).click();
	}
}

const visits = ['fr', 'de', 'sr', 'ar'].flatMap((lang, at) =>
	[390, 1280].map((width, n): [string, number, string] => [lang, width, `3363998030${at * 2 + n}`]),
);

describe.each(visits)('in %s, at %i pixels', (lang, width, number) => {
	let reader: Reader;

	beforeAll(async () => {
		reader = await Reader.with(lang, width);
	});

	afterAll(async () => {
		await reader.page.context().close();
	});

	const pinSent = () => {
		const { session } = workspace.sandbox.world.payments.transactions.all.at(-1) ?? {};
		return session?.pin ?? '';
	};

	it('a customer is asked to pay, has three wrong PINs, and starts again', async () => {
		const { page } = reader;
		await page.goto(guardUrl(workspace.url, number));
		await reader.sees('guard.noSubscription.title');
		await reader.follows('guard.subscribe');
		await reader.sees('sell.form.title');
		await reader.submits(`0${number.slice(-5)}`);
		await reader.sees('sell.wrongNumber.title');
		await reader.submits(number);
		await reader.sees('sell.pin.title');
		await reader.submits('12-34');
		await reader.sees('sell.wrongFormat.title');
		for (const count of ['2', '1']) {
			await reader.submits(`Wrong${count}`);
			await reader.sees('sell.invalidPin.title');
			await reader.reads('sell.invalidPin.text', count);
		}
		await reader.submits('Wrong0');
		await reader.sees('sell.attemptsExceeded.title');
		await reader.follows('sell.again');
		await reader.sees('sell.form.title');
	});

	it('a customer who has declined by SMS reads that the PIN no longer works', async () => {
		await reader.submits(number);
		await reader.sees('sell.pin.title');
		await workspace.seller.answer(number, 'NO');
		await reader.submits(pinSent());
		await reader.sees('sell.pinRefused.title');
		await reader.follows('sell.again');
		await reader.sees('sell.form.title');
	});

	it('a customer subscribes, gets in, and cancels', async () => {
		await reader.submits(number);
		await reader.sees('sell.pin.title');
		await reader.reads('sell.pin.text');
		await reader.submits(pinSent());
		await reader.sees('sell.charged.title');
		await reader.follows('sell.content');
		await reader.sees('guard.active.title');
		await reader.follows('guard.cancel');
		await reader.sees('cancel.form.title');
		await reader.page.getByRole('button').click();
		await reader.sees('cancel.canceled.title');
		const subscriptions = async () => await workspace.seller.subscriptions({ msisdn: number });
		expect(await subscriptions()).toHaveLength(1);
		// Until then, the platform itself calls it active.
		const isOver = async () => !(await subscriptions())[0].active;
		await waitFor('the end of the subscription', isOver, { timeoutMs: 10_000 });
		await reader.page.goto(guardUrl(workspace.url, number));
		await reader.sees('guard.active.title');
		await reader.reads('guard.alreadyPaid.text');
	});
});
