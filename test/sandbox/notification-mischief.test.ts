import { NotifiedSeller } from './notified-seller';
import { signatureFor, until } from './receiver';

let seller: NotifiedSeller;

beforeAll(async () => {
	seller = await NotifiedSeller.open();
});
afterAll(() => seller.close());
beforeEach(() => seller.freshWithAddress());

const fail = async (count: number) => {
	for (let n = 0; n < count; n += 1) await seller.fail({ clientid: `order-${n}` });
	await seller.settled();
};
const references = () => seller.receiver.calls.map(({ fields }) => fields.reference);
const isGenuine = (fields: Record<string, string>) =>
	fields.sign === signatureFor(fields, 'SHA1', 'demo-signing-key-coinshop');

test('duplicates come as often as the share says, byte for byte, and a seed replays them', async () => {
	const duplicated = async (notificationSeed: number) => {
		await seller.freshWithAddress();
		await seller.set({ notificationDuplicates: 0.4, notificationSeed });
		await fail(30);
		expect(new Set(references()).size).toBe(30);
		const twice = references().filter((one, n, all) => all.indexOf(one) !== n);
		for (const reference of twice) {
			const paths = seller.receiver.calls
				.filter(({ fields }) => fields.reference === reference)
				.map(({ path }) => path);
			expect(new Set(paths).size).toBe(1);
		}
		return twice.sort();
	};
	const first = await duplicated(1);
	expect(first.length).toBeGreaterThan(4);
	expect(first.length).toBeLessThan(22);
	expect(await duplicated(1)).toEqual(first);
	expect(await duplicated(2)).not.toEqual(first);
});

test('a duplicate that is refused does not change the record', async () => {
	await seller.set({ notificationDuplicates: 1, notificationConcurrency: 1 });
	seller.receiver.answerFirst(200, 400);
	const id = await seller.fail();
	await seller.settled();
	expect((await seller.told(id))[0]).toBe('DELIVERED');
	const { notifications, counts } = await seller.notifications();
	expect(notifications.map(({ kind }: { kind: string }) => kind)).toEqual(['duplicate', 'event']);
	expect(counts).toEqual({ PENDING: 0, DELIVERED: 1, REJECTED: 1, FAILED: 0 });
});

test('forged ones follow genuine ones, with a wrong signature or unsigned', async () => {
	await seller.set({ notificationTampered: 1 });
	seller.receiver.answer = ({ fields }) => (isGenuine(fields) ? 200 : 401);
	await fail(25);
	expect(seller.receiver.calls).toHaveLength(50);
	expect(seller.receiver.calls.filter(({ fields }) => isGenuine(fields))).toHaveLength(25);
	const forged = await seller.notifications({ kind: 'forged' });
	expect(forged.counts.REJECTED).toBe(25);
	const ways = forged.notifications.map(({ tampering }: { tampering: string }) => tampering);
	expect([...new Set(ways)].sort()).toEqual(['extra', 'id', 'key', 'unsigned', 'value']);
});

test('without a signature key nothing can be forged', async () => {
	await seller.set({ notificationTampered: 1 });
	await seller.service('COINSHOP07', { signing: null });
	await fail(3);
	expect(seller.receiver.calls).toHaveLength(3);
});

test('later ones overtake those that the share holds back', async () => {
	await seller.set({ notificationReordered: 0.4, notificationReorderMs: 300 });
	await fail(12);
	const order = references();
	expect(order).not.toEqual([...order].sort(byNumber));
	expect([...order].sort(byNumber)).toEqual(Array.from({ length: 12 }, (_, n) => `order-${n}`));
});

test('every one waits as long as the setting says', async () => {
	await seller.set({ notificationDelayMs: 150 });
	const started = performance.now();
	const id = await seller.fail();
	await until(() => seller.receiver.calls.length === 1);
	expect(performance.now() - started).toBeGreaterThanOrEqual(148);
	await until(async () => (await seller.told(id))[0] === 'DELIVERED');
});

function byNumber(a = '', b = ''): number {
	return Number(a.slice(6)) - Number(b.slice(6));
}
