import { existsSync } from 'node:fs';
import { campaigns, checkUntil, files, lists } from './check';

/** The most minutes of a run, so that the gate ends though another suite hangs. */
const most = 40;

// In the gate it runs as long as the other suites: until the file that `UNTIL` names exists.
it(
	'the simulator finds no fault with fresh seeds: gifts, charges, campaigns and files are right',
	async () => {
		const { UNTIL } = process.env;
		const end = Date.now() + most * 60_000;
		const isOver = () => !UNTIL || existsSync(UNTIL) || Date.now() > end;
		const { said, failure } = await checkUntil([lists, campaigns, files], isOver);
		process.stdout.write(`${said}\n`);
		expect(failure).toBeUndefined();
	},
	(most + 5) * 60_000,
);
