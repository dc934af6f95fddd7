import { giveTo, recipients } from '../support/gifting';
import { giftPath, giftRoute, n8nWith, Platform } from '../support/platform';
import { outputOf } from '../support/runNode';

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

const give = async (parameters: object = {}) => {
	const record = await giveTo(n8nWith(platform.account), recipients(2), {
		parameters: { options: { settlingTime: 0, tries: 2, concurrency: 1 }, ...parameters },
		settings: { onError: 'continueRegularOutput' },
	});
	return outputOf(record).map(({ json }) => json);
};

const hundredMegabytes = 'x'.repeat(100_000_000);

test('a hundred megabytes in the place of the answer: the gift is found, and the item stays small', async () => {
	platform.faults({
		path: giftPath,
		times: 1,
		fault: { kind: 'answer', when: 'after', status: 200, body: hundredMegabytes },
	});
	const items = await give();
	expect(items).toMatchObject([{ confirmedByLookUp: true }, { outcome: 'given' }]);
	expect(JSON.stringify(items).length).toBeLessThan(5000);
	expect(platform.gifts()).toHaveLength(2);
});

test.each([400, 500])(
	'a hundred megabytes as an error (%i) are an error one can read, and the next gift is given',
	async (status) => {
		platform.faults({
			path: giftPath,
			times: 1,
			fault: { kind: 'answer', status, body: hundredMegabytes },
		});
		const [first, second] = await give({ options: { settlingTime: 0, tries: 1, concurrency: 1 } });
		expect(first).toMatchObject({
			error: expect.stringContaining(`HTTP ${status}`) as string,
			message: { httpCode: String(status) },
		});
		expect(JSON.stringify(first).length).toBeLessThan(5000);
		expect(second).toMatchObject({ outcome: 'given' });
	},
);

test('JSON that is called something else is read as what it is', async () => {
	const body = '{"transactionId":7,"status":"ASSIGNED"}';
	platform.faults({ path: giftPath, fault: { kind: 'answer', when: 'after', status: 200, body } });
	expect(await give()).toMatchObject([{ transactionId: 7 }, { transactionId: 7 }]);
	expect(platform.requestsTo(giftRoute)).toEqual({ 200: 2 });
});
