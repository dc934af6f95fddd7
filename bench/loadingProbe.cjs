/**
 * Loads a package as n8n does at its start, behind what n8n has loaded itself by then, and prints what that took.
 *
 * node --expose-gc loadingProbe.cjs <n8n's folder> <the package's folder>
 */
const Module = require('node:module');
const { join } = require('node:path');

const [, , n8n, folder] = process.argv;
// As n8n does it: what a package does not bring along it finds with n8n.
process.env.NODE_PATH = Module._nodeModulePaths(join(n8n, 'dist')).join(':');
Module._initPaths();
const ofN8n = Module.createRequire(join(n8n, 'dist', 'index.js'));
for (const lent of ['n8n-workflow', 'n8n-core', 'zod', 'luxon', 'p-limit']) ofN8n(lent);

const held = () => {
	global.gc();
	return process.memoryUsage().heapUsed;
};
const { nodes, credentials } = require(join(folder, 'package.json')).n8n;
const before = held();
const cpu = process.cpuUsage();
const began = performance.now();
const kept = [...nodes, ...credentials].map((file) => {
	const [Type] = Object.values(require(join(folder, file)));
	return new Type();
});
const milliseconds = performance.now() - began;
const { user, system } = process.cpuUsage(cpu);
const heldBytes = held() - before;
console.log(
	JSON.stringify({
		types: kept.length,
		milliseconds,
		processorMs: (user + system) / 1000,
		heldBytes,
	}),
);
