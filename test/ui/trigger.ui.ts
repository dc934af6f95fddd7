import axios from 'axios';
import { Editor } from './support/editor';
import { eventually } from './support/eventually';
import { thePlace } from './support/place';

const { n8nUrl, sandboxUrl } = thePlace();

let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open();
	await editor.newWorkflow();
	await editor.begin('phone bill', 'Mobile Billing', 'On payment result');
	await editor.panel.isOpen();
});

afterAll(async () => {
	await editor.close();
});

/** Lets the sandbox send a sample event, signed as its service signs. */
async function fire(url: string, fields: Record<string, string>): Promise<void> {
	const event = { url, serviceKey: 'GAMECLUB04', encoding: 'form', fields };
	await axios.post(`${sandboxUrl}/_sandbox/notifications/fire`, event, { proxy: false });
}

describe('the notification trigger in the editor', () => {
	it('takes the key of a service in its dialog', async () => {
		const dialog = await editor.panel.newCredential();
		await dialog.fill({
			'Service Key': 'GAMECLUB04',
			'Signature Key': ' demo-signing-key-gameclub',
		});
		await dialog.save();
		expect(await dialog.failure()).toContain("'Signature Key' begins or ends with a space");

		await dialog.fill({ 'Signature Key': 'demo-signing-key-gameclub' });
		await dialog.save();
		await dialog.isClosed();
	});

	it('warns of forgery where no signature is asked for', async () => {
		const warning = /^Without a signature, anyone who knows the address can forge events/;
		expect(await editor.panel.labels()).not.toContainEqual(expect.stringMatching(warning));
		await editor.panel.pick('Authentication', 'None');
		await eventually(async () => {
			expect(await editor.panel.labels()).toContainEqual(expect.stringMatching(warning));
		});
		await editor.panel.pick('Authentication', 'Signature');
	});

	it('shows its address, one for both methods, and says what it is for', async () => {
		const production = await editor.panel.addresses('Production URL');
		expect(production.map(({ method }) => method)).toEqual(['GET', 'POST']);
		const [url, ...others] = new Set(production.map((address) => address.url));
		expect(url).toMatch(new RegExp(`^${n8nUrl}/webhook/[0-9a-f-]{36}/mobile-billing$`));
		expect(others).toEqual([]);
		expect(await editor.panel.labels()).toContainEqual(
			expect.stringMatching(/Production URL.*to your operator for notifications/),
		);
	});

	it('listens for a test event, and shows the one that the platform sends', async () => {
		const [address] = await editor.panel.addresses('Test URL');
		await editor.panel.execute();
		expect(await editor.panel.listening()).toContain('Listening for test event');
		await fire(address?.url ?? '', { status: 'failed', error: 'NOT_ENOUGH_CREDIT' });

		const [columns = [], ...rows] = await editor.panel.outputTable();
		expect(rows).toHaveLength(1);
		const shown = Object.fromEntries(columns.map((name, column) => [name, rows[0]?.[column]]));
		expect(shown).toMatchObject({ status: 'failed', serviceKey: 'GAMECLUB04' });
		expect(editor.problems()).toEqual([]);
	});
});
