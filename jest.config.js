const support = '<rootDir>/test/support';

/** Suites that start n8n or platforms by the dozen. `LONG=1` runs what takes minutes, too. */
const suites = {
	// `ROWS`, `KILLS` and `CLAIMS` set the size of a run. Most of its time passes while a claim runs out.
	campaign: {
		testMatch: ['**/*.campaign.ts', ...(process.env.LONG ? ['**/*.long.ts'] : [])],
		globalSetup: `${support}/queue/prepare.ts`,
		testTimeout: 1_200_000,
		maxWorkers: 2,
	},
	// All files share one n8n.
	e2e: {
		testMatch: ['**/*.e2e.ts'],
		globalSetup: `${support}/e2e/begin.ts`,
		globalTeardown: `${support}/e2e/end.ts`,
	},
	// `FAULT_SEED`, `GIFTS`, `ITEMS` and `ATTEMPTS` set a run.
	faults: { testMatch: ['**/*.faults.ts'], testTimeout: 1_200_000, maxWorkers: 2 },
	queue: {
		testMatch: ['**/*.queue.ts'],
		globalSetup: `${support}/queue/prepare.ts`,
		testTimeout: 300_000,
	},
	// Fresh seeds, beside the other suites of the gate.
	simulator: { testMatch: ['**/*.fresh.ts'] },
	// All files share one n8n and one sandbox, which they set back between tests.
	ui: {
		testMatch: [process.env.PICTURES ? '**/*.pictures.ts' : '**/*.ui.ts'],
		globalSetup: `${support}/ui/place.ts`,
		globalTeardown: `${support}/ui/end.ts`,
	},
	// Many files wait for servers of their own more than they compute.
	unit: { testMatch: ['**/*.test.ts'], testTimeout: 60_000, maxWorkers: '100%' },
};

/** @type {import('jest').Config} `SUITE` chooses; without it, what needs no n8n. */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	// The way to import a node: without `.js`, tsx takes the codex file beside it.
	moduleNameMapper: { '^(\\..*\\.node)\\.js$': '$1.ts' },
	transform: { '^.+\\.ts$|/node_modules/saxen/': ['@swc/jest', { jsc: { target: 'es2022' } }] },
	// It's an ES module, which jest doesn't take as it is.
	transformIgnorePatterns: ['/node_modules/(?!saxen/)'],
	maxWorkers: 1,
	restoreMocks: true,
	reporters: ['default', `${support}/slowestFiles.cjs`],
	// Only what hangs may reach it: how fast the machine is says nothing about the code.
	testTimeout: 120_000,
	...suites[process.env.SUITE ?? 'unit'],
};
