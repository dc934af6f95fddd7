import { existsSync } from 'node:fs';
import {
	type Browser,
	type BrowserContext,
	type BrowserContextOptions,
	chromium,
} from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

// Without them Chromium looks for its maker's servers at every start.
const OFFLINE = [
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** Debian's Chromium without a window. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
	if (!existsSync(CHROMIUM)) {
		throw new Error(
			`${CHROMIUM} is missing. Install it as root: apt-get update && apt-get install -y chromium`,
		);
	}
	return chromium.launch({
		executablePath: CHROMIUM,
		args: ['--headless', '--no-sandbox', '--disable-gpu', ...OFFLINE],
	});
}

/** Tabs that reach this machine only: n8n asks for fonts, news and package data on the internet. */
export async function offlineContext(
	browser: Browser,
	options: BrowserContextOptions = {},
): Promise<BrowserContext> {
	const context = await browser.newContext(options);
	context.setDefaultTimeout(60_000);
	await context.route(/^(?!http:\/\/127\.0\.0\.1:)/, async (route) => {
		await route.abort('blockedbyclient');
	});
	return context;
}
