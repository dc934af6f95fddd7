const { readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { build } = require('esbuild');

/** Packages that every n8n has. */
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

/** The folder of a package, also when it's nested in another package. */
const packageOf = /^.*node_modules\/(@[^/]+\/)?[^/]+/;

/**
 * The notice that a package's license asks for in each copy: name, version, license, and its text.
 *
 * @throws Error when the package has no license file
 */
exports.noticeOf = (folder) => {
	const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
	if (files.length === 0) throw new Error(`${name} has no license to pass on`);
	const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
	return [`${name} ${version} (${license})`, ...texts].join('\n\n') + '\n';
};
