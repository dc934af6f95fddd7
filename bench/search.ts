import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { memoryUsage } from 'node:process';
import { MobileBillingApi } from '../credentials/MobileBillingApi.credentials';
import type * as NodeModule from '../nodes/MobileBilling/MobileBilling.node';
import { createSandbox } from '../sandbox/sandbox';
import { accountData } from '../scripts/campaign/account';
import { CredentialsInMemory } from '../test/support/credentialsHelper';
import { outputOf, runNode } from '../test/support/runNode';

/** The heap that n8n is given, in megabytes. */
const heap = 2048;
// Without the ending, Node takes the file for a program in machine code.
const { MobileBilling } = createRequire(__filename)(
	'../nodes/MobileBilling/MobileBilling.node.ts',
) as typeof NodeModule;
const sizes = [10_000, 100_000];

/** Searches all transactions of a platform in n8n's real engine, and says how long it took and what it needed. */
async function search(url: string): Promise<void> {
	const credentials = new CredentialsInMemory(
		{ mobileBillingApi: new MobileBillingApi() },
		{ mobileBillingApi: accountData(url) },
	);
	let highest = 0;
	const watch = setInterval(() => {
		highest = Math.max(highest, memoryUsage().heapUsed);
	}, 20);
	const began = performance.now();
	const run = await runNode({
		node: new MobileBilling(),
		parameters: {
			resource: 'transaction',
			operation: 'getMany',
			returnAll: true,
			simplify: process.argv[3] === 'simplified',
		},
		items: [{}],
		credentials,
	});
	const seconds = (performance.now() - began) / 1000;
	clearInterval(watch);
	const { error } = run.data.resultData;
	if (error) throw error;
	const peak = Math.round(Math.max(highest, memoryUsage().heapUsed) / 2 ** 20);
	const resident = Math.round(process.resourceUsage().maxRSS / 1024);
	console.log(
		`search: ${outputOf(run).length} records ${process.argv[3]} in ${seconds.toFixed(2)} s, heap ${peak} MB of ${heap}, resident ${resident} MB`,
	);
}

/** Each search runs in a process of its own, so that the platform's memory does not count. */
async function measure(): Promise<void> {
	for (const history of sizes) {
		const sandbox = await createSandbox({ port: 0, history });
		for (const shape of ['simplified', 'in full']) {
			const child = spawn(
				process.execPath,
				[`--max-old-space-size=${heap}`, '--import', 'tsx', __filename, sandbox.url, shape],
				{ stdio: 'inherit', env: { ...process.env, N8N_LOG_LEVEL: 'silent' } },
			);
			const [code] = (await once(child, 'exit')) as [number | null];
			if (code !== 0) process.exitCode = 1;
		}
		await sandbox.close();
	}
}

const [, , url] = process.argv;
void (url === undefined ? measure() : search(url));
