import fc from 'fast-check';
import { ensurePoolsCover } from '../../nodes/engine/poolsCover';
import { giftCover } from '../../nodes/MobileDataGifting/operations/dataGift/giftTrace';
import type { Cover } from '../../nodes/engine/operation';

/** Gives the amounts at one operator, whose pool holds so much. */
async function covering(amounts: number[], totalAmount: number): Promise<void> {
	const items = amounts.map((amount) => ({
		serviceKey: 'LOYALTYDATA01',
		amount,
		operator: 'FR_DEMOTEL',
		checkBalance: true,
	}));
	const ask = async () =>
		await Promise.resolve({ status: 200, body: [{ totalAmount, assignedAmount: 0 }] });
	await ensurePoolsCover(giftCover as Cover, new Map(items.entries()), ask);
}

describe('a list of fractions of a megabyte', () => {
	const tenths = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 50 });
	const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

	test('is covered by a pool that holds exactly as much', async () => {
		await covering([0.1, 0.1, 0.1], 0.3);
		await fc.assert(
			fc.asyncProperty(tenths, async (amounts) => {
				await covering(
					amounts.map((amount) => amount / 10),
					sumOf(amounts) / 10,
				);
			}),
		);
	});

	test('is refused by a pool that holds a tenth less, which it says', async () => {
		await fc.assert(
			fc.asyncProperty(tenths, async (amounts) => {
				const given = covering(
					amounts.map((amount) => amount / 10),
					(sumOf(amounts) - 1) / 10,
				);
				await expect(given).rejects.toThrow(/: 0\.1 MB too little$/);
			}),
		);
	});
});
