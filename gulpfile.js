const { Transform } = require('node:stream');
const { dest, series, src } = require('gulp');

/** tsc leaves these behind: icons, and the codex files that n8n's node panel searches. */
const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
const codex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));

/** tsc indents by four spaces, a tenth of the package; the sources hold no text that begins a line so (`test/package`). */
const tabs = () => src('dist/**/*.js').pipe(indentingByTabs()).pipe(dest('dist'));

const indentingByTabs = () =>
	new Transform({
		objectMode: true,
		transform(file, _encoding, done) {
			const toTabs = (spaces) => '\t'.repeat(spaces.length / 4);
			file.contents = Buffer.from(file.contents.toString().replace(/^( {4})+/gm, toTabs));
			done(null, file);
		},
	});

exports.build = series(icons, codex, tabs);
