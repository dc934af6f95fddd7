const { dest, series, src } = require('gulp');

/** tsc leaves these behind: icons, codex files that n8n's node panel searches, and schemas of what operations return. */
const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
const codex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));
const schemas = () => src('nodes/**/__schema__/**/*.json').pipe(dest('dist/nodes'));

exports.build = series(icons, codex, schemas);
