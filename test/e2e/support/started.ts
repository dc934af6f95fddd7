import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { N8nInstallation } from '../../../scripts/host/installN8n';
import type { Item } from '../../../scripts/host/n8nClient';
import { waitFor } from '../../../scripts/host/wait';

/** One execution that n8n has stored, with what its trigger gave it. */
export interface Started {
	id: number;
	status: string;
	/** Unix milliseconds. */
	createdAt: number;
	/** The trigger's items. */
	items: Item[];
}

/** As the database has it; the time is UTC and does not say so. */
interface Row extends Pick<Started, 'id' | 'status'> {
	createdAt: string;
	data: string;
}

interface Stored {
	resultData: { runData?: Record<string, Run[]> };
	executionData?: { nodeExecutionStack?: Run[] };
}

interface Run {
	data?: { main?: (Item[] | null)[] };
}

const OPEN = new Set(['new', 'running', 'waiting']);

/** Reads n8n's ledger: its database. */
export class StartedReader {
	private killedAt = 0;

	constructor(
		private readonly userFolder: string,
		private readonly installation: N8nInstallation,
	) {}

	/** n8n was killed: what it had begun will not end. Some of it n8n itself counts as running for ever. */
	noteKill(): void {
		this.killedAt = Date.now();
	}

	/** Every execution of a workflow after `after`, once they have all ended. */
	async read(workflowId: string, { after = 0, timeoutMs = 60_000 } = {}): Promise<Started[]> {
		return await waitFor(
			`executions of ${workflowId} ended`,
			async () => {
				const started = await this.readNow(workflowId, after);
				const isUnderWay = ({ status, createdAt }: Started) =>
					OPEN.has(status) && createdAt > this.killedAt;
				return started.some(isUnderWay) ? undefined : started;
			},
			{ timeoutMs, everyMs: 500 },
		);
	}

	private async readNow(workflowId: string, after: number): Promise<Started[]> {
		const database = join(this.userFolder, '.n8n', 'database.sqlite');
		const program = join(__dirname, 'print-started.cjs');
		const child = spawn(
			this.installation.node,
			['--no-warnings', program, database, workflowId, String(after)],
			{ stdio: ['ignore', 'pipe', 'inherit'] },
		);
		const ended = once(child, 'close') as Promise<[number | null]>;
		const { parse } = await import('flatted');
		const started: Started[] = [];
		for await (const line of createInterface({ input: child.stdout })) {
			const { id, status, createdAt, data } = JSON.parse(line) as Row;
			const items = itemsIn(parse(data) as Stored);
			started.push({ id, status, createdAt: Date.parse(`${createdAt}Z`), items });
		}
		const [code] = await ended;
		if (code !== 0) throw new Error(`reading ${database} ended with ${code}`);
		return started;
	}
}

/**
 * An execution that was cut off has the trigger's items only in what was to be done at first: before its first node
 * there is no run, and what n8n makes up of its event log when it starts again holds no items.
 */
function itemsIn({ resultData, executionData }: Stored): Item[] {
	const [first] = Object.values(resultData.runData ?? {});
	const items = itemsOf(first);
	const isMadeUp = items.some(({ json }) => json.isArtificialRecoveredEventItem);
	return first && !isMadeUp ? items : itemsOf(executionData?.nodeExecutionStack);
}

function itemsOf(runs: Run[] | undefined): Item[] {
	return runs?.[0]?.data?.main?.[0] ?? [];
}
