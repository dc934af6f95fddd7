import { ensureN8n } from '../../../scripts/host/installN8n';
import { ensureTarball } from '../../../scripts/host/packageTarball';
import { findQueuePrograms } from './programs';

/** Says at once what this machine lacks, then installs n8n and packs the package outside the tests' time limits. */
export default async function prepare(): Promise<void> {
	findQueuePrograms();
	await ensureN8n((line) => process.stderr.write(`${line}\n`));
	await ensureTarball();
}
