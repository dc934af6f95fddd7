import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { startPayment } from '../../sandbox/payments/start';
import { loggedIn } from '../support/gifting';
import { Platform } from '../support/platform';
import { hintsOf, runNode } from '../support/runNode';
import { byKey, itemsOf, Stub } from '../support/stub';

const platform = Platform.forEach();
const hint = (names: string) =>
	`The platform also gave records that don't match ${names}. They were left out. Account: Check Setup shows which filters work.`;

/** Ten payments with references of their own. */
beforeEach(() => {
	const { world } = platform.sandbox;
	for (let at = 0; at < 10; at++) {
		const payment = { apikey: 'COINSHOP07', price: '0.99', clientid: `order-${at}` };
		startPayment(world, { merchantId: 1001, ip: '' }, { ...payment, msisdn: `3363998000${at}` });
	}
});

it.each<[filters: 'all' | 'shown', hints: string[]]>([
	['all', []],
	['shown', [hint('merchantReference')]],
])(
	'of a platform that filters by %s fields, only matching records are given',
	async (filters, hints) => {
		platform.set({ filters });
		for (const returnAll of [true, false]) {
			const run = await runNode({
				node: new MobileBilling(),
				parameters: {
					resource: 'transaction',
					operation: 'getMany',
					returnAll,
					limit: 1,
					filters: { merchantReference: 'order-7' },
				},
				items: [{}],
				credentials: await loggedIn(platform),
			});
			expect(itemsOf(run)).toMatchObject([{ clientReference: 'order-7', msisdn: '33639980007' }]);
			expect(hintsOf(run)).toEqual(hints);
		}
	},
);

describe('a platform that shows the gifts of all', () => {
	const stub = Stub.forEach();
	const of = (serviceKey: string, id: number) => ({
		serviceKey,
		clientId: 'g',
		msisdn: `336${id}`,
		id,
	});

	it('has those of other services and numbers left out', async () => {
		stub.answersWith({ body: [of('A1', 17), of('B2', 17), of('A1', 18), { id: 19 }] });
		const gifts = { resource: 'dataGift', operation: 'getMany', returnAll: true, simplify: false };
		const asked = { serviceKey: byKey('A1'), msisdn: '33617' };
		const run = await runNode({
			node: new MobileDataGifting(),
			parameters: { ...gifts, ...asked },
			items: [{}],
			credentials: stub.credentials,
		});
		expect(itemsOf(run)).toMatchObject([{ id: 17, serviceKey: 'A1' }, { id: 19 }]);
		expect(hintsOf(run)).toEqual([hint('msisdn, serviceKey')]);
	});

	it("isn't proved by a gift of another service", async () => {
		stub.answersWith({ status: 500 }, { body: [of('B2', 17)] });
		const gift = { resource: 'dataGift', operation: 'assign', serviceKey: byKey('A1'), amount: 5 };
		const run = await stub.run(
			{ ...gift, clientReference: 'g', msisdn: '33639980001', options: { skipLookUp: true } },
			{ settings: { onError: 'continueRegularOutput' } },
		);
		expect(itemsOf(run)).toMatchObject([{ error: { retryable: true } }]);
	});
});
