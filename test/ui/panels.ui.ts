import { readFileSync } from 'node:fs';
import { NodeHelpers, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { MobileBillingTransactionTrigger } from '../../nodes/MobileBillingTransactionTrigger/MobileBillingTransactionTrigger.node';
import { MobileBillingTrigger } from '../../nodes/MobileBillingTrigger/MobileBillingTrigger.node';
import { MobileDataCampaign } from '../../nodes/MobileDataCampaign/MobileDataCampaign.node';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { campaignsWorkflow } from '../../scripts/try/workflows';
import { Editor, shows, type DrawnNode } from '../support/ui/editor';

const nodes = [
	new MobileDataGifting(),
	new MobileDataCampaign(),
	new MobileBilling(),
	new MobileBillingTrigger(),
	new MobileBillingTransactionTrigger(),
];

const choicesOf = (field?: INodeProperties) => (field?.options ?? []) as INodePropertyOptions[];

/** Every way a field sets its node: an operation with its resource, or an event. */
const waysOf = (field: INodeProperties, all: INodeProperties[]) => {
	const { show, hide } = field.displayOptions ?? {};
	const resources = choicesOf(all.find(({ name }) => name === 'resource'));
	const resource = resources.find(({ value }) => {
		return show?.resource?.includes(value) ?? !hide?.resource?.includes(value);
	});
	return choicesOf(field).map(({ value }): Record<string, string> => {
		return { [field.name]: String(value), ...(resource && { resource: String(resource.value) }) };
	});
};

/** The nodes set in every way, what the canvas says of it, and the labels of the fields that are then shown. */
const settings = nodes.flatMap(({ description }) => {
	const { properties, name: type, version, subtitle: subtitleOf } = description;
	const node = { typeVersion: Number(version) };
	const choosing = properties.filter(({ name }) => ['operation', 'event'].includes(name));
	const ways = choosing.flatMap((field) => waysOf(field, properties));
	return ways.map((parameters) => {
		const all = { ...parameters };
		const values = NodeHelpers.getNodeParameters(properties, all, true, false, node, description);
		const named = Object.values(parameters).slice(0, subtitleOf?.includes('resource') ? 2 : 1);
		const words = named.join(': ').replace(/[A-Z]/g, ' $&').toLowerCase();
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

describe('Mobile Data Campaign', () => {
	it('is offered with what people add to their own workflows', async () => {
		await editor.newWorkflow();
		await editor.page.getByTestId('canvas-plus-button').click();
		const found = await editor.searchNodes('Mobile Data Campaign');
		await found.first().click();
		const creator = editor.page.getByTestId('node-creator');
		const names = creator.getByTestId('node-creator-item-name');
		// n8n puts triggers of its own before them.
		const added = async () =>
			(await names.allInnerTexts()).filter((one) => !one.startsWith('On a '));
		await shows(added, ['Check list', 'Read list', 'Write result']);
	});

	it('is in the campaign workflow with its steps, which open', async () => {
		await editor.openWorkflow(campaignsWorkflow.id);
		const { nodes } = JSON.parse(readFileSync(campaignsWorkflow.file, 'utf8')) as {
			nodes: DrawnNode[];
		};
		const steps = nodes.filter(({ type }) => type.endsWith('.mobileDataCampaign'));
		expect(steps).not.toHaveLength(0);
		for (const { name } of steps) {
			await editor.openNode(name);
			await shows(async () => (await editor.labels()).slice(0, 2), ['Resource', 'Operation']);
			await shows(() => editor.input('Resource').inputValue(), 'Campaign');
			const operation = await editor.input('Operation').inputValue();
			expect(operation.toLowerCase()).toBe(name.toLowerCase());
			await editor.closeNode();
		}
		expect(editor.problems()).toEqual([]);
	});
});
