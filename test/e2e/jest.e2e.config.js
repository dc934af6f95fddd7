const base = require('../support/jest.base');

/** Claims about a real n8n, which all files share. `NOTIFICATIONS` sets how many come in the storm. */
module.exports = {
	...base,
	roots: ['<rootDir>/test/e2e'],
	testMatch: ['**/*.e2e.ts'],
	globalSetup: '<rootDir>/test/support/e2e/begin.ts',
	globalTeardown: '<rootDir>/test/support/e2e/end.ts',
};
