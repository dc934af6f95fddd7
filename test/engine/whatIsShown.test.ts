import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { nodeOf, workflowOf } from '../support/n8n';
import { accountAt, n8nWith } from '../support/platform';
import { fieldsOf, runNode } from '../support/runNode';
import { Shop } from './support/shop';

let shop: Shop;
beforeAll(async () => {
	shop = await Shop.open();
});
beforeEach(() => shop.fresh());
afterAll(() => shop.close());

test('a Dry Run shows a duplicate of the list as one, and not as sent', async () => {
	const shown = await runNode({
		node: new MobileDataGifting(),
		credentials: n8nWith(accountAt(shop.sandbox.url)),
		items: [{}, {}],
		parameters: {
			resource: 'dataGift',
			operation: 'assign',
			serviceKey: { __rl: true, mode: 'id', value: 'LOYALTYDATA01' },
			msisdn: '33639980001',
			amount: 1,
			campaign: 'autumn',
			options: { dryRun: true },
		},
	});
	expect(fieldsOf(shown)).toEqual([
		{ outcome: 'dryRun', dryRun: true, wouldSend: expect.anything() as object },
		{ outcome: 'listedTwice', dryRun: true, skipped: 'duplicate of item 0 of the input' },
	]);
});

test('with Simplify off, a refund and a cancellation keep the ID they were asked for', async () => {
	const service = { serviceKey: 'GAMECLUB04', signingSecret: 'demo-signing-key-gameclub' };
	shop.useService({ moreServices: { service: [service] } });
	await shop.seller.optIn();
	const [{ subscriptionId, optInTrid }] = await shop.seller.subscriptions();
	const options = { simplify: false };
	const fields = { cancelBy: 'subscriptionId', subscriptionId: String(subscriptionId), options };
	expect(fieldsOf(await shop.cancel(fields))).toMatchObject([
		{ status: 'ACCEPTED', subscriptionId: String(subscriptionId), serviceKey: 'GAMECLUB04' },
	]);
	const transactionId = String(optInTrid);
	const serviceKey = { __rl: true, mode: 'id', value: 'GAMECLUB04' };
	expect(fieldsOf(await shop.refund({ serviceKey, transactionId, options }))).toMatchObject([
		{ status: 'ACCEPTED', transactionId, serviceKey: 'GAMECLUB04' },
	]);
});

const start = { resource: 'payment', operation: 'start' };
const search = { resource: 'transaction', operation: 'getMany' };

test.each([
	[{ ...start, additionalFields: { country: 'France' } }, "'Country'"],
	[{ ...search, filters: { country: 'FRA' } }, "'Country'"],
	[{ ...start, operator: { __rl: true, mode: 'id', value: 'Orange' } }, "'Operator'"],
	[{ ...search, filters: { operator: 'FR-ORANGE' } }, "'Operator'"],
	[{ ...search, filters: { country: 'fr', operator: 'FR_ORANGE' } }, undefined],
	[{ ...start, operator: { __rl: true, mode: 'list', value: '' } }, undefined],
])('the panel with %j warns of %s', async (parameters, field) => {
	const type = new MobileBilling();
	const credentials = n8nWith(accountAt('https://billing.example.com'));
	const node = { ...nodeOf(type, credentials, {}), parameters };
	const workflow = workflowOf([node], [type]);
	await workflow.expression.acquireIsolate();
	const shown = (type.description.hints ?? []).filter(({ displayCondition = '' }) =>
		workflow.expression.getSimpleParameterValue(node, displayCondition, 'internal', {}),
	);
	await workflow.expression.releaseIsolate();
	expect(shown.map(({ message }) => message.split(' ')[0])).toEqual(field ? [field] : []);
});
