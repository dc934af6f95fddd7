const base = require('../support/jest.base');

/** Everything that goes wrong between n8n and the platform. `FAULT_SEED`, `GIFTS`, `ITEMS` and `TRIES` set a run, `LONG=1` a longer one. */
module.exports = {
	...base,
	roots: ['<rootDir>/test/faults'],
	testMatch: ['**/*.faults.ts'],
	maxWorkers: 2,
	testTimeout: 1_200_000,
};
