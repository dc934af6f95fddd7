const { dest, series, src } = require('gulp');

/** tsc leaves these behind: icons, and the codex files that n8n's node panel searches. */
const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
const codex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));

exports.build = series(icons, codex);
