const base = require('../support/jest.base');

/**
 * n8n in queue mode: Redis, PostgreSQL, a main process, workers and webhook processors. `NOTIFICATIONS`
 * sets how many there are.
 */
module.exports = {
	...base,
	roots: ['<rootDir>/test/queue'],
	testMatch: ['**/*.queue.ts'],
	globalSetup: '<rootDir>/test/support/queue/prepare.ts',
	testTimeout: 300_000,
};
