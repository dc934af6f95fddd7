import { join } from 'node:path';

import { validate } from '@apidevtools/swagger-parser';

import { openapi, openapiFile } from '../../scripts/docs/openapi';
import { documentedNodes, keyOf, operationsOf } from '../../scripts/docs/operations';
import { ownedFiles, pages, pageText, withOwner } from '../../scripts/docs/pages';
import { refilled, regionsIn } from '../../scripts/docs/regions';
import { writings } from '../../scripts/docs/writers';
import { projectRoot } from '../../scripts/host/paths';

/** The formatter aligns columns; that is no drift. */
const unaligned = (text: string) => text.replace(/ +/g, ' ').replace(/-{3,}/g, '---');

describe('npm run docs has written', () => {
	it.each(pages())('the tables of %s', (page) => {
		const text = pageText(page);
		expect(unaligned(text)).toBe(unaligned(refilled(text, writings)));
	});

	it.each(ownedFiles())('the repository and the author of package.json into %s', (file) => {
		expect(pageText(file)).toBe(withOwner(pageText(file)));
	});

	it("the sandbox's routes as OpenAPI 3.1", async () => {
		const page = JSON.parse(pageText(openapiFile)) as unknown;
		expect(page).toEqual(JSON.parse(JSON.stringify(await openapi())));
		const { paths } = await validate(join(projectRoot, openapiFile));
		expect(Object.keys(paths ?? {}).length).toBeGreaterThan(30);
	});
});

it('the generated tables cover every operation on the page of its node, and the README', () => {
	for (const documented of documentedNodes) {
		const expected = operationsOf(documented).flatMap(([resource, operation]) => {
			const key = keyOf(documented, resource, operation);
			return [`fields ${key}`, ...(operation.outcomes ? [`outcomes ${key}`] : [])];
		});
		const regions = regionsIn(pageText(documented.page));
		expect(regions).toEqual(expect.arrayContaining(expected));
	}
	const regions = regionsIn(pageText('README.md'));
	expect(regions).toEqual(expect.arrayContaining(['nodes and operations', 'compatibility']));
});
