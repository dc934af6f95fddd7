/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	// Many suites wait for servers of their own more than they compute.
	maxWorkers: '100%',
	testPathIgnorePatterns: ['/test/e2e/'],
	// Only what hangs may reach it: how fast the machine is says nothing about the code.
	testTimeout: 60_000,
	transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022' } }] },
};
