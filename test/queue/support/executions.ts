import { waitFor } from '../../../scripts/host/wait';
import type { PostgresServer } from './postgres';

/** What n8n did with one event of a storm. */
export interface EventRecord {
	/** As the storm names it: `storm-<seed>-<event>`. */
	reference: string;
	/** How many executions the trigger has started with it. */
	started: number;
	/** In how many of them a node of the given name has run. */
	reached: number;
	/** How many have not ended well. */
	failed: number;
}

/** Reads n8n's ledger in PostgreSQL: thousands of executions one by one over REST would take too long. */
export class ExecutionReader {
	constructor(private readonly postgres: PostgresServer) {}

	/** What became of the events of one storm in one workflow, once nothing is under way in it. */
	async events(
		workflowId: string,
		{ seed, node, timeoutMs = 120_000 }: { seed: number; node: string; timeoutMs?: number },
	): Promise<EventRecord[]> {
		await this.ended(workflowId, timeoutMs);
		// n8n stores the result of a node under its name, and its name nowhere else when it has not run.
		const rows = await this.postgres.rows(`
			SELECT substring(d.data FROM 'storm-${seed}-[0-9]+') AS reference,
				count(*),
				count(*) FILTER (WHERE d.data LIKE '%"${node}":"%'),
				count(*) FILTER (WHERE e.status <> 'success')
			FROM execution_entity e JOIN execution_data d ON d."executionId" = e.id
			WHERE e."workflowId" = '${workflowId}' AND d.data ~ 'storm-${seed}-[0-9]+'
			GROUP BY 1`);
		return rows.map((row) => {
			const [reference = '', started, reached, failed] = row.split('\t');
			return {
				reference,
				started: Number(started),
				reached: Number(reached),
				failed: Number(failed),
			};
		});
	}

	/** Waits until no execution of a workflow is under way. */
	async ended(workflowId: string, timeoutMs: number): Promise<void> {
		await waitFor(
			`executions of ${workflowId} ended`,
			async () => {
				const [open] = await this.postgres.rows(
					`SELECT count(*) FROM execution_entity WHERE "workflowId" = '${workflowId}' AND status IN ('new', 'running', 'waiting')`,
				);
				return open === '0' ? true : undefined;
			},
			{ timeoutMs, everyMs: 500 },
		);
	}
}

/** The sum of one of the numbers over all events. */
export function sumOf(events: EventRecord[], what: 'started' | 'reached' | 'failed'): number {
	return events.reduce((sum, event) => sum + event[what], 0);
}
