import { setTimeout as pause } from 'node:timers/promises';
import { outputOf, errorOf } from '../support/runNode';
import { Chaos, customers } from './support/chaos';
import { listedAfterMs } from './support/kinds';
import { numberFrom, say, seed } from './support/seed';
import { totalText } from './support/table';
import type { Tally } from './support/tally';

const gifts = numberFrom('GIFTS', 10_000);
const assign = 'mobileDataGifting dataGift assign';

/** Most must get through, or the run has shown nothing. */
const enough = 0.97;

/** So impatient that items fail; those that wait for the same login fail together, and the rest is sent all the same. */
const impatience = { tries: 2, stopAfterFailures: 0 };

let chaos: Chaos;
afterEach(() => chaos.close());

function check(what: string, count: number, tally: Tally): void {
	const struck = `${Math.round(chaos.struckShare() * 100)} % of ${chaos.platform.traffic().total} requests struck`;
	say(`${what}, ${count} items, FAULT_SEED=${seed}: ${struck}. ${totalText([tally])}`);
	expect(tally).toMatchObject({ doubled: 0, lost: 0, wrong: 0 });
}

describe('everything at once, at a fifth of the requests', () => {
	it('gives each gift once, or says which it did not', async () => {
		chaos = await Chaos.around(assign, ['/datagifting/*']);
		const items = customers(gifts);
		const tally = chaos.compare(items, await chaos.run(items));
		check('Gifts', gifts, tally);
		expect(chaos.struckShare()).toBeGreaterThan(0.15);
		expect(tally.right).toBeGreaterThanOrEqual(gifts * enough);
	});

	it('gives each gift once although n8n runs the node five times over', async () => {
		chaos = await Chaos.around(assign, ['/datagifting/*']);
		// Nobody's number fails each time, and n8n looks at the first item alone.
		const items = [{ phone: '999000000404' }, ...customers(gifts)];
		const settings = {
			onError: 'continueRegularOutput' as const,
			retryOnFail: true,
			maxTries: 5,
			waitBetweenTries: 1,
		};
		const run = await chaos.run(items, { settings, options: impatience });
		const tally = chaos.compare(items, run);
		check('Gifts, Retry On Fail', items.length, tally);
		expect(tally.right).toBeGreaterThanOrEqual(gifts * enough);
	});

	it('gives each gift once when a failure stops the node and n8n tries again', async () => {
		chaos = await Chaos.around(assign, ['/datagifting/*']);
		const items = customers(Math.min(gifts, 1000));
		const settings = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1 };
		const run = await chaos.run(items, { settings, options: { tries: 4 } });
		const given = items.filter((item) => chaos.timesDone(item) > 0).length;
		const stopped = errorOf(run);
		if (stopped) {
			say(`Gifts, stopped: ${stopped.message} ${stopped.description ?? ''}`);
			expect(items.every((item) => chaos.timesDone(item) <= 1)).toBe(true);
			expect(stopped.description).toContain(`${given} of ${items.length} items were sent`);
		} else {
			check('Gifts, stopped and tried again', items.length, chaos.compare(items, run));
			expect(given).toBe(items.length);
		}
	});

	it('gives nothing again when the workflow runs a second time', async () => {
		chaos = await Chaos.around(assign, ['/datagifting/*']);
		const items = customers(gifts);
		const campaign = { campaign: 'chaos', skipAlreadyGifted: true };
		const first = chaos.compare(
			items,
			await chaos.run(items, { ...campaign, options: impatience }),
		);
		check('Gifts, first run', gifts, first);
		const given = items.map((item) => chaos.timesDone(item));

		// Nothing can be done about a list that does not show yet what the run before gave.
		await pause(listedAfterMs);
		const again = await chaos.run(items, campaign);

		const second = chaos.compare(items, again);
		check('Gifts, second run', gifts, second);
		expect(second.right).toBeGreaterThanOrEqual(gifts * enough);
		for (const { json, pairedItem } of outputOf(again)) {
			const before = given[(pairedItem as { item: number }).item];
			if (before) expect(json.outcome).toBe('alreadyGiven');
			else expect(json.outcome).not.toBe('alreadyGiven');
		}
	});

	it('starts each payment once, or says which it did not', async () => {
		chaos = await Chaos.around('mobileBilling payment start', ['/api/*', '/v1/*']);
		const items = customers(Math.min(gifts, 1000));
		const tally = chaos.compare(items, await chaos.run(items));
		check('Payments', items.length, tally);
		expect(tally.right).toBeGreaterThanOrEqual(items.length * enough);
	});
});
