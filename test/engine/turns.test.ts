import { takeTurn } from '../../nodes/engine/turns';
import { giveTo, recipients } from '../support/gifting';
import { giftPath, looks, n8nWith, Platform } from '../support/platform';
import { outputOf } from '../support/runNode';

jest.setTimeout(60_000);

describe('two runs of one campaign at the same time', () => {
	let platform: Platform;
	beforeEach(async () => {
		platform = await Platform.start();
	});
	afterEach(() => platform.close());

	const spring = { clientId: '', campaign: 'spring' };
	const outcomesOf = async (people: ReturnType<typeof recipients>, parameters: object = {}) => {
		const run = await giveTo(n8nWith(platform.account), people, {
			parameters: { ...spring, ...parameters },
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

	test('do not wait for each other when they give to different people', async () => {
		platform.faults({ path: giftPath, fault: { kind: 'delay', ms: 1500 }, times: 1 });
		const slow = outcomesOf(recipients(1));
		const ended: string[] = [];
		void slow.then(() => ended.push('slow'));
		await outcomesOf(recipients(3).slice(1)).then(() => ended.push('other people'));
		await outcomesOf(recipients(1), { campaign: 'autumn' }).then(() =>
			ended.push('other campaign'),
		);
		await slow;
		expect(ended).toEqual(['other people', 'other campaign', 'slow']);
	});

	test('go on when the first could not even begin', async () => {
		platform.faults({ path: looks, fault: { kind: 'answer', status: 403 }, times: 3 });
		expect(await outcomesOf(recipients(2))).toEqual([]);
		expect(await outcomesOf(recipients(2))).toEqual(['given', 'given']);
	});
});

test('who waits and is cancelled holds nobody up, and lets the first have its own', async () => {
	const end = await takeTurn(['a', 'b']);
	const cancelling = new AbortController();
	const waiting = takeTurn(['b', 'c'], cancelling.signal);
	cancelling.abort();
	(await waiting)();
	(await takeTurn(['c']))();
	const third = takeTurn(['b']);
	expect(await Promise.race([third.then(() => 'began'), Promise.resolve('waits')])).toBe('waits');
	end();
	(await third)();
});

test('who waits for several begins when the last of them is free', async () => {
	const first = await takeTurn(['a']);
	const second = await takeTurn(['b']);
	let hasBegun = false;
	const both = takeTurn(['a', 'b']).then((end) => {
		hasBegun = true;
		end();
	});
	first();
	await new Promise(setImmediate);
	expect(hasBegun).toBe(false);
	(await takeTurn(['a']))();
	second();
	await both;
	expect(hasBegun).toBe(true);
});
