import { createRequire } from 'node:module';
import { memoryUsage } from 'node:process';

import { MobileBillingApi } from '../credentials/MobileBillingApi.credentials';
import type * as NodeModule from '../nodes/MobileBilling/MobileBilling.node';
import { accountData } from '../scripts/try/credentials';
import { CredentialsInMemory } from '../test/support/credentialsHelper';
import { outputOf, runNode } from '../test/support/runNode';

// Without the ending, Node takes the file for a program in machine code.
const { MobileBilling } = createRequire(__filename)(
	'../nodes/MobileBilling/MobileBilling.node.ts',
) as typeof NodeModule;
const [, , url = '', shape] = process.argv;

/** Searches all transactions of a platform in n8n's real engine, and prints how long it took and what it needed. */
async function search(): Promise<void> {
	const credentials = new CredentialsInMemory(
		{ mobileBillingApi: new MobileBillingApi() },
		{ mobileBillingApi: accountData(url) },
	);
	let highest = 0;
	const look = () => {
		highest = Math.max(highest, memoryUsage().heapUsed);
	};
	const watch = setInterval(look, 20);
	const began = performance.now();
	const run = await runNode({
		node: new MobileBilling(),
		parameters: {
			resource: 'transaction',
			operation: 'getMany',
			returnAll: true,
			simplify: shape === 'simplified',
		},
		items: [{}],
		credentials,
	});
	const seconds = (performance.now() - began) / 1000;
	clearInterval(watch);
	look();
	const { error } = run.data.resultData;
	if (error) throw error;
	const heapMb = Math.round(highest / 2 ** 20);
	const residentMb = Math.round(process.resourceUsage().maxRSS / 1024);
	console.log(JSON.stringify({ records: outputOf(run).length, seconds, heapMb, residentMb }));
}

void search();
