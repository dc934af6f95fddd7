import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { giveTo, recipients, serviceKey } from '../support/gifting';
import { giftRoute, n8nWith, Platform } from '../support/platform';
import { errorOf, outputOf, runNode } from '../support/runNode';

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

const dry = { dryRun: true };

test('a dry run gives nothing and shows what would be sent, item by item', async () => {
	const record = await giveTo(n8nWith(platform.account), recipients(2), {
		parameters: { options: dry },
	});
	expect(outputOf(record)).toMatchObject([
		{
			json: {
				dryRun: true,
				wouldSend: {
					method: 'POST',
					path: '/datagifting/v1/service/transaction',
					body: {
						serviceKey: 'LOYALTYDATA01',
						msisdn: '999000001000',
						amount: 1,
						clientId: 'gift-0',
					},
				},
			},
			pairedItem: { item: 0 },
		},
		{ json: { dryRun: true }, pairedItem: { item: 1 } },
	]);
	expect(platform.requestsTo(giftRoute)).toEqual({});
});

test('it does all the rest: who was given is skipped, an empty pool refuses the list', async () => {
	const campaign = { campaign: 'spring', clientId: '' };
	await giveTo(n8nWith(platform.account), recipients(1), { parameters: campaign });
	const record = await giveTo(n8nWith(platform.account), recipients(2), {
		parameters: { ...campaign, options: dry },
	});
	expect(outputOf(record)).toMatchObject([
		{ json: { outcome: 'alreadyGiven' } },
		{ json: { dryRun: true } },
	]);
	const refused = await giveTo(n8nWith(platform.account), recipients(1), {
		parameters: { amount: 9e15, checkBalance: true, options: dry },
	});
	expect(errorOf(refused)?.message).toContain('too little');
	expect(platform.gifts()).toHaveLength(1);
});

test('a PIN that would be sent is not shown', async () => {
	const record = await runNode({
		node: new MobileBilling(),
		credentials: n8nWith(platform.account),
		items: [{}],
		parameters: {
			resource: 'payment',
			operation: 'submitPin',
			serviceKey: serviceKey('COINSHOP07'),
			transactionId: '700000001',
			pin: '4711',
			options: dry,
		},
	});
	expect(outputOf(record)).toMatchObject([
		{ json: { wouldSend: { path: '/api/payment/1_4/transaction/700000001' } } },
	]);
	expect(JSON.stringify(outputOf(record))).not.toContain('4711');
	expect(platform.traffic().total).toBe(0);
});

test('a read is done in any case', async () => {
	const record = await giveTo(n8nWith(platform.account), [{}], {
		parameters: { resource: 'service', operation: 'getMany', options: dry },
	});
	expect(outputOf(record).length).toBeGreaterThan(1);
});
