import { DateTime } from 'luxon';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Seller } from './seller';

let sandbox: Sandbox;
let seller: Seller;

beforeAll(async () => {
	sandbox = await createSandbox({ port: 0 });
	seller = await Seller.on(sandbox);
});
afterAll(() => sandbox.close());
beforeEach(() => seller.fresh());

const NEVER = '33639980934';

describe('renewals', () => {
	test('are charged in order, each at the time it was due', async () => {
		await seller.set({ dailyLimit: 0, monthlyLimit: 0 });
		await seller.optIn();
		await seller.optIn({ apikey: 'NEWSDAILY05', price: '0.49' });
		await seller.advance(15);
		const renewals = (await seller.payments()).reverse().slice(2);
		const times = renewals.map(
			({ transaction }: { transaction: { timeCharged: string } }) => transaction.timeCharged,
		);
		expect(times).toEqual([...times].sort());
		expect(new Set(times).size).toBeGreaterThan(14);
		const byService = (serviceKey: string) => seller.payments({ serviceKey });
		expect(await byService('NEWSDAILY05')).toHaveLength(1 + 15);
		expect(await byService('GAMECLUB04')).toHaveLength(1 + 2);
		expect(await seller.cases()).toEqual([true, true]);
	});

	test('keep the reference, the user and the subscription of the opt-in', async () => {
		await seller.optIn({ clientid: 'order-1' });
		await seller.advance(7);
		const [renewal, optIn] = await seller.payments();
		expect(renewal.session).toBeNull();
		expect(renewal.userId).toBe('user-1');
		expect(renewal.transaction).toMatchObject({
			action: 'SUB_RENEW',
			merchantReference: 'order-1',
			subscriptionId: optIn.transaction.subscriptionId,
			price: 2.99,
			amount: 7,
		});
		expect((await seller.subscriptions())[0].lastCharge).toBe(renewal.transaction.timeCharged);
	});

	test('that always fail end the subscription after so many attempts', async () => {
		await seller.set({ renewalAttempts: 3, renewalRetrySeconds: 3600 });
		await seller.optIn({ msisdn: NEVER });
		await seller.advance(8);
		expect(await seller.history()).toEqual([
			'SUB_START COMPLETED',
			'SUB_RENEW FAILED',
			'SUB_RENEW FAILED',
			'SUB_RENEW FAILED',
			'SUB_ADMIN CANCEL COMPLETED',
		]);
		expect(await seller.cases()).toEqual([false, false]);
		await seller.advance(30);
		expect(await seller.payments()).toHaveLength(5);
	});

	test('come a month later where the service is monthly, also at the end of January', async () => {
		const january = DateTime.utc(DateTime.utc().year + 1, 1, 31, 12);
		await seller.advance(january.diffNow('days').days);
		await seller.optIn({ apikey: 'MUSICMONTH06', price: '9.99' });
		const [{ timeToExpire }] = await seller.subscriptions();
		expect(timeToExpire.slice(0, 10)).toBe(january.endOf('month').plus({ days: 28 }).toISODate());
	});
});

test('one of 100,000 transactions is found, and 20,000 subscriptions are renewed', async () => {
	const { payments, clock, catalogue } = sandbox.world;
	const service = payments.services.find('GAMECLUB04');
	const operator = catalogue.operator('XZ_SANDBOX');
	const price = service?.prices[0];
	if (!service || !operator || !price) throw new Error('the seed has changed');
	const at = clock.now();
	const number = (n: number) => String(999_000_001_000 + n);
	for (let n = 0; n < 100_000; n += 1) {
		const payment = payments.transactions.begin({
			action: 'SUB_START',
			service,
			operator,
			price,
			msisdn: number(n),
			userId: `user-${n}`,
			at,
		});
		if (n % 5 === 0) payments.subscriptions.open(payment, at);
	}
	for (let n = 0; n < 100_000; n += 2_000) {
		expect((await seller.identify({ userid: `user-${n}` })).data.active).toBe(true);
		expect(await seller.payments({ msisdn: number(n) })).toHaveLength(1);
	}
	await seller.advance(7);
	expect(payments.transactions.all).toHaveLength(120_000);
}, 60_000);
