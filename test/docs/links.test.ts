import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';

import { projectRoot } from '../../scripts/host/paths';
import { pages, pageText } from '../../scripts/docs/pages';
import { anchorsIn, linksIn } from '../support/docs/markdown';

/** Pages of other rooms that link and are linked to. */
const checked = [...pages(), 'sandbox/README.md', 'deploy/queue-mode/README.md'];

const links = checked.flatMap(linksIn);
const local = links.filter(({ target }) => !/^[a-z]+:/.test(target));

describe('links and images', () => {
	it('are found at all', () => {
		expect(local.filter(({ isImage }) => isImage).length).toBeGreaterThan(5);
		expect(local.length).toBeGreaterThan(40);
	});

	it('lead to files that are there', () => {
		const broken = local.filter(({ page, target }) => {
			const [path = ''] = target.split('#');
			return path !== '' && !existsSync(join(projectRoot, dirname(page), path));
		});
		expect(broken).toEqual([]);
	});

	it('lead to headings that are there', () => {
		const broken = local.filter(({ page, target }) => {
			const [path = '', anchor] = target.split('#');
			const file = path === '' ? page : normalize(join(dirname(page), path));
			return anchor !== undefined && !anchorsIn(file).includes(anchor);
		});
		expect(broken).toEqual([]);
	});

	it('go to the outside by https only', () => {
		const outside = links.filter(({ target }) => /^[a-z]+:/.test(target));
		expect(outside.filter(({ target }) => !target.startsWith('https://'))).toEqual([]);
	});

	it('show every ready workflow in the README', () => {
		const workflows = readdirSync(join(projectRoot, 'workflows')).filter((name) =>
			name.endsWith('.json'),
		);
		const readme = pageText('README.md');
		expect(workflows.filter((name) => !readme.includes(`workflows/${name}`))).toEqual([]);
	});
});
