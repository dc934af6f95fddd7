import type { INodeTypeDescription } from 'n8n-workflow';

import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { MobileBillingTransactionTrigger } from '../../nodes/MobileBillingTransactionTrigger/MobileBillingTransactionTrigger.node';
import { MobileBillingTrigger } from '../../nodes/MobileBillingTrigger/MobileBillingTrigger.node';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { Editor, type DrawnNode } from '../support/ui/editor';
import { eventually } from '../support/ui/page';

const { description: gifting } = new MobileDataGifting();
const { description: billing } = new MobileBilling();
const { description: trigger } = new MobileBillingTrigger();
const { description: poll } = new MobileBillingTransactionTrigger();

const forOperation = (resource: string, operation: string) => ({ resource, operation });

/** Every way the four nodes can be set, what the canvas says of it, and how many fields are in sight. */
const settings: [
	subtitle: string,
	fieldCount: number,
	INodeTypeDescription,
	parameters: Record<string, string>,
][] = [
	['assign: data gift', 4, gifting, forOperation('dataGift', 'assign')],
	['get many: data gift', 5, gifting, forOperation('dataGift', 'getMany')],
	['get balance: service', 3, gifting, forOperation('service', 'getBalance')],
	['get many: service', 3, gifting, forOperation('service', 'getMany')],
	[
		'create identification link: customer',
		2,
		billing,
		forOperation('customer', 'createIdentificationLink'),
	],
	['resolve alias: customer', 1, billing, forOperation('customer', 'resolveAlias')],
	['refund: payment', 2, billing, forOperation('payment', 'refund')],
	['start: payment', 5, billing, forOperation('payment', 'start')],
	['submit pin: payment', 4, billing, forOperation('payment', 'submitPin')],
	['cancel: subscription', 3, billing, forOperation('subscription', 'cancel')],
	['check status: subscription', 3, billing, forOperation('subscription', 'checkStatus')],
	[
		'create identification link: subscription',
		2,
		billing,
		forOperation('subscription', 'createIdentificationLink'),
	],
	['get: subscription', 3, billing, forOperation('subscription', 'get')],
	['get many: subscription', 4, billing, forOperation('subscription', 'getMany')],
	[
		'verify identification return: subscription',
		2,
		billing,
		forOperation('subscription', 'verifyIdentificationReturn'),
	],
	['get: transaction', 3, billing, forOperation('transaction', 'get')],
	['get many: transaction', 4, billing, forOperation('transaction', 'getMany')],
	['check setup: account', 1, billing, forOperation('account', 'checkSetup')],
	['payment result', 3, trigger, { event: 'paymentResult' }],
	['returned from payment', 2, trigger, { event: 'returnedFromPayment' }],
	['returned from identification', 2, trigger, { event: 'returnedFromIdentification' }],
	['charge failed', 3, poll, { event: 'chargeFailed' }],
	['subscription ended', 3, poll, { event: 'subscriptionEnded' }],
	['subscription started', 3, poll, { event: 'subscriptionStarted' }],
	['any', 3, poll, { event: 'any' }],
	['custom', 5, poll, { event: 'custom' }],
];

const drawn: DrawnNode[] = settings.map(([subtitle, , { name, version }, parameters]) => ({
	name: `Step: ${subtitle}`,
	type: `n8n-nodes-mobile-billing.${name}`,
	typeVersion: Number(version),
	parameters,
}));

/** Whether a label is of what chooses the panel, of a collection that is closed until it is wanted, or a notice. */
function isExtra({ properties }: INodeTypeDescription, label: string): boolean {
	if (['Poll Times', 'Mode', 'Resource', 'Operation'].includes(label)) return true;
	const field = properties.find(({ displayName }) => displayName === label);
	return field?.type === 'notice' || /collection$/i.test(field?.type ?? '');
}

let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open();
	await editor.openNodes(drawn);
});

afterAll(async () => {
	await editor.close();
});

afterEach(async () => {
	await editor.panel.closeIfOpen();
});

describe('every panel of every node', () => {
	it.each(settings)(
		'%s: opens with its fields and without complaints',
		async (subtitle, fieldCount, description) => {
			const node = editor.node(`Step: ${subtitle}`);
			expect((await node.innerText()).split('\n')).toContain(subtitle);

			const panel = await editor.openNode(`Step: ${subtitle}`);
			await eventually(async () => {
				const shown = (await panel.labels()).filter((label) => !isExtra(description, label));
				expect(shown).toHaveLength(fieldCount);
			});
			expect(editor.problems()).toEqual([]);
		},
	);
});

it('Duplicates is there once a campaign is filled in', async () => {
	const panel = await editor.openNode('Step: assign: data gift');
	expect(await panel.labels()).not.toContain('Duplicates');
	await panel.type('Campaign', 'spring-2026');
	await eventually(async () => {
		expect(await panel.labels()).toContain('Duplicates');
	});
});
