import prepareN8n from '../e2e/prepare';
import { neededPrograms, programOf } from './servers';

/** Names missing programs at once, then installs n8n and packs the package outside the tests' time limits. */
export default async function prepare(): Promise<void> {
	neededPrograms.forEach(programOf);
	await prepareN8n();
}
