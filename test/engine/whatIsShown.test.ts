import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { nodeOf, workflowOf } from '../support/n8n';
import { accountAt, n8nWith } from '../support/platform';
import { byKey, itemsOf, Stub } from '../support/stub';

const stub = Stub.forEach();

test('a Dry Run shows a duplicate of the list as one, and not as sent', async () => {
	const gift = { serviceKey: byKey('LOYALTYDATA01'), msisdn: '33639980001', amount: 1 };
	const asked = { resource: 'dataGift', operation: 'assign', ...gift, campaign: 'autumn' };
	stub.answersWith({ body: [] });
	const shown = await stub.run({ ...asked, options: { dryRun: true } }, { items: [{}, {}] });
	expect(itemsOf(shown)).toEqual([
		{ outcome: 'dryRun', dryRun: true, wouldSend: expect.anything() as object },
		{ outcome: 'listedTwice', dryRun: true, skipped: 'duplicate of item 0 of the input' },
	]);
});

test.each([
	[{ resource: 'subscription', operation: 'cancel', cancelBy: 'subscriptionId' }, 'subscriptionId'],
	[{ resource: 'payment', operation: 'refund' }, 'transactionId'],
])('with Simplify off, %j keeps the ID it was asked for', async (operation, id) => {
	stub.fresh({ serviceKey: 'GAMECLUB04', signingSecret: 'invented-key' });
	stub.answersWith({ body: { status: 'ACCEPTED' } });
	const fields = { serviceKey: byKey('GAMECLUB04'), [id]: '500', options: { simplify: false } };
	expect(itemsOf(await stub.run({ ...operation, ...fields }))).toMatchObject([
		{ status: 'ACCEPTED', [id]: '500', serviceKey: 'GAMECLUB04' },
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
