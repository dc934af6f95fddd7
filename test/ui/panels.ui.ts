import { NodeHelpers, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { MobileBillingTransactionTrigger } from '../../nodes/MobileBillingTransactionTrigger/MobileBillingTransactionTrigger.node';
import { MobileBillingTrigger } from '../../nodes/MobileBillingTrigger/MobileBillingTrigger.node';
import { MobileDataCampaign } from '../../nodes/MobileDataCampaign/MobileDataCampaign.node';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { Editor, shows } from '../support/ui/editor';

const nodes = [
	new MobileDataGifting(),
	new MobileDataCampaign(),
	new MobileBilling(),
	new MobileBillingTrigger(),
	new MobileBillingTransactionTrigger(),
];

/** Every way a field sets its node: an operation with its resource, or an event. */
const waysOf = ({ name, options, displayOptions: { show = {} } = {} }: INodeProperties) =>
	(options as INodePropertyOptions[]).map(({ value }): Record<string, string> => {
		const resource = show.resource && { resource: String(show.resource) };
		return { [name]: String(value), ...resource };
	});

/** The nodes set in every way, what the canvas says of it, and the labels of the fields that are then shown. */
const settings = nodes.flatMap(({ description }) => {
	const { properties, name: type, version } = description;
	const node = { typeVersion: Number(version) };
	const choosing = properties.filter(({ name }) => ['operation', 'event'].includes(name));
	return choosing.flatMap(waysOf).map((parameters) => {
		const all = { ...parameters };
		const values = NodeHelpers.getNodeParameters(properties, all, true, false, node, description);
		const words = Object.values(parameters).join(': ').replace(/[A-Z]/g, ' $&').toLowerCase();
		const subtitle = values?.mode === 'check' ? `only check: ${words}` : words;
		const shown = properties.filter(
			(field) =>
				field.type !== 'hidden' &&
				NodeHelpers.displayParameter(values ?? all, field, node, description),
		);
		const ofPolling = description.polling ? ['Poll Times', 'Mode'] : [];
		const labels = [...ofPolling, ...shown.map(({ displayName }) => displayName)];
		return { subtitle, labels, drawn: { name: `Step: ${subtitle}`, type, ...node, parameters } };
	});
});

let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open();
	await editor.openNodes(settings.map(({ drawn }) => drawn));
});

afterAll(async () => {
	await editor.close();
});

afterEach(async () => {
	if (await editor.panel.isVisible()) await editor.closeNode();
});

it.each(settings)(
	'the panel of “$subtitle” opens with its fields and without complaints',
	async ({ subtitle, labels }) => {
		const words = async () => (await editor.node(`Step: ${subtitle}`).innerText()).split('\n');
		await shows(async () => (await words()).includes(subtitle), true);
		await editor.openNode(`Step: ${subtitle}`);
		await shows(() => editor.labels(), labels);
		expect(editor.problems()).toEqual([]);
	},
);
