import { readOptions, usage } from './options';
import { createSandbox } from './sandbox';
import type { Settings } from './settings';

const LOGIN =
	'user demo-merchant, password demo-password, client id demo-client, client secret demo-secret';

async function main(): Promise<void> {
	const { help, settings } = readOptions(process.argv.slice(2));
	if (help) {
		process.stdout.write(usage());
		return;
	}
	const sandbox = await start(settings);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void sandbox.close());
	}
	process.stdout.write(`Sandbox ready at ${sandbox.url} (${LOGIN})\n`);
}

async function start(settings: Settings) {
	try {
		return await createSandbox(settings);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		throw new Error(
			`Port ${settings.port} on 127.0.0.1 is in use. Choose another with --port (0 for any free one).`,
		);
	}
}

main().catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
