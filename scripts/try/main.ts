import { parseArgs } from 'node:util';
import { ensureN8n } from '../host/installN8n';
import { installPackage } from '../host/packageTarball';
import { tryFolder } from '../host/paths';
import { barLine } from '../host/progress';
import { addresses } from './addresses';
import { planSample, press, runToEnd, type Plan } from './campaign';
import { judge } from './expectations';
import * as session from './session';
import { step } from './step';

const usage = `npm run try              runs a campaign in n8n on the sandbox, on this machine only, until Ctrl-C
npm run try -- --once    the same, ends after the run and exits 0 when every gift is as expected`;

let opened: session.Session | undefined;
/** The running campaign, which is canceled at the end: otherwise it would go on at the next start. */
let running: Plan | undefined;
let isEnding = false;

/** Ends sandbox and n8n, once; steps that fail meanwhile are ignored. */
async function end(code: number): Promise<void> {
	if (isEnding) return;
	isEnding = true;
	if (running) await press(running.controlUrl, 'cancel').catch(() => undefined);
	await opened?.n8n.stop(5_000);
	await opened?.sandbox.close();
	process.exit(code);
}

function endOnSignal(): void {
	if (isEnding) process.exit(130);
	process.stderr.write('\nEnding …\n');
	void end(130);
}

async function run(once: boolean): Promise<void> {
	const installation = await step('Install n8n (once, some minutes)', ensureN8n);
	await step('Build and pack the package', () => installPackage(tryFolder));
	const current = await step('Start the sandbox', () => session.open(installation));
	opened = current;
	const { sandbox, n8n } = current;
	await step('Import credentials and workflows', () => session.importWhatChanged(current));
	await step('Start n8n', () => session.startN8n(current));
	const plan = await step('Plan a campaign for a list of 200 customers', () => planSample(n8n.url));
	running = plan;
	const figures = await step('Run the campaign', (say) => {
		return runToEnd(plan, ({ done, rows }) => {
			say(barLine(done, rows, 'rows'));
		});
	});
	running = undefined;

	const { lines, good } = judge(plan, figures, sandbox.world.ledger.entries);
	console.log(`\n${lines.join('\n')}\n`);
	if (once) return await end(good ? 0 : 1);
	console.log(addresses(n8n.url, sandbox.url, plan.controlUrl));
	const how = await n8n.ended();
	if (!isEnding) throw new Error(`n8n has ended (${how}); its log is ${n8n.logFile}`);
}

async function main(): Promise<void> {
	const [once, help] = [{ type: 'boolean', default: false }, { type: 'boolean' }] as const;
	const { values } = parseArgs({ options: { once, help } });
	if (values.help) return console.log(usage);
	session.lockFolder();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endOnSignal);
	await run(values.once);
}

main().catch(async (error: Error) => {
	if (!isEnding) console.error(`\n${error.message}`);
	await end(1);
});
