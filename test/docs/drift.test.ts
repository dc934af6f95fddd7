import { join } from 'node:path';

import { validate } from '@apidevtools/swagger-parser';

import { openapi, openapiFile } from '../../scripts/docs/openapi';
import { ownedFiles, withOwner } from '../../scripts/docs/owner';
import { documentedNodes, keyOf, operationsOf } from '../../scripts/docs/operations';
import { pages, pageText } from '../../scripts/docs/pages';
import { refilled, regionsIn } from '../../scripts/docs/regions';
import { writers } from '../../scripts/docs/writers';
import { projectRoot } from '../../scripts/host/paths';

/** The formatter aligns columns; that is no drift. */
function unaligned(text: string): string {
	return text.replace(/ +/g, ' ').replace(/-{3,}/g, '---');
}

describe('the generated tables', () => {
	it.each(pages())('of %s are those of the code (npm run docs writes them anew)', (page) => {
		const text = pageText(page);
		expect(unaligned(text)).toBe(unaligned(refilled(text, writers)));
	});

	it('cover every operation on the page of its node', () => {
		for (const documented of documentedNodes.filter(({ resources }) => resources.length > 0)) {
			const regions = regionsIn(pageText(documented.page));
			const expected = operationsOf(documented).flatMap(([resource, operation]) => {
				const key = keyOf(documented, resource, operation);
				return [`fields ${key}`, ...(operation.outcomes ? [`outcomes ${key}`] : [])];
			});
			expect(regions).toEqual(expect.arrayContaining(expected));
		}
	});

	it('stand in the README, with every node', () => {
		const regions = regionsIn(pageText('README.md'));
		expect(regions).toEqual(expect.arrayContaining(['nodes and operations', 'compatibility']));
	});
});

describe('the repository and the author', () => {
	it.each(ownedFiles())('in %s are those of package.json (npm run docs writes them)', (file) => {
		expect(pageText(file)).toBe(withOwner(pageText(file)));
	});
});

describe('the OpenAPI page of the sandbox', () => {
	it('is valid OpenAPI 3.1', async () => {
		const { paths } = await validate(join(projectRoot, openapiFile));
		expect(Object.keys(paths ?? {}).length).toBeGreaterThan(30);
	});

	it('is that of its routes (npm run docs writes it)', async () => {
		const page = JSON.parse(pageText(openapiFile)) as unknown;
		expect(page).toEqual(JSON.parse(JSON.stringify(await openapi())));
	});
});
