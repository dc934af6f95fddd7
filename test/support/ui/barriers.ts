import { readFileSync } from 'node:fs';

import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on a page. @throws when it checked next to nothing, for then it finds nothing either */
export async function violationsOn(
	page: Page,
	leastPasses = 10,
): Promise<AxeResults['violations']> {
	await page.evaluate(axe);
	const { violations, passes } = await page.evaluate<AxeResults>('axe.run()');
	expect(passes.length).toBeGreaterThan(leastPasses);
	return violations;
}

/** What keeps people out, in words. */
export async function barriersOn(page: Page, leastPasses?: number): Promise<string[]> {
	const violations = await violationsOn(page, leastPasses);
	return violations
		.filter(({ impact }) => impact === 'serious' || impact === 'critical')
		.map(inWords);
}

/** A violation with its elements. */
export function inWords({ id, help, nodes }: AxeResults['violations'][number]): string {
	return `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`;
}
