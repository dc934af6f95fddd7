import { ruleSchema } from '../../sandbox/faults/rule';
import { waitFor } from '../../scripts/host/wait';
import { figuresOf, press } from '../../scripts/try/campaign';
import {
	approve,
	customer,
	giftsOf,
	planned,
	storedOf,
	startOnSqlite,
	type CampaignHost,
	type Planned,
} from '../support/campaign/host';
import { giftPath, looks } from '../support/platform';

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

const given = (campaign: string) => giftsOf(host.requests, campaign).length;

const resultOf = async (campaign: string, n: number) =>
	(await storedOf(host, campaign)).results.get(customer(n).phone);

async function approved(campaign: string, rows: Planned[]) {
	const plan = await planned(host, campaign, rows);
	await approve(plan);
	return plan;
}

async function status(statusUrl: string, wanted: string): Promise<void> {
	const isThere = async () => (await figuresOf(statusUrl)).status === wanted;
	await waitFor(`a ${wanted} campaign`, isThere, { timeoutMs: 150_000, everyMs: 500 });
}

it('a campaign leaves out whom somebody gave to before, and says so', async () => {
	const { phone } = customer(1);
	const time = '2026-01-01 00:00:00';
	host.sandbox.world.ledger.add({
		time,
		merchantId: 1,
		asked: {},
		result: 'ASSIGNED',
		httpStatus: 200,
		gift: {
			transactionId: 1,
			serviceKey: 'LOYALTYDATA01',
			msisdn: phone,
			timeCreated: time,
			clientId: `before-${phone}`,
			amount: 5,
			operator: 'XZ_SANDBOX',
			country: 'XZ',
			status: 'ASSIGNED',
		},
	});
	const { statusUrl } = await approved('before', [customer(1), customer(2)]);
	await status(statusUrl, 'finished');

	expect(await resultOf('before', 1)).toBe('givenBefore');
	expect(await figuresOf(statusUrl)).toMatchObject({
		results: { given: { rows: 1 }, givenBefore: { rows: 1 } },
	});
	expect(given('before')).toBe(2);
}, 180_000);

it('a gift whose outcome is unknown is looked up a minute later, and not given again', async () => {
	strike({ method: 'POST', path: giftPath, times: 1, fault: { kind: 'hang', when: 'after' } });
	const { statusUrl } = await approved('doubt', [customer(3)]);
	await waitFor('the gift', () => given('doubt') > 0, { timeoutMs: 60_000, everyMs: 10 });
	strike({ method: 'GET', path: looks, fault: { kind: 'answer', status: 503 } });
	const isInDoubt = async () => (await resultOf('doubt', 3)) === 'inDoubt';
	await waitFor('a gift in doubt', isInDoubt, { timeoutMs: 90_000, everyMs: 500 });
	strike();
	await status(statusUrl, 'finished');

	expect(await resultOf('doubt', 3)).toBe('given');
	expect(given('doubt')).toBe(1);
}, 300_000);

it('a refused login pauses the campaign, and nothing is lost when it goes on', async () => {
	const body = { error: 'invalid_grant', error_description: 'Invalid user credentials' };
	strike(
		{ path: giftPath, times: 1, fault: { kind: 'expire', what: 'sessions' } },
		{ path: '*/token', fault: { kind: 'answer', status: 401, body } },
	);
	const { statusUrl, controlUrl } = await approved('login', [customer(4), customer(5)]);
	await status(statusUrl, 'paused');
	expect((await figuresOf(statusUrl)).problem).toContain('Wrong user name or password');
	strike();
	await press(controlUrl, 'resume');
	await status(statusUrl, 'finished');

	expect(await figuresOf(statusUrl)).toMatchObject({
		results: { given: { rows: 2 } },
		problem: '',
	});
	expect(given('login')).toBe(2);
}, 300_000);
