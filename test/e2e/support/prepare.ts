import { rmSync } from 'node:fs';

import { ensureN8n } from '../../../scripts/host/installN8n';
import { ensureTarball } from '../../../scripts/host/packageTarball';
import { testFolders } from './host';

/** Installs n8n and packs the package before the first test, outside the tests' time limits. */
export default async function prepare(): Promise<void> {
	await ensureN8n((line) => process.stderr.write(`${line}\n`));
	await ensureTarball();
	rmSync(testFolders, { recursive: true, force: true });
}
