import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { runCommand } from '../../../scripts/host/command';
import { ensureN8n } from '../../../scripts/host/installN8n';
import { n8nEnvironment } from '../../../scripts/host/n8nEnvironment';
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
export interface Claim {
	batch: number;
	owner: string;
}

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

	/** Makes the table, and says which filters on its date matched. */
	async prepare(job: ClaimJob): Promise<Record<string, unknown>> {
		const [dates = {}] = await this.run<Record<string, unknown>>('prepare', job);
		return dates;
	}

	/** Claims in so many processes until every batch is done. */
	async claim(processes: number, job: ClaimJob): Promise<Claim[]> {
		const all = Array.from({ length: processes }, async () => await this.run<Claim>('claim', job));
		return (await Promise.all(all)).flat();
	}

	/** What the database says in the end. */
	async log(): Promise<{ changes: Change[]; batches: ClaimedBatch[] }> {
		const rows = await this.run<Change | ClaimedBatch>('log', {});
		const isChange = (row: Change | ClaimedBatch): row is Change => 'batch' in row;
		return {
			changes: rows.filter(isChange),
			batches: rows.filter((row) => !isChange(row)) as ClaimedBatch[],
		};
	}

	private get folder(): string {
		return join(userFolders, 'claims', this.name);
	}

	private async run<Line>(what: string, job: ClaimJob): Promise<Line[]> {
		const installation = await ensureN8n();
		const place = { userFolder: this.folder, port: 0, brokerPort: 0, withEditor: false };
		const settings = { ...this.settings, N8N_LOG_LEVEL: 'error' };
		const told = JSON.stringify({ ...job, do: what, program: installation.program });
		const { output } = await runCommand({
			name: `claimants: ${what}`,
			command: installation.node,
			args: [join(__dirname, 'claimants.cjs'), told],
			cwd: this.folder,
			env: n8nEnvironment({ ...place, settings }, installation),
			logFile: join(this.folder, 'claims.log'),
			timeoutMs: 1_200_000,
		});
		const lines = output.split('\n').filter((line) => line.startsWith('{'));
		return lines.map((line) => JSON.parse(line) as Line);
	}
}

/** The claims of batches that somebody else still held, in words. */
export function heldTwice(changes: Change[]): string[] {
	return changes
		.filter(({ before, owner, lease, at }) => owner !== before && millis(at) < millis(lease))
		.map(({ batch, before, owner, at }) => `${owner} took batch ${batch} from ${before} at ${at}`);
}

/** The claims the database logged, by batch and owner. */
export function claimsIn(changes: Change[]): Claim[] {
	return changes
		.filter(({ before, owner }) => owner !== before)
		.map(({ batch, owner }) => ({ batch, owner }));
}

/** SQLite writes times without a zone. */
function millis(time: string): number {
	return Date.parse(time.includes('T') ? time : `${time.replace(' ', 'T')}Z`);
}
