const { readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { build } = require('esbuild');

/** What every n8n brings. */
const external = ['n8n-workflow', 'zod', 'luxon', 'lodash'];

/**
 * Puts each of `libraries/` with the packages it takes into one file of `dist/libraries`, because n8n installs no
 * dependencies of a community package. All else stays file by file: a module's state exists once, and stack traces name
 * our files.
 *
 * @throws Error when a package needs Node.js, or has no license to pass on
 */
exports.bundleLibraries = async () => {
	const { metafile } = await build({
		entryPoints: readdirSync('libraries').map((file) => join('libraries', file)),
		outdir: 'dist/libraries',
		bundle: true,
		external,
		format: 'cjs',
		legalComments: 'none',
		metafile: true,
		minify: true,
		platform: 'browser',
		target: 'node20',
	});
	const inputs = Object.keys(metafile.inputs).flatMap((file) => packageOf.exec(file)?.[0] ?? []);
	const notices = [...new Set(inputs)].sort().map((folder) => exports.noticeOf(folder));
	writeFileSync('dist/libraries/LICENSES.txt', notices.join(`\n${'-'.repeat(80)}\n\n`));
};

/** The folder of a package, also of one that lies in another's. */
const packageOf = /^.*node_modules\/(@[^/]+\/)?[^/]+/;

/**
 * What a package wants told wherever it's copied: name, version, license, and its own words.
 *
 * @throws Error when there are none
 */
exports.noticeOf = (folder) => {
	const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
	if (files.length === 0) throw new Error(`${name} has no license to pass on`);
	const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
	return [`${name} ${version} (${license})`, ...texts].join('\n\n') + '\n';
};
