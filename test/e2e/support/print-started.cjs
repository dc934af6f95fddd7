/**
 * Prints the stored executions of a workflow, one JSON line each. Runs on n8n's own Node, which can read SQLite:
 * thousands of executions one by one over REST would take longer than the storm that started them.
 *
 * node print-started.cjs <database> <workflow id> <id of the last execution already read>
 */
const { DatabaseSync } = require('node:sqlite');

const [, , file, workflowId, after] = process.argv;
const database = new DatabaseSync(file, { readOnly: true });
const rows = database.prepare(
	'SELECT e.id, e.status, e.createdAt, d.data FROM execution_entity e JOIN execution_data d ON d.executionId = e.id WHERE e.workflowId = ? AND e.id > ? ORDER BY e.id',
);
for (const row of rows.iterate(workflowId, Number(after))) {
	process.stdout.write(`${JSON.stringify(row)}\n`);
}
