import { startSharedN8n } from '../sharedN8n';

export default async function begin(): Promise<void> {
	await startSharedN8n();
}
