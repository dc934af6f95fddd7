import { ensureN8n } from '../../../scripts/host/installN8n';
import { ensureTarball } from '../../../scripts/host/packageTarball';

/** Installs n8n and packs the package before the first test, outside the tests' time limits. */
export default async function prepare(): Promise<void> {
	await ensureN8n((line) => process.stderr.write(`${line}\n`));
	await ensureTarball();
}
