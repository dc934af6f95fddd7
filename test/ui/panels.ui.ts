import { NodeHelpers, type INodeTypeDescription } from 'n8n-workflow';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { MobileBillingTransactionTrigger } from '../../nodes/MobileBillingTransactionTrigger/MobileBillingTransactionTrigger.node';
import { MobileBillingTrigger } from '../../nodes/MobileBillingTrigger/MobileBillingTrigger.node';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { Editor, type DrawnNode } from './support/editor';
import { eventually } from './support/eventually';

const { description: gifting } = new MobileDataGifting();
const { description: billing } = new MobileBilling();
const { description: trigger } = new MobileBillingTrigger();
const { description: poll } = new MobileBillingTransactionTrigger();

const forOperation = (resource: string, operation: string) => ({ resource, operation });

/** Every way the four nodes can be set, and what the canvas says of it. */
const settings: [subtitle: string, INodeTypeDescription, parameters: Record<string, string>][] = [
	['assign: data gift', gifting, forOperation('dataGift', 'assign')],
	['get many: data gift', gifting, forOperation('dataGift', 'getMany')],
	['get balance: service', gifting, forOperation('service', 'getBalance')],
	['get many: service', gifting, forOperation('service', 'getMany')],
	[
		'create identification link: customer',
		billing,
		forOperation('customer', 'createIdentificationLink'),
	],
	['resolve alias: customer', billing, forOperation('customer', 'resolveAlias')],
	['refund: payment', billing, forOperation('payment', 'refund')],
	['start: payment', billing, forOperation('payment', 'start')],
	['submit pin: payment', billing, forOperation('payment', 'submitPin')],
	['cancel: subscription', billing, forOperation('subscription', 'cancel')],
	['check status: subscription', billing, forOperation('subscription', 'checkStatus')],
	[
		'create identification link: subscription',
		billing,
		forOperation('subscription', 'createIdentificationLink'),
	],
	['get: subscription', billing, forOperation('subscription', 'get')],
	['get many: subscription', billing, forOperation('subscription', 'getMany')],
	[
		'verify identification return: subscription',
		billing,
		forOperation('subscription', 'verifyIdentificationReturn'),
	],
	['get: transaction', billing, forOperation('transaction', 'get')],
	['get many: transaction', billing, forOperation('transaction', 'getMany')],
	['payment result', trigger, { event: 'paymentResult' }],
	['returned from payment', trigger, { event: 'returnedFromPayment' }],
	['returned from identification', trigger, { event: 'returnedFromIdentification' }],
	['charge failed', poll, { event: 'chargeFailed' }],
	['any', poll, { event: 'any' }],
	['custom', poll, { event: 'custom' }],
];

const drawn: DrawnNode[] = settings.map(([subtitle, { name, version }, parameters]) => ({
	name: `Step: ${subtitle}`,
	type: `n8n-nodes-mobile-billing.${name}`,
	typeVersion: Number(version),
	parameters,
}));

/** The labels the panel must show: those of the fields that n8n's own rules show, and of no other. */
function labelsFor(
	description: INodeTypeDescription,
	parameters: Record<string, string>,
): string[] {
	const { properties, name, version } = description;
	const node = {
		name,
		type: name,
		typeVersion: Number(version),
		id: '',
		position: [0, 0] as [number, number],
		parameters,
	};
	const values =
		NodeHelpers.getNodeParameters(properties, parameters, true, false, node, description) ?? {};
	// n8n puts its own field before those of a node that looks at intervals.
	const intervals = description.polling ? ['Poll Times', 'Mode'] : [];
	const own = properties
		.filter((field) => NodeHelpers.displayParameter(values, field, node, description))
		.map(({ displayName }) => displayName);
	return [...intervals, ...own];
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
	it.each(settings)('%s: opens with its fields and without complaints', async (...setting) => {
		const [subtitle, description, parameters] = setting;
		const node = editor.node(`Step: ${subtitle}`);
		expect((await node.innerText()).split('\n')).toContain(subtitle);

		const panel = await editor.openNode(`Step: ${subtitle}`);
		await eventually(async () => {
			expect(await panel.labels()).toEqual(labelsFor(description, parameters));
		});
		await panel.close();
		expect(editor.problems()).toEqual([]);
	});
});
