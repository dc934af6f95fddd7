const base = require('../support/jest.base');

/** The editor in a browser. All files share one n8n and one sandbox, which they set back between tests. */
module.exports = {
	...base,
	roots: ['<rootDir>/test/ui'],
	testMatch: ['**/*.ui.ts'],
	globalSetup: '<rootDir>/test/support/ui/begin.ts',
	globalTeardown: '<rootDir>/test/support/ui/end.ts',
};
