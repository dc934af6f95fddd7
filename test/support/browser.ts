import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

// Without most of them Chromium looks for its maker's servers at every start.
const flags = [
	'headless',
	'no-sandbox',
	'disable-gpu',
	'disable-quic',
	'no-first-run',
	'disable-sync',
	'disable-background-networking',
	'disable-component-update',
];

/** Debian's Chromium without a window. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
	if (!existsSync(CHROMIUM)) {
		throw new Error(
			`${CHROMIUM} is missing. Install it as root: apt-get update && apt-get install -y chromium`,
		);
	}
	const args = flags.map((flag) => `--${flag}`);
	return await chromium.launch({ executablePath: CHROMIUM, args });
}
