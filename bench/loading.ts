import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { ensureN8n } from '../scripts/host/installN8n';
import { installPackage } from '../scripts/host/installPackage';
import { ensureTarball } from '../scripts/host/packageTarball';
import { userFolders } from '../scripts/host/paths';
import { medianOf } from './median';

const run = promisify(execFile);

/** What n8n takes to load all nodes and credentials of the package, over what it has loaded itself. Medians. */
export interface LoadingLine {
	/** Nodes and credentials. */
	types: number;
	milliseconds: number;
	rounds: number[];
	processorMs: number;
	heldMb: number;
}

interface Loading {
	types: number;
	milliseconds: number;
	processorMs: number;
	heldBytes: number;
}

/** Loads the packed package again and again, each time in a process of its own that nothing is warm in. */
export async function loadingOf(rounds: number): Promise<LoadingLine> {
	const { node, program } = await ensureN8n();
	const bench = join(userFolders, 'bench');
	mkdirSync(bench, { recursive: true });
	const userFolder = mkdtempSync(join(bench, 'loading-'));
	await installPackage(userFolder, await ensureTarball());
	const folder = join(userFolder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-mobile-billing');
	const probe = join(__dirname, 'loadingProbe.cjs');
	const n8n = dirname(dirname(program));
	const done: Loading[] = [];
	for (let n = 0; n < rounds; n += 1) {
		const { stdout } = await run(node, ['--expose-gc', probe, n8n, folder]);
		done.push(JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Loading);
	}
	return {
		types: medianOf(done.map(({ types }) => types)),
		milliseconds: medianOf(done.map(({ milliseconds }) => milliseconds)),
		rounds: done.map(({ milliseconds }) => milliseconds),
		processorMs: medianOf(done.map(({ processorMs }) => processorMs)),
		heldMb: medianOf(done.map(({ heldBytes }) => heldBytes / 2 ** 20)),
	};
}
