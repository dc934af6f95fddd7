/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../..',
	roots: ['<rootDir>/test/e2e'],
	testEnvironment: 'node',
	testMatch: ['**/*.e2e.ts'],
	transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022' } }] },
	globalSetup: '<rootDir>/test/e2e/support/prepare.ts',
	// Each file starts an n8n of its own; side by side they would only slow each other down.
	maxWorkers: 1,
	testTimeout: 120_000,
};
