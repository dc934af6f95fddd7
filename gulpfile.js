const { Transform } = require('node:stream');
const { dest, series, src } = require('gulp');
const { bundleLibraries } = require('./scripts/bundle');

/** tsc leaves these behind: icons, codex files that n8n's node panel searches, and schemas of what operations return. */
const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
const codex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));
const schemas = () =>
	src('nodes/**/__schema__/**/*.json').pipe(onOneLine()).pipe(dest('dist/nodes'));

/** Nobody reads them in the package. */
function onOneLine() {
	return new Transform({
		objectMode: true,
		transform(file, _, done) {
			file.contents = Buffer.from(JSON.stringify(JSON.parse(file.contents)));
			done(null, file);
		},
	});
}

exports.build = series(icons, codex, schemas, bundleLibraries);
