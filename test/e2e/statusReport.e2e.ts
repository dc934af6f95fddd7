import { DateTime } from 'luxon';

import { assignGift } from '../../sandbox/gifting/assign';
import {
	addCampaign,
	createCampaignTables,
	publishStatusPage,
	type ListRow,
} from '../support/campaignPage';
import { Host } from './support/host';
import { StatusPage } from './support/statusPage';

/** Who owns the sandbox's services. */
const DEMO_MERCHANT = 1001;

const given = { result: 'given' } as const;
const failed = { result: 'failed', reason: 'Blacklisted' } as const;

const row = (index: number, ended?: ListRow['ended'], mb = 1500): ListRow => ({
	phone: `3363998010${index + 1}`,
	mb,
	customer: `C-${index}`,
	...(ended && { ended }),
});

let host: Host;
let page: StatusPage;

beforeAll(async () => {
	host = await Host.start();
	await createCampaignTables(host.client);
	await publishStatusPage(host.client);
	page = new StatusPage(host.n8n.url);
});

afterAll(async () => {
	await host.stop();
});

const name = () => `Check ${Math.random()}`;
const give = (campaign: string, rows: ListRow[]) => {
	for (const { phone: msisdn, mb: amount } of rows) {
		const clientId = `${campaign}-${msisdn}`;
		const gift = { serviceKey: 'LOYALTYDATA01', msisdn, clientId, amount };
		assignGift(host.sandbox.world, DEMO_MERCHANT, gift);
	}
};

const listed = () => [row(0, given, 5), row(1, { result: 'already' }, 7), row(2, failed, 9)];

it('balances when each row is as the platform shows it', async () => {
	const campaign = name();
	give(campaign, listed().slice(0, 2));
	const rows = listed();
	const added = await addCampaign(host.client, [{ rows }], {
		name: campaign,
		status: 'finished',
	});
	const { text } = await page.open(added, 'report');
	expect(text).toContain('Balanced: yes');
	expect(text).toMatch(/Shown by the platform<\/th><td class="number">2<\/td><td[^>]*>12</);
	expect(text).not.toContain('Rows that differ');
});

it('balances 90 days later, when the platform has many newer gifts', async () => {
	const campaign = name();
	const then = DateTime.utc().minus({ days: 90 });
	give(campaign, listed().slice(0, 2));
	for (const { gift } of host.sandbox.world.ledger.entries) {
		if (gift) gift.timeCreated = then.toFormat('yyyy-MM-dd HH:mm:ss');
	}
	const others = Array.from({ length: 300 }, (_, n) => ({
		...row(0, given, 5),
		phone: `${33639981000 + n}`,
	}));
	give('newer', others);
	const [plannedAt, approvedAt] = [then, then].map((time) => time.minus({ hours: 1 }).toISO());
	const fields = { name: campaign, status: 'finished', plannedAt, approvedAt };
	const added = await addCampaign(host.client, [{ rows: listed() }], fields);
	const { text } = await page.open(added, 'report');
	expect(text).toContain('Balanced: yes');
	expect(text).not.toContain('Rows that differ');
});

it('lists each row that differs', async () => {
	const campaign = name();
	const [first, second, third] = listed() as [ListRow, ListRow, ListRow];
	give(campaign, [{ ...first, mb: 6 }, third, row(8, undefined, 11)]);
	const rows = [first, second, third];
	const added = await addCampaign(host.client, [{ rows }], {
		name: campaign,
		status: 'finished',
	});
	const { text } = await page.open(added, 'report');
	expect(text).toContain('Balanced: no');
	expect(text).toContain('4 rows differ');
	expect(text).toMatch(/33639980101<br><small>C-0<\/small><\/td><td>Given, 5 MB<\/td><td>6 MB/);
	expect(text).toMatch(/33639980102.*Given before, 7 MB<\/td><td>No gift/);
	expect(text).toMatch(/33639980103.*Failed, 9 MB<\/td><td>9 MB/);
	expect(text).toMatch(/33639980109<\/td><td>Not on the list<\/td><td>11 MB/);
});

it('says when the list is not what was planned', async () => {
	const fields = { name: name(), status: 'finished', megabytes: 8 };
	const { text } = await page.open(
		await addCampaign(host.client, [{ rows: [row(2, failed, 9)] }], fields),
		'report',
	);
	expect(text).toContain('Balanced: no');
	expect(text).toContain('1 rows and 9 MB, which is not what was planned');
});

it('says when the platform shows no references, or no gifts as old', async () => {
	const campaign = name();
	give(campaign, listed().slice(0, 1));
	const rows = listed();
	const added = await addCampaign(host.client, [{ rows }], {
		name: campaign,
		status: 'finished',
	});
	await host.control.set({ giftReferences: 'hidden' });
	const hidden = await page.open(added, 'report');
	await host.control.set({ giftReferences: 'shown' });
	expect(hidden.text).toContain('Balanced: not known');
	expect(hidden.text).toContain('without client references');

	const approvedAt = '2025-01-01T00:00:00.000Z';
	const fields = { name: name(), status: 'finished', approvedAt };
	const old = await page.open(await addCampaign(host.client, [{ rows }], fields), 'report');
	expect(old.text).toContain('Balanced: not known');
	expect(old.text).toContain('2 given rows are not shown');
});

it('says when the platform cannot be read', async () => {
	const fields = { status: 'finished', serviceKey: 'NOSUCHSERVICE' };
	const { text } = await page.open(
		await addCampaign(host.client, [{ rows: listed() }], fields),
		'report',
	);
	expect(text).toContain('Balanced: not known');
	expect(text).toContain('could not be read');
});
