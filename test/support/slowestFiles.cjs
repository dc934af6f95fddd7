/** A reporter of jest: after a run of many files it prints the ten slowest, with their seconds. */
const { relative } = require('node:path');

const shown = 10;

module.exports = class SlowestFiles {
	onRunComplete(_contexts, { testResults }) {
		if (testResults.length <= shown) return;
		const lines = testResults
			.map(({ perfStats: { start, end }, testFilePath }) => ({ ms: end - start, testFilePath }))
			.sort((one, other) => other.ms - one.ms)
			.slice(0, shown)
			.map(({ ms, testFilePath }) => {
				return `  ${(ms / 1000).toFixed(1).padStart(5)} s  ${relative('', testFilePath)}`;
			});
		console.error(['Slowest files:', ...lines].join('\n'));
	}
};
