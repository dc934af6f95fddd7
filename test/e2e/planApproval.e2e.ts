import { waitFor } from '../../scripts/host/wait';
import { sealOf } from '../support/campaignTables';
import { updateRow } from '../support/dataTables';
import { ada, choose, Planner } from './support/planner';

let planner: Planner;

beforeAll(async () => {
	planner = await Planner.start();
});

afterAll(async () => {
	expect(planner.gifts).toBe(0);
	await planner.stop();
});

describe('the page that shows the check', () => {
	it('approves at once what was shown', async () => {
		const { person } = await planner.check('Approved', [ada]);
		expect(await choose(person, 'Approve now')).toContain('The campaign is approved');

		const { campaign } = await planner.stored('Approved');
		const { hash } = campaign;
		expect(campaign).toMatchObject({ status: 'running', approvedHash: hash, approvedBy: 'Form' });
	});

	it('leaves a campaign alone for now, also when there is nobody to ask', async () => {
		for (const choice of ['Not now', 'Ask someone by email']) {
			const { person } = await planner.check(`Later: ${choice}`, [ada]);
			expect(await choose(person, choice)).toContain('The campaign is planned');
			expect((await planner.stored(`Later: ${choice}`)).campaign).toMatchObject({
				status: 'planned',
			});
		}
	});

	it('does not approve a list that was changed and checked again', async () => {
		const { person } = await planner.check('Changed', [ada]);
		const { campaign } = await planner.stored('Changed');
		await updateRow(planner.looking.client, 'gift_campaigns', campaign.id, {
			hash: 'of another list',
		});

		expect(await choose(person, 'Approve now')).toContain('The campaign is not approved');
		expect((await planner.stored('Changed')).campaign).toMatchObject({
			status: 'planned',
			approvedHash: '',
		});
	});

	it('approves no row that was changed behind the page: its batch has a broken seal', async () => {
		const { person } = await planner.check('Broken', [ada, 'C-2,Ben,447700900123,GB_SAMPLECELL,5']);
		const [first] = (await planner.stored('Broken')).batches;
		const list = first?.list.replace('500', '501');
		await updateRow(planner.looking.client, 'gift_batches', first?.id ?? 0, { list });
		await choose(person, 'Approve now');

		const { campaign, batches } = await planner.stored('Broken');
		const approved = { ...campaign, hash: campaign.approvedHash };
		const whole = batches.map((batch) => batch.seal === sealOf(approved, batch));
		expect(whole).toEqual([false, true]);
	});
});

describe('an approval by email', () => {
	it('counts on a yes only', async () => {
		const declined = await planner.ask('Declined');
		await declined.decide([JSON.stringify(['Decline'])]);
		const approved = await planner.ask('Approved by Sam');
		expect((await planner.stored('Approved by Sam')).campaign.status).toBe('planned');
		await approved.decide([JSON.stringify(['Approve'])]);

		const running = async () => {
			const { campaign } = await planner.stored('Approved by Sam');
			return campaign.status === 'running' ? campaign : undefined;
		};
		const campaign = await waitFor('the approval', running, { timeoutMs: 30_000 });
		const { hash } = campaign;
		expect(campaign).toMatchObject({ approvedHash: hash, approvedBy: 'sam@example.com' });
		expect((await planner.stored('Declined')).campaign).toMatchObject({
			status: 'planned',
			approvedBy: '',
		});
	});
});
