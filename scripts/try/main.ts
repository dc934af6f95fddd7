import { parseArgs } from 'node:util';

import type { ListrDefaultRenderer, ListrSimpleRenderer, ListrTask } from 'listr2' with {
	'resolution-mode': 'import',
};

import { ensureN8n, isN8nInstalled, type N8nInstallation } from '../host/installN8n';
import { installPackage } from '../host/installPackage';
import { ensureTarball } from '../host/packageTarball';
import { tryFolder } from '../host/paths';
import { planOrGoOn, runToEnd, type Figures, type Plan } from './campaign';
import { lockFolder } from './lock';
import { addresses, judge } from './report';
import { closeSession, importWhatChanged, openSession, publish, type Session } from './session';

const usage = [
	'npm run try              runs a campaign in n8n on the sandbox, on this machine only, until Ctrl-C',
	'npm run try -- --once    the same, ends after the run and exits 0 when every gift is as expected',
];

/** What one step leaves for the next. */
interface Progress {
	installation: N8nInstallation;
	tarball: string;
	session: Session;
	plan: Plan;
	figures: Figures;
}

let session: Session | undefined;
let ending: Promise<never> | undefined;

const steps: ListrTask<Progress, ListrDefaultRenderer, ListrSimpleRenderer>[] = [
	{
		title: 'Install n8n (once, some minutes)',
		skip: () => isN8nInstalled() && 'n8n is installed',
		task: async (_, task) => {
			await ensureN8n((line) => {
				if (process.stdout.isTTY) task.output = line;
			});
		},
	},
	{
		title: 'Build and pack the package',
		task: async (progress) => {
			progress.installation = await ensureN8n();
			progress.tarball = await ensureTarball();
			await installPackage(tryFolder, progress.tarball);
		},
	},
	{
		title: 'Start the sandbox',
		task: async (progress, task) => {
			progress.session = session = await openSession(progress.installation);
			task.title = `Sandbox at ${session.sandbox.url}`;
		},
	},
	{
		title: 'Import credentials and workflows',
		task: async ({ session }, task) => {
			if ((await importWhatChanged(session)) === 'same')
				task.skip('Credentials and workflows are up to date');
		},
	},
	{
		title: 'Start n8n',
		task: async (progress, task) => {
			await progress.session.n8n.start();
			await publish(progress.session);
			task.title = `n8n at ${progress.session.n8n.url}`;
		},
	},
	{
		title: 'Plan a campaign for a list of 200 customers',
		task: async (progress, task) => {
			progress.plan = await planOrGoOn(progress.session.n8n.url);
			task.title = `Campaign at ${progress.plan.statusUrl}`;
		},
	},
	{
		title: 'Run the campaign to its end',
		task: async (progress, task) => {
			progress.figures = await runToEnd(progress.plan, (line) => {
				task.output = line;
			});
		},
	},
];

async function runSteps(): Promise<Progress> {
	const { Listr } = await import('listr2');
	const list = new Listr<Progress>(steps, {
		registerSignalListeners: false,
		fallbackRenderer: 'simple',
	});
	return await list.run({} as Progress);
}

function print(lines: string[]): void {
	process.stdout.write(`${lines.join('\n')}\n\n`);
}

/** Ends what was started, once: steps that fail while everything ends are ignored. */
function end(code: number): Promise<never> {
	const closeAndExit = async () => {
		if (session) await closeSession(session);
		process.exit(code);
	};
	return (ending ??= closeAndExit());
}

function endOnSignals(): void {
	const onSignal = () => {
		if (ending) process.exit(130);
		process.stderr.write('\nEnding …\n');
		void end(130);
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			once: { type: 'boolean', default: false },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	if (values.help) {
		print(usage);
		return;
	}
	lockFolder(tryFolder);
	endOnSignals();

	const progress = await runSteps();
	const verdict = judge(progress.plan, progress.figures, progress.session);
	print(['', ...progress.session.remarks, ...verdict.lines]);
	if (values.once) await end(verdict.good ? 0 : 1);

	print(addresses(progress.session, progress.plan));
	const how = await progress.session.n8n.ended();
	if (!ending)
		process.stderr.write(`n8n has ended (${how}); its log is ${progress.session.n8n.logFile}\n`);
	await end(1);
}

main().catch(async (error: Error) => {
	if (!ending) process.stderr.write(`${error.message}\n`);
	await end(1);
});
