import { setTimeout as pause } from 'node:timers/promises';
import { outputOf } from '../support/runNode';
import {
	chaosOptions,
	chaosRules,
	chaosSettings,
	checkGifts,
	customers,
	gifting,
	timesGiven,
} from './support/chaos';
import { listedAfterMs } from './support/kinds';
import { runSubject, startPlatform } from './support/runSubject';
import { numberFrom } from './support/seed';

const items = customers(numberFrom('GIFTS', 2_000));

it('gives each gift once, or says which it did not, and the rest when the list runs again', async () => {
	const { platform, credentials } = await startPlatform();
	try {
		platform.faults(...chaosRules());
		platform.set(chaosSettings);
		const run = async (name: string, more?: object) => {
			const record = await runSubject(gifting, {
				credentials,
				items,
				parameters: { campaign: 'chaos' },
				options: chaosOptions(more),
			});
			checkGifts(name, platform.sandbox, items, outputOf(record));
			return outputOf(record);
		};
		// So few attempts that items fail, for the second run.
		await run('First run', { maxTries: 3, stopAfterFailures: 0 });
		const given = timesGiven(platform.sandbox, items);
		// A list that does not show yet what the first run gave can't help.
		await pause(listedAfterMs);

		for (const { json, pairedItem } of await run('Second run')) {
			const before = given[(pairedItem as { item: number }).item];
			expect(json.outcome === 'alreadyGiven').toBe(before === 1);
		}
	} finally {
		await platform.close();
	}
});
