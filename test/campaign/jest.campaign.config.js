const base = require('../support/jest.base');

/**
 * Campaigns that finish by themselves. With `LONG=1` also those that take minutes; `ROWS`, `KILLS` and `CLAIMS` set the
 * size of a run.
 */
module.exports = {
	...base,
	roots: ['<rootDir>/test/campaign'],
	testMatch: ['**/*.campaign.ts', ...(process.env.LONG ? ['**/*.long.ts'] : [])],
	globalSetup: '<rootDir>/test/support/queue/prepare.ts',
	testTimeout: 1_200_000,
	// Most of the time passes while a claim runs out.
	maxWorkers: 2,
};
