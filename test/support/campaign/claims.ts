import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ensureN8n } from '../../../scripts/host/installN8n';
import { n8nEnvironment } from '../../../scripts/host/n8nProcess';
import { userFolders } from '../../../scripts/host/paths';

/** A change of a batch as the database logged it. */
export interface Change {
	batch: number;
	/** Whose it was. */
	before: string;
	owner: string;
	/** Until when it was. */
	lease: string;
	at: string;
}

/** A claim that a claimant believes in. */
export type Claim = Pick<Change, 'batch' | 'owner'>;

/** A batch at the end. */
export interface ClaimedBatch {
	number: number;
	status: string;
	tries: number;
}

/** What the claimants are told. */
export interface ClaimJob {
	claimants?: number;
	batches?: number;
	/** Claims until a batch is done. */
	claimsEach?: number;
	leaseMs?: number;
	/** Claim also what another one holds. */
	careless?: boolean;
}

/** A database of n8n with nothing but the table of batches. */
export class Claims {
	constructor(
		private readonly name: string,
		private readonly settings: Record<string, string> = {},
	) {
		rmSync(this.folder, { recursive: true, force: true });
		mkdirSync(this.folder, { recursive: true });
	}

	/** Makes the table. */
	async prepare(batches: number): Promise<void> {
		await this.run('prepare', { batches });
	}

	/** Claims in so many processes until every batch is done. */
	async claim(processes: number, job: ClaimJob): Promise<Claim[]> {
		const all = Array.from({ length: processes }, async () => await this.run<Claim>('claim', job));
		return (await Promise.all(all)).flat();
	}

	/** What the database says in the end. */
	async log(): Promise<{ changes: Change[]; batches: ClaimedBatch[] }> {
		const [changes = []] = await this.run<Change[]>('log', {});
		const [batches = []] = await this.run<ClaimedBatch[]>('batches', {});
		return { changes, batches };
	}

	private get folder(): string {
		return join(userFolders, 'claims', this.name);
	}

	private async run<Line>(what: string, job: ClaimJob): Promise<Line[]> {
		const installation = await ensureN8n();
		const place = { userFolder: this.folder, port: 0, brokerPort: 0, withEditor: false };
		const settings = { ...this.settings, N8N_LOG_LEVEL: 'error' };
		const env = n8nEnvironment({ ...place, settings }, installation);
		const told = JSON.stringify({ ...job, do: what, program: installation.program });
		const args = [join(__dirname, 'claimants.cjs'), told];
		const options = { cwd: this.folder, env, maxBuffer: 1e9 };
		const { stdout } = await promisify(execFile)(installation.node, args, options);
		const lines = stdout.split('\n').filter((line) => /^[[{]/.test(line));
		return lines.map((line) => JSON.parse(line) as Line);
	}
}

/** The claims of batches that somebody else still held, in words. */
export function heldTwice(changes: Change[]): string[] {
	return changes
		.filter(({ before, owner, lease, at }) => owner !== before && millis(at) < millis(lease))
		.map(({ batch, before, owner, at }) => `${owner} took batch ${batch} from ${before} at ${at}`);
}

/** SQLite writes times without a zone. */
function millis(time: string): number {
	return Date.parse(time.includes('T') ? time : `${time.replace(' ', 'T')}Z`);
}
