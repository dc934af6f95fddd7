import { ruleSchema } from '../../sandbox/faults/rule';
import { waitFor } from '../../scripts/host/wait';
import { figuresOf, planCampaign, press } from '../../scripts/try/campaign';
import { startOnSqlite, type CampaignHost } from './support/host';
import { resultsOf } from './support/judge';
import { customer } from './support/plan';

const service = 'LOYALTYDATA01';
const giftPath = '/datagifting/v1/service/transaction';
const listPath = '/datagifting/v1/transaction';

let host: CampaignHost;

beforeAll(async () => {
	host = await startOnSqlite();
}, 300_000);

afterAll(async () => {
	await host.stop();
}, 60_000);

afterEach(() => strike());

function strike(...rules: object[]): void {
	host.sandbox.world.faults.replace(rules.map((rule) => ruleSchema.parse(rule)));
}

/** Plans and approves a campaign for these customers; gives its status page. */
async function approved(campaign: string, customers: number[]): Promise<string> {
	const rows = customers.map(customer).map(({ mb, ...row }) => ({ ...row, megabytes: mb }));
	const plan = await planCampaign(host.webhooks, { campaign, service, budget: 1_000, rows });
	await press(plan.statusUrl, 'approve', { hash: plan.hash, by: 'test' });
	return plan.statusUrl;
}

const giftsOf = (campaign: string) =>
	host.requests.filter(({ gift }) => gift?.clientId?.startsWith(`${campaign}-`)).length;

async function resultOf(campaign: string, phone: string) {
	const [row] = await host.tables.rows('gift_campaigns', { name: campaign });
	return (await resultsOf(host.tables, row?.id ?? 0)).get(phone);
}

async function status(statusUrl: string, wanted: string): Promise<void> {
	const isThere = async () => ((await figuresOf(statusUrl)).status === wanted ? true : undefined);
	await waitFor(`a ${wanted} campaign`, isThere, { timeoutMs: 150_000, everyMs: 500 });
}

it('a campaign leaves out whom somebody gave to before, and says so', async () => {
	const { phone } = customer(1);
	host.sandbox.world.ledger.add({
		time: '2026-01-01 00:00:00',
		merchantId: 1,
		asked: {},
		result: 'ASSIGNED',
		httpStatus: 200,
		gift: {
			...{ transactionId: 1, serviceKey: service, msisdn: phone, clientId: `before-${phone}` },
			...{ amount: 5, operator: 'XZ_SANDBOX', country: 'XZ', status: 'ASSIGNED' },
			timeCreated: '2026-01-01 00:00:00',
		},
	});
	const page = await approved('before', [1, 2]);
	await status(page, 'finished');

	expect(await resultOf('before', phone)).toBe('already');
	expect(await figuresOf(page)).toMatchObject({ given: { rows: 1 }, already: { rows: 1 } });
	expect(giftsOf('before')).toBe(2);
}, 180_000);

it('a gift whose outcome is unknown is looked up a minute later, and not given again', async () => {
	strike({ method: 'POST', path: giftPath, times: 1, fault: { kind: 'hang', when: 'after' } });
	const page = await approved('doubt', [3]);
	const isSent = async () => await Promise.resolve(giftsOf('doubt') > 0 || undefined);
	await waitFor('the gift', isSent, { timeoutMs: 60_000, everyMs: 10 });
	strike({ method: 'GET', path: listPath, fault: { kind: 'answer', status: 503 } });
	const isInDoubt = async () =>
		(await resultOf('doubt', customer(3).phone)) === 'inDoubt' || undefined;
	await waitFor('a gift in doubt', isInDoubt, { timeoutMs: 90_000, everyMs: 500 });
	strike();
	await status(page, 'finished');

	expect(await resultOf('doubt', customer(3).phone)).toBe('given');
	expect(giftsOf('doubt')).toBe(1);
}, 300_000);

it('a refused login pauses the campaign, and nothing is lost when it goes on', async () => {
	const body = { error: 'invalid_grant', error_description: 'Invalid user credentials' };
	strike(
		{ path: giftPath, times: 1, fault: { kind: 'expire', what: 'sessions' } },
		{ path: '*/token', fault: { kind: 'answer', status: 401, body } },
	);
	const page = await approved('login', [4, 5]);
	await status(page, 'paused');
	expect((await figuresOf(page)).problem).toContain('Wrong user name or password');
	strike();
	await press(page, 'resume');
	await status(page, 'finished');

	expect(await figuresOf(page)).toMatchObject({ given: { rows: 2 }, problem: '' });
	expect(giftsOf('login')).toBe(2);
}, 300_000);
