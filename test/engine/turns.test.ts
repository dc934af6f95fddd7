import { setTimeout as pause } from 'node:timers/promises';
import { takeTurns } from '../../nodes/engine/turns';
import { giveTo, recipients } from '../support/gifting';
import { giftPath, looks, n8nWith, Platform } from '../support/platform';
import { outputOf } from '../support/runNode';

describe('two runs of one campaign at the same time', () => {
	let platform: Platform;
	beforeEach(async () => {
		platform = await Platform.start();
	});
	afterEach(() => platform.close());

	const spring = { clientId: '', campaign: 'spring' };
	const outcomesOf = async (
		people: ReturnType<typeof recipients>,
		{ options, ...parameters }: { options?: object; campaign?: string; clientId?: string } = {},
	) => {
		const run = await giveTo(n8nWith(platform.account), people, {
			parameters: { ...spring, ...parameters, options: { settlingTime: 0.2, ...options } },
		});
		return outputOf(run).map(({ json }) => json.outcome);
	};

	test('give to nobody twice', async () => {
		const runs = await Promise.all([
			outcomesOf(recipients(12)),
			outcomesOf(recipients(12)),
			outcomesOf(recipients(12).reverse()),
		]);
		expect(platform.gifts()).toHaveLength(12);
		expect(runs.flat().filter((outcome) => outcome === 'given')).toHaveLength(12);
		expect(runs.flat().filter((outcome) => outcome === 'alreadyGiven')).toHaveLength(24);
	});

	test('give to nobody twice either where the platform shows a gift a while after it was given', async () => {
		platform.set({ queryDelaySeconds: 1, latencyMs: 50 });
		const options = { settlingTime: 3, concurrency: 1 };
		const list = outcomesOf(recipients(10), { options });
		while (platform.gifts().length < 1) await pause(5);
		const [first] = recipients(1);
		expect(await outcomesOf([first ?? {}], { options })).toEqual(['alreadyGiven']);
		await list;
		expect(platform.gifts()).toHaveLength(10);
	});

	test('nor when a form is sent again a moment later, and the node says why it took so long', async () => {
		platform.set({ queryDelaySeconds: 1 });
		const give = async () =>
			await giveTo(n8nWith(platform.account), recipients(1), {
				parameters: { ...spring, options: { settlingTime: 2 } },
			});
		const [first, again] = [await give(), await give()];
		expect([first, again].map((run) => outputOf(run)[0]?.json.outcome)).toEqual([
			'given',
			'alreadyGiven',
		]);
		const hintsOf = ({ data }: typeof first) => data.resultData.runData.Node?.[0]?.hints;
		expect(hintsOf(first)).toEqual([]);
		expect(hintsOf(again)).toMatchObject([
			{
				message: expect.stringMatching(
					/^Waited \d s before the first item, because another run was giving to the same customers or had just done so: now the platform shows who was given\.$/,
				) as string,
			},
		]);
	});

	test('do not wait for each other when they give to different people', async () => {
		platform.faults({ path: giftPath, fault: { kind: 'delay', ms: 4000 }, times: 1 });
		const slow = outcomesOf(recipients(1));
		while (platform.sandbox.world.faults.report()[0]?.struck !== 1) await pause(5);
		const ended: string[] = [];
		void slow.then(() => ended.push('slow'));
		await outcomesOf(recipients(3).slice(1)).then(() => ended.push('other people'));
		await outcomesOf(recipients(1), { campaign: 'autumn' }).then(() =>
			ended.push('other campaign'),
		);
		await slow;
		expect(ended).toEqual(['other people', 'other campaign', 'slow']);
	});

	test('end well, however long the settling time is', async () => {
		for (const settlingTime of [2.01, 0.0004, 1 / 3]) {
			const [person] = recipients(1);
			const campaign = `settling ${settlingTime}`;
			const given = await outcomesOf([person ?? {}], { campaign, options: { settlingTime } });
			expect(given).toEqual(['given']);
		}
	});

	test('go on when the first could not even begin', async () => {
		platform.faults({ path: looks, fault: { kind: 'answer', status: 403 }, times: 3 });
		expect(await outcomesOf(recipients(2))).toEqual([]);
		expect(await outcomesOf(recipients(2))).toEqual(['given', 'given']);
	});

	test('wait for the customer they share and not for the whole list, and a dry run not at all', async () => {
		platform.set({ latencyMs: 100 });
		const ended: string[] = [];
		const note = (what: string) => () => ended.push(what);
		const list = outcomesOf(recipients(20), { options: { concurrency: 1 } }).then(note('list'));
		while (platform.gifts().length < 2) await pause(10);
		const [first] = recipients(1);
		const one = outcomesOf([first ?? {}]);
		await outcomesOf(recipients(20), { options: { dryRun: true } }).then(note('dry run'));
		expect(await one.finally(note('one'))).toEqual(['alreadyGiven']);
		await list;
		expect(ended.at(-1)).toBe('list');
		expect(platform.gifts()).toHaveLength(20);
	});

	test('share a customer also where two campaigns have the same typed reference', async () => {
		const asTyped = async (campaign: string) =>
			await outcomesOf(recipients(1), { campaign, clientId: 'welcome' });
		expect((await Promise.all([asTyped('a'), asTyped('b')])).flat().sort()).toEqual([
			'alreadyGiven',
			'given',
		]);
	});

	test('a list that is cancelled while it waits sends nothing', async () => {
		platform.set({ latencyMs: 100 });
		const list = outcomesOf(recipients(12), { options: { concurrency: 1 } });
		while (platform.gifts().length < 1) await pause(10);
		const asked = platform.requestsTo(`GET ${looks}`);
		const waiting = await giveTo(n8nWith(platform.account), recipients(12), {
			parameters: spring,
			onStart: (cancel) => void pause(200).then(cancel),
		});
		expect(waiting.status).toBe('canceled');
		expect(platform.requestsTo(`GET ${looks}`)).toEqual(asked);
		await list;
		expect(platform.gifts()).toHaveLength(12);
	});
});

let runs = 0;
/** A run for recipients, one item for each; `began` says whether it is its turn. */
const runFor = (
	names: string[],
	{ run = `run ${runs++}`, settlingTime = 0, signal = new AbortController().signal } = {},
) => {
	const items = new Map(names.map((name, index) => [index, [name]]));
	const turns = takeTurns({ host: 'host.example', run, settlingTime }, items);
	const state = { ...turns, began: false };
	void turns.come(signal).then(() => (state.began = true));
	return state;
};
const settled = async () => await new Promise(setImmediate);

test('runs have their turns in the order in which they came, so that a long list comes to its turn', async () => {
	const first = runFor(['a']);
	const list = runFor(['a', 'b', 'c']);
	const late = runFor(['c']);
	await settled();
	expect([first.began, list.began, late.began]).toEqual([true, false, false]);
	first.endAll();
	await settled();
	expect([list.began, late.began]).toEqual([true, false]);
	list.end(2, true);
	await settled();
	expect(late.began).toBe(true);
	list.endAll();
	late.endAll();
});

test('who gives up waiting still stands between the run before and the one behind, for whom those share', async () => {
	const first = runFor(['a']);
	const cancelling = new AbortController();
	const second = runFor(['a', 'b'], { signal: cancelling.signal });
	const third = runFor(['b', 'a']);
	cancelling.abort();
	await settled();
	second.endAll();
	const other = runFor(['c', 'b']);
	third.endAll();
	await settled();
	// Nobody is busy with b.
	expect(other.began).toBe(true);
	const fourth = runFor(['a']);
	await settled();
	expect(fourth.began).toBe(false);
	first.endAll();
	await settled();
	expect(fourth.began).toBe(true);
	other.endAll();
	fourth.endAll();
});

test.each([
	[0, 1],
	[1, 0],
])('of rows for one customer the last has to end, in the order %j %j', async (first, second) => {
	const run = runFor(['a', 'a']);
	run.end(first, false);
	const next = runFor(['a']);
	await settled();
	expect(next.began).toBe(false);
	run.end(second, true);
	await settled();
	expect(next.began).toBe(true);
	next.endAll();
});

describe('what was sent settles before the next run looks,', () => {
	const settlingTime = 3000;
	const took = async (run: ReturnType<typeof runFor>) => {
		const began = Date.now();
		while (!run.began) await pause(5);
		run.endAll();
		return Date.now() - began;
	};

	test('also when that begins after the first has ended', async () => {
		const first = runFor(['a'], { settlingTime });
		first.end(0, true);
		first.endAll();
		expect(await took(runFor(['a'], { settlingTime }))).toBeGreaterThan(settlingTime - 500);
	});

	test('and also when one in between gave up, or found that nothing was to be sent', async () => {
		const first = runFor(['a'], { settlingTime });
		const second = runFor(['a']);
		first.end(0, true);
		first.endAll();
		second.endAll();
		expect(await took(runFor(['a']))).toBeGreaterThan(settlingTime - 500);
	});

	test('but not for others, nor where nothing was sent, nor when it is long ago', async () => {
		const first = runFor(['a', 'b'], { settlingTime });
		first.end(0, true);
		first.endAll();
		expect(await took(runFor(['b', 'c']))).toBeLessThan(settlingTime - 500);
		await pause(settlingTime + 100);
		expect(await took(runFor(['a']))).toBeLessThan(settlingTime - 500);
	});

	test('but not the next try of the same run, which looks for itself', async () => {
		const first = runFor(['a'], { settlingTime, run: 'tried twice' });
		first.end(0, true);
		first.endAll();
		expect(await took(runFor(['a'], { run: 'tried twice' }))).toBeLessThan(settlingTime - 500);
		expect(await took(runFor(['a']))).toBeGreaterThan(settlingTime - 1000);
	});
});
