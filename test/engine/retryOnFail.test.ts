import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { callAsTool, review } from '../support/asTool';
import { assigning, giveTo, recipients } from '../support/gifting';
import { giftPath, looks, n8nWith, Platform } from '../support/platform';
import { errorOf, fieldsOf } from '../support/runNode';

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

const refusal = { kind: 'answer', status: 422 } as const;
const forbidden = { kind: 'answer', status: 403 } as const;
const lost = { kind: 'drop', when: 'after' } as const;
const campaign = { clientId: '', campaign: 'spring' };

/** Gives one at a time, and again up to three times. */
const retry = async (
	items: IDataObject[],
	settings: Partial<INode> = {},
	{ options, ...fields }: INodeParameters = {},
) =>
	await giveTo(n8nWith(platform.account), items, {
		parameters: { ...fields, options: { concurrency: 1, ...(options as object) } },
		settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1, ...settings },
	});

const givenReferences = () => platform.gifts().map(({ clientId }) => clientId);

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'gives each gift once where the first item is bad (on error: %s)',
	async (onError) => {
		const [first, ...others] = recipients(4);
		const run = await retry([{ ...first, phone: 'unknown' }, ...others], { onError });
		expect(givenReferences()).toEqual(['gift-1', 'gift-2', 'gift-3']);
		expect([0, 1].flatMap((output) => fieldsOf(run, output))).toHaveLength(4);
	},
);

test.each([[{}], [campaign]])('finishes a list that stopped midway, with %j', async (fields) => {
	platform.faults({ path: giftPath, every: 3, times: 1, fault: refusal });
	const run = await retry(recipients(4), {}, fields);
	expect(fieldsOf(run).map(({ outcome }) => outcome)).toEqual(Array(4).fill('given'));
	expect(new Set(givenReferences()).size).toBe(4);
	expect(platform.gifts()).toHaveLength(4);
});

test.each([false, true])(
	'looks up a gift in doubt before it is sent again (Execute Once: %p)',
	async (executeOnce) => {
		platform.faults(
			{ path: giftPath, fault: lost, times: 1 },
			{ path: looks, fault: forbidden, times: 1 },
		);
		const run = await retry(recipients(3), { executeOnce }, { clientId: '' });
		expect(fieldsOf(run)[0]).toMatchObject({ confirmedByLookUp: true });
		expect(platform.gifts()).toHaveLength(executeOnce ? 1 : 3);
	},
);

test('looks up a gift in doubt of an agent’s tool; another call of it is another gift', async () => {
	platform.faults(
		{ path: giftPath, fault: lost, times: 1 },
		{ path: looks, fault: forbidden, times: 1 },
	);
	const options = { maxTries: 1, settlingTime: 0 };
	const gift = { ...assigning, msisdn: '999000001000', amount: 5, clientId: '', options };
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const call = async () =>
		await callAsTool(new MobileDataGifting(), n8nWith(platform.account), gift, settings, [review]);
	expect(await call()).toContain('"confirmedByLookUp":true');
	expect(platform.gifts()).toHaveLength(1);
	expect(await call()).not.toContain('confirmedByLookUp');
	expect(new Set(givenReferences()).size).toBe(2);
});

test('looks up a gift that was not found, though sending it again was refused', async () => {
	platform.faults(
		{ path: giftPath, fault: lost, times: 1 },
		{ path: giftPath, fault: forbidden, times: 1 },
		{ path: looks, fault: { kind: 'answer', status: 200, body: [] }, times: 2 },
	);
	expect(fieldsOf(await retry(recipients(1)))).toMatchObject([{ confirmedByLookUp: true }]);
	expect(platform.gifts()).toHaveLength(1);
});

test('gives a number once that is listed twice, though the platform shows gifts late', async () => {
	const [a = {}, b = {}] = recipients(2);
	platform.faults(
		{ path: giftPath, every: 2, times: 1, fault: refusal },
		{ path: looks, fault: { kind: 'answer', status: 200, body: [] } },
	);
	const run = await retry([a, b, a], {}, { ...campaign, options: { settlingTime: 5 } });
	expect(fieldsOf(run).map(({ skipped }) => skipped !== undefined)).toEqual([false, false, true]);
	expect(platform.gifts()).toHaveLength(2);
});

test('counts in the last error what all attempts gave', async () => {
	platform.whenGiven(9, () => platform.faults({ path: giftPath, fault: refusal }));
	const error = errorOf(await retry(recipients(10)));
	expect(platform.gifts()).toHaveLength(9);
	expect(error?.description).toMatch(/^(?!.*were sent.*were sent).*9 of 10 items were sent/);
});

test('says what earlier attempts gave when the last one ends before its first gift', async () => {
	platform.faults({ path: giftPath, every: 3, times: 1, fault: refusal });
	platform.whenGiven(2, () =>
		platform.faults(
			{ path: giftPath, fault: refusal },
			{ path: looks, fault: { kind: 'answer', status: 500 } },
		),
	);
	const error = errorOf(await retry(recipients(3), {}, campaign));
	expect(error?.message).toContain("doesn't show which customers already got a gift");
	expect(error?.description).toContain('2 of 3 items were sent and answered');
});
