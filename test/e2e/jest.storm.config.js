const e2e = require('./jest.e2e.config');

/** Thousands of notifications against a real n8n. `NOTIFICATIONS` sets how many. */
module.exports = { ...e2e, testMatch: ['**/*.storm.ts'] };
