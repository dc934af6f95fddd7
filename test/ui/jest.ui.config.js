/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../..',
	roots: ['<rootDir>/test/ui'],
	testEnvironment: 'node',
	testMatch: ['**/*.ui.ts'],
	transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022' } }] },
	globalSetup: '<rootDir>/test/ui/support/begin.ts',
	globalTeardown: '<rootDir>/test/ui/support/end.ts',
	// All files share one n8n and one sandbox, which they set back between tests.
	maxWorkers: 1,
	testTimeout: 120_000,
};
