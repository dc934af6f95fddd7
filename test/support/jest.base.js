/** @type {import('jest').Config} What the suites that start n8n, or platforms by the dozen, have in common. */
module.exports = {
	rootDir: '../..',
	testEnvironment: 'node',
	transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022' } }] },
	maxWorkers: 1,
	testTimeout: 120_000,
};
