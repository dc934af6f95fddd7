import { readFileSync } from 'node:fs';
import type { AxeResults, ImpactValue } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** The violations that axe finds on a page, without those of impacts to ignore. Few checks mean that it saw no page. */
export async function barriersOn(page: Page, ...letPass: ImpactValue[]): Promise<string[]> {
	await page.evaluate(axe);
	const { violations, passes } = await page.evaluate<AxeResults>('axe.run()');
	expect(passes.length).toBeGreaterThan(10);
	return violations
		.filter(({ impact }) => !impact || !letPass.includes(impact))
		.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`);
}
