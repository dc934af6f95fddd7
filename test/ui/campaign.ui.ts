import { SandboxControl } from '../../scripts/host/sandbox-control';
import { Editor } from './support/editor';
import { thePlace } from './support/place';

const { sandboxUrl } = thePlace();
const control = new SandboxControl(sandboxUrl);

const recipients = [
	{ name: 'Ada', phone: '+33 6 39 98 00 11', megabytes: 500 },
	{ name: 'Ben', phone: '0044 7700 900123', megabytes: 250 },
	{ name: 'Cem', phone: '999000000123', megabytes: 1000 },
];

let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open();
});

afterAll(async () => {
	await editor.close();
});

/** A list of people, as a spreadsheet or a shop would give it. */
async function putRecipients(): Promise<void> {
	await editor.newWorkflow();
	const trigger = await editor.beginByHand();
	await editor.addAfter(trigger, 'edit fields', 'Edit Fields (Set)');
	await editor.panel.pick('Mode', 'JSON');
	await editor.panel.write('JSON', JSON.stringify({ recipients }));
	await editor.panel.close();
	await editor.addAfter('Edit Fields', 'split out', 'Split Out');
	await editor.panel.type('Fields To Split Out', 'recipients');
	await editor.panel.close();
	await editor.addAfter('Split Out', 'gift', 'Mobile Data Gifting', 'Assign a data gift');
}

describe('a gifting campaign, built from nothing', () => {
	beforeAll(putRecipients);

	it('takes a credential, says what is wrong with it, and when it is right', async () => {
		const dialog = await editor.panel.newCredential();
		await dialog.fill({
			'Identity Provider Address': sandboxUrl,
			'Base Address': sandboxUrl,
			'Client ID': 'demo-client',
			'Client Secret': 'demo-secret',
			'User Name': 'demo-merchant',
			Password: 'not-the-password',
		});
		await dialog.save();
		const reason = await dialog.failure();
		expect(reason).toContain('Wrong user name or password, or a locked account');
		expect(reason).toContain('Check User Name and Password');

		await dialog.fill({ Password: 'demo-password' });
		await dialog.save();
		await dialog.isClosed();
		await editor.panel.editCredential();
		expect(await dialog.success()).toContain('Connection tested successfully');
		await dialog.close();
		expect(await editor.panel.credentialName()).toMatch(/^Mobile Billing account \d+$/);
	});

	it('offers the services of the account by name', async () => {
		await editor.panel.pickFromList('Service', 'Loyalty Data (LOYALTYDATA01)');
		expect(await editor.panel.picked('Service')).toBe('Loyalty Data (LOYALTYDATA01)');
	});

	it('says what is wrong with a phone number, and sends nothing', async () => {
		await editor.panel.type('Phone Number', '0612345678');
		await editor.panel.execute();
		const { message, advice } = await editor.panel.errorWords();
		expect(message).toContain("'Phone Number' must include the country code");
		expect(message).toContain('Put the country code in place of the leading 0');
		expect(advice).toContain("3 of 3 items can't be sent");
		expect(await control.ledger()).toEqual([]);
	});

	it('gives to everybody on the list, and shows it as a table', async () => {
		await editor.panel.express('Phone Number', '{{ $json.phone }}', '+33 6 39 98 00 11');
		await editor.panel.express('Amount (MB)', '{{ $json.megabytes }}', '500');
		await editor.panel.express(
			'Client Reference',
			'Built by hand {{ $json.name }}',
			'Built by hand Ada',
		);
		await editor.panel.execute();
		const [columns = [], ...rows] = await editor.panel.outputTable();
		const shown = rows.map((row) => row[columns.indexOf('msisdn')]);
		expect(shown).toEqual(['33639980011', '447700900123', '999000000123']);
		expect(rows.map((row) => row[columns.indexOf('status')])).toEqual(Array(3).fill('ASSIGNED'));
	});

	it('has given exactly that', async () => {
		const ledger = await control.ledger();
		expect(ledger.map(({ result, gift }) => ({ result, ...gift }))).toMatchObject(
			recipients.map(({ name, megabytes }) => ({
				result: 'ASSIGNED',
				clientId: `Built by hand ${name}`,
				amount: megabytes,
			})),
		);
	});

	it('tells on the canvas what the step does', async () => {
		await editor.panel.close();
		expect(await editor.node('Assign a data gift').innerText()).toContain('assign: data gift');
		expect(editor.problems()).toEqual([]);
	});
});
