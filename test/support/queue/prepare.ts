import prepareN8n from '../e2e/prepare';
import { neededPrograms, programOf } from './servers';

/** Says at once what this machine lacks, then installs n8n and packs the package outside the tests' time limits. */
export default async function prepare(): Promise<void> {
	neededPrograms.forEach(programOf);
	await prepareN8n();
}
