import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { filesIn, pages, pageText } from '../../scripts/docs/pages';
import { projectRoot } from '../../scripts/host/paths';

/** A page without its blocks of code. */
const proseOf = (page: string) => pageText(page).replace(/^```[\s\S]*?^```/gm, '');

/** The anchors of a page, as GitHub makes them of its headings. */
const anchorsIn = (page: string) =>
	[...proseOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);

const links = [...pages(), 'sandbox/README.md', 'deploy/queue-mode/README.md'].flatMap((page) => {
	const prose = proseOf(page).replace(/`[^`\n]*`/g, '');
	return [...prose.matchAll(/!?\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, target = '']) => {
		const [path = '', anchor] = target.split('#');
		return { page, target, anchor, file: path ? normalize(join(dirname(page), path)) : page };
	});
});
const isOutside = ({ target }: { target: string }) => /^[a-z]+:/.test(target);
const local = links.filter((link) => !isOutside(link));

describe('links and images', () => {
	it('lead to files that are there', () => {
		expect(local.filter(({ target }) => target.endsWith('.png')).length).toBeGreaterThan(5);
		expect(local.length).toBeGreaterThan(40);
		expect(local.filter(({ file }) => !existsSync(join(projectRoot, file)))).toEqual([]);
	});

	it('lead to headings that are there', () => {
		const withAnchor = local.filter(({ anchor }) => anchor !== undefined);
		const broken = withAnchor.filter(({ file, anchor = '' }) => !anchorsIn(file).includes(anchor));
		expect(broken).toEqual([]);
	});

	it('name functions that are in their files, as in “`sealOf` in [seal.ts](…)”', () => {
		const named = local
			.map(({ page }) => page)
			.filter((page, at, all) => all.indexOf(page) === at)
			.flatMap((page) => {
				const text = proseOf(page).replace(/\s+/g, ' ');
				return [...text.matchAll(/`(\w+)` (?:in|of) \[[^\]]+\]\(([^)#]+\.ts)\)/g)].map(
					([, name = '', target = '']) => ({ name, file: normalize(join(dirname(page), target)) }),
				);
			});
		expect(named.length).toBeGreaterThan(15);
		expect(named.filter(({ name, file }) => !pageText(file).includes(name))).toEqual([]);
	});

	it('show every picture', () => {
		const text = pages().map(pageText).join('');
		const pictures = filesIn('docs/images', '.png');
		expect(pictures.filter((file) => !text.includes(file.replace('docs/', '')))).toEqual([]);
	});

	it('go to the outside by https only', () => {
		const outside = links.filter(isOutside);
		expect(outside.filter(({ target }) => !target.startsWith('https://'))).toEqual([]);
	});

	it('show every ready workflow in the README', () => {
		const readme = pageText('README.md');
		const workflows = filesIn('workflows', '.json');
		expect(workflows.filter((file) => !readme.includes(file))).toEqual([]);
	});
});
