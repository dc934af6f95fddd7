const e2e = require('../e2e/jest.e2e.config');

/**
 * Campaigns that finish by themselves. `ROWS`, `KILLS` and `CLAIMS` set the size of a run, `SEED` when something is
 * killed.
 */
module.exports = {
	...e2e,
	roots: ['<rootDir>/test/campaign'],
	testMatch: ['**/*.campaign.ts'],
	globalSetup: '<rootDir>/test/queue/support/prepare.ts',
	testTimeout: 1_200_000,
	// Most of the time passes while a claim runs out.
	maxWorkers: 2,
};
