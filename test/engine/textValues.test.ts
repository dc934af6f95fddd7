import type { INodeParameters } from 'n8n-workflow';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { enterPin } from '../../sandbox/payments/pin';
import { startPayment } from '../../sandbox/payments/start';
import { loggedIn } from '../support/gifting';
import { Platform } from '../support/platform';
import { runNode } from '../support/runNode';
import { itemsOf } from '../support/stub';

const platform = Platform.forEach();
const msisdn = '33639980001';

async function run(parameters: INodeParameters, recordValues: 'typed' | 'text') {
	platform.set({ recordValues });
	const credentials = await loggedIn(platform);
	const items = [{}];
	return itemsOf(await runNode({ node: new MobileBilling(), parameters, items, credentials }));
}

const subscription = { resource: 'subscription' };
const serviceKey = { __rl: true, mode: 'id', value: 'GAMECLUB04' };
it.each<[INodeParameters, object]>([
	[
		{ ...subscription, operation: 'checkStatus', serviceKey, userId: msisdn },
		{ outcome: 'active' },
	],
	[
		{ ...subscription, operation: 'get', subscriptionId: '5000001' },
		{ active: true, price: 2.99 },
	],
	[
		{ ...subscription, operation: 'getMany', returnAll: true, filters: { active: true } },
		{ active: true, subscriptionId: '5000001' },
	],
	[
		{ resource: 'transaction', operation: 'getMany', returnAll: true, filters: { msisdn } },
		{ action: 'SUB_START', price: 2.99 },
	],
])('%j gives the same item where the platform writes numbers as text', async (parameters, item) => {
	const { world } = platform.sandbox;
	const asked = { apikey: 'GAMECLUB04', price: '2.99', msisdn };
	const payment = startPayment(world, { merchantId: 1001, ip: '' }, asked);
	enterPin(world, payment, payment.session?.pin ?? '');
	const typed = await run(parameters, 'typed');
	expect(typed).toMatchObject([item]);
	expect(await run(parameters, 'text')).toEqual(typed);
});
