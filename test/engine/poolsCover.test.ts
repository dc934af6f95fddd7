import type { IDataObject } from 'n8n-workflow';
import { giveTo } from '../support/gifting';
import { giftRoute, n8nWith, Platform } from '../support/platform';
import { errorOf, outputOf } from '../support/runNode';

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

const balances = '/datagifting/v1/services/balance';

const run = async (items: IDataObject[], parameters: object = {}) =>
	await giveTo(n8nWith(platform.account), items, {
		parameters: { clientId: '', checkBalance: true, ...parameters },
	});

/** What the service's pools hold that have not expired, by operator, in MB. */
const held = () => {
	const { pools, catalogue, clock } = platform.sandbox.world;
	return catalogue.data.operators.map(({ code }) => ({
		code,
		left: pools
			.of('LOYALTYDATA01', code)
			.filter(({ expiresAt }) => expiresAt > clock.now())
			.reduce((sum, { totalAmount, assignedAmount }) => sum + totalAmount - assignedAmount, 0),
	}));
};
const heldInAll = () => held().reduce((sum, { left }) => sum + left, 0);
const oneOf = (megabytes: number): IDataObject => ({ phone: '999000001000', megabytes });

test('a list that the pools cannot cover is refused whole, and says by how much', async () => {
	const all = heldInAll();
	const record = await run([oneOf(1), { phone: '999000001001', megabytes: all }]);
	expect(errorOf(record)?.message).toBe(
		`The data pools of LOYALTYDATA01 hold ${all} MB, and this list needs ${all + 1} MB: 1 MB too little`,
	);
	expect(platform.requestsTo(giftRoute)).toEqual({});
});

test('a list that they cover is given', async () => {
	expect(outputOf(await run([oneOf(1), oneOf(2)]))).toHaveLength(2);
	expect(platform.gifts()).toHaveLength(2);
});

test('where each row names the operator, its own pools must do', async () => {
	const [{ code, left } = { code: '', left: 0 }] = held().filter((one) => one.left > 0);
	const record = await run([oneOf(left + 5)], { operator: code });
	expect(errorOf(record)?.message).toContain(`LOYALTYDATA01 at ${code} hold ${left} MB`);
	expect(errorOf(record)?.message).toContain('5 MB too little');
	expect(platform.requestsTo(giftRoute)).toEqual({});
});

test('what is skipped needs nothing', async () => {
	const campaign = { campaign: 'spring' };
	await run([oneOf(1)], campaign);
	const record = await run([oneOf(heldInAll() + 1)], campaign);
	expect(outputOf(record)).toMatchObject([{ json: { outcome: 'alreadyGiven' } }]);
});

test('with Continue on error every row carries the reason, and nothing is given', async () => {
	const record = await giveTo(n8nWith(platform.account), [oneOf(heldInAll()), oneOf(1)], {
		parameters: { checkBalance: true },
		settings: { onError: 'continueRegularOutput' },
	});
	expect(outputOf(record)).toHaveLength(2);
	for (const { json } of outputOf(record)) expect(json.error).toContain('1 MB too little');
	expect(platform.requestsTo(giftRoute)).toEqual({});
});

test.each([
	['refuses to say', { kind: 'answer', status: 403 }],
	['says it in words', { kind: 'answer', status: 200, body: 'plenty' }],
	['leaves the amounts out', { kind: 'answer', status: 200, body: [{ expirationDate: null }] }],
] as const)('a platform that %s stops the list before the first gift', async (_name, fault) => {
	platform.faults({ path: balances, fault });
	const record = await run([oneOf(1)], { options: { tries: 1 } });
	expect(errorOf(record)?.message).toContain('cannot be told');
	expect(platform.requestsTo(giftRoute)).toEqual({});
});

test('an operator that the platform does not know is named, and the row that names it', async () => {
	const operator = '={{ $json.operator }}';
	const rows = [oneOf(1), oneOf(1), oneOf(1)].map((row, at) => ({
		...row,
		operator: at === 0 ? 'XZ_SANDBOX' : 'XZ_SANDBOY',
	}));
	const record = await run(rows, { operator, options: { tries: 1 } });
	expect(errorOf(record)?.message).toContain('Item 1 of the input names XZ_SANDBOY.');
	expect(platform.requestsTo(giftRoute)).toEqual({});
});

test('it is not checked unless asked for', async () => {
	await run([oneOf(1)], { checkBalance: false });
	expect(platform.requestsTo(`GET ${balances}`)).toEqual({});
});
