import type { INodeParameters } from 'n8n-workflow';
import { submitPin } from '../../nodes/MobileBilling/operations/payment/submitPin';
import { outcomesOf } from '../../nodes/engine/outcomes';
import { pinOutcomes } from '../../platform/payment';
import { PAID } from '../sandbox/seller';
import { errorOf, failureIn, fieldsOf } from '../support/runNode';
import { byKey, leftBy, PIN_PATH, Shop, theItem } from './support/shop';

let shop: Shop;
beforeAll(async () => {
	shop = await Shop.open();
});
afterAll(() => shop.close());
beforeEach(() => shop.fresh());

const outputs = Object.values(outcomesOf(submitPin) ?? {}).map(({ name }) => name);
// No PIN of the sandbox has letters.
const wrong = 'wr0ng';
const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 5 };

/** Submits a PIN and gives the item, which must leave by the output of its outcome. */
const submit = async (transactionId: string, pin: string, earlier?: number) => {
	const fields = { transactionId, pin, earlierAttempts: String(earlier ?? '') };
	const run = await shop.submitPin(fields, { split: true });
	expect(errorOf(run)).toBeUndefined();
	const [[name, [item = {}]] = ['', []]] = Object.entries(leftBy(run, outputs));
	const outcome = pinOutcomes[item.outcome as keyof typeof pinOutcomes];
	expect(outcome.name).toBe(name);
	return item;
};

/** The platform may settle the payment at once, or later. */
const isAccepted = expect.stringMatching(/^(accepted|charged)$/) as unknown;

describe('a PIN', () => {
	it('that is wrong, wrong, right: attempts left 2, 1, and the customer has paid', async () => {
		const { transactionId, pin } = await shop.awaitingPin();
		for (const earlier of [0, 1]) {
			expect(await submit(transactionId, wrong, earlier)).toMatchObject({
				outcome: 'invalidPin',
				errorType: 'INVALID_PIN',
				attemptsLeft: 2 - earlier,
			});
			expect(await shop.attemptsLeft(transactionId)).toBe(2 - earlier);
		}
		const item = await submit(transactionId, pin, 2);
		expect(item).toMatchObject({ outcome: isAccepted, transactionId });
		expect(item).not.toHaveProperty('attemptsLeft');
		expect(await shop.seller.stateOf(transactionId)).toEqual(PAID);
	});

	it('that is wrong three times: the payment has failed, and the right one is late', async () => {
		const { transactionId, pin } = await shop.awaitingPin();
		for (const earlier of [0, 1]) await submit(transactionId, wrong, earlier);
		for (const last of [wrong, pin]) {
			const exceeded = { outcome: 'attemptsExceeded', attemptsLeft: 0 };
			expect(await submit(transactionId, last, 2)).toMatchObject(exceeded);
		}
		expect(await shop.seller.stateOf(transactionId)).toContain('WRONG_PIN');
	});

	const weekly = { serviceKey: byKey('GAMECLUB04'), price: '2.99' };
	it.each<[string, INodeParameters, Record<string, unknown>]>([
		['CHARGING_FAILED', { msisdn: '33639980931' }, {}],
		['DAILY_LIMIT_EXCEEDED', {}, { dailyLimit: 1 }],
		['MONTHLY_LIMIT_EXCEEDED', {}, { monthlyLimit: 1 }],
		['EXISTING_SUBSCRIPTION', weekly, {}],
	])('that is right is not charged: %s', async (status, fields, settings) => {
		const first = await shop.awaitingPin(status === 'CHARGING_FAILED' ? {} : fields);
		const second = await shop.awaitingPin(fields);
		await shop.seller.set(settings);
		await submit(first.transactionId, first.pin);
		const item = await submit(second.transactionId, second.pin);
		expect(item).toMatchObject({ outcome: 'notCharged', errorType: status });
	});

	it.each<[number, unknown, string]>([
		[406, '', 'invalidPin'],
		[403, { status: 'PIN_MAX_ATTEMPTS_EXCEEDED' }, 'attemptsExceeded'],
		[400, { status: 'INVALID_PIN' }, 'invalidPin'],
	])('answered %i %j has the outcome of that status', async (status, body, outcome) => {
		await shop.breakWith(PIN_PATH, { kind: 'answer', status, body });
		const { status: errorType } = Object(body) as { status?: string };
		expect(await submit('820000003', wrong)).toMatchObject({
			...(errorType && { errorType }),
			outcome,
		});
	});

	it.each([
		['nothing', '', "'PIN' is required"],
		['spaces', '  ', "'PIN' is required"],
		['dashes', '12-34', "'PIN' must have up to 20 letters"],
		['a sentence', 'my PIN is 1234, thanks', "'PIN' must have up to 20 letters"],
		['a number that lost a 0', 123, "'PIN' must be text"],
	])('of %s is refused before it costs an attempt, unquoted', async (_what, typed, words) => {
		const fields = { transactionId: '820000003', pin: '={{ $json.typed }}' };
		const error = errorOf(await shop.submitPin(fields, { items: [{ typed }] }));
		expect(error?.message).toContain(words);
		expect(`${error?.message} ${error?.description}`).not.toMatch(/34|123/);
		expect(await shop.requestCount()).toBe(0);
	});

	it('goes with the login of the partner panel, and is refused without it at no cost', async () => {
		const panel = { panelUsername: 'demo-panel', panelPasswordHash: 'demo-panel-password-hash' };
		shop.useService({ serviceKey: 'PARTNER09', ...panel });
		const partner = { serviceKey: byKey('PARTNER09'), price: '1.50' };
		const { transactionId, pin } = await shop.awaitingPin(partner);
		shop.useService({ serviceKey: 'PARTNER09' });
		const refused = errorOf(await shop.submitPin({ transactionId, pin }));
		expect(refused?.message).toContain('username and password hash');
		expect(await shop.attemptsLeft(transactionId)).toBe(3);
		shop.useService({ serviceKey: 'PARTNER09', ...panel });
		const others = {
			serviceKey: 'COINSHOP07',
			panelUsername: 'nobody',
			moreServices: { service: [{ serviceKey: 'PARTNER09', ...panel }] },
		};
		shop.useService(others);
		expect(errorOf(await shop.submitPin({ transactionId, pin }))).toBeDefined();
		const run = await shop.submitPin({ ...partner, transactionId, pin });
		expect(theItem(run)).toMatchObject({ outcome: isAccepted });
	});
});

describe('the transaction ID', () => {
	const tickets = { serviceKey: byKey('TICKETS08'), price: '6.05' };
	it.each<[string, INodeParameters, RegExp, (id: string) => unknown]>([
		['encrypted, with plus, slash and equals sign', {}, /^(?=.*\+)(?=.*\/).*=/, String],
		['in digits', tickets, /^\d+$/, String],
		['as a number', tickets, /^\d+$/, Number],
	])('may come %s', async (_how, fields, form, given) => {
		const { transactionId, pin } = await shop.awaitingPin(fields);
		expect(transactionId).toMatch(form);
		const id = given(transactionId) as string;
		const run = await shop.submitPin(
			{ transactionId: '={{ $json.id }}', pin },
			{ items: [{ id }] },
		);
		expect(theItem(run)).toMatchObject({ outcome: isAccepted, transactionId });
	});

	it.each(['820000999', '../subscribe', 'a/b?c#d'])(
		'%s, which is not known, is an error in the platform’s words',
		async (transactionId) => {
			const error = errorOf(await shop.submitPin({ transactionId, pin: '1234' }));
			expect(error?.message).toContain(`transaction ${transactionId} is not known`);
			expect(error?.message).toContain('INVALID_REQUEST (HTTP 404)');
		},
	);
});

describe('a PIN is sent once, Retry On Fail or not,', () => {
	const body = { status: 'INTERNAL_ERROR', errorMessage: 'out of order' };
	it.each<[string, object, string?]>([
		['when the connection is cut before', { kind: 'drop' }],
		['when the connection is cut after', { kind: 'drop', when: 'after' }],
		['at 500', { kind: 'answer', when: 'after', status: 500, body }, 'out of order'],
		['at 503 that says when', { kind: 'answer', status: 503, headers: { 'retry-after': '0' } }],
		['at 429', { kind: 'answer', status: 429, headers: { 'retry-after': '0' } }],
		['at 401', { kind: 'answer', when: 'after', status: 401, body: { error: 'x' } }, 'HTTP 401'],
		['at 400', { kind: 'answer', when: 'after', status: 400, body: { errorMessage: 'no' } }],
		['at 403 and a page', { kind: 'answer', status: 403, body: '<html>WAF</html>' }, 'HTTP 403'],
		['at a 200 that refuses', { kind: 'answer', status: 200, body: { status: 'INACTIVE' } }],
	])('%s', async (_when, fault, words = '') => {
		const { transactionId } = await shop.awaitingPin();
		for (const settings of [retrying, { ...retrying, executeOnce: true }]) {
			await shop.forgetRequests();
			await shop.breakWith(PIN_PATH, fault);
			const fields = { transactionId, pin: wrong, options: { maxTries: 4 } };
			expect(errorOf(await shop.submitPin(fields, { settings }))?.message).toContain(words);
			expect(await shop.pinCount()).toBe(1);
		}
	});

	it.each([
		['the connection is cut', { kind: 'drop', when: 'after' }],
		['the platform breaks', { kind: 'answer', when: 'after', status: 500 }],
		['the answer is cut short', { kind: 'truncate' }],
	])('and when %s, the error says that it may have counted', async (_what, fault) => {
		const { transactionId, pin } = await shop.awaitingPin();
		await shop.breakWith(PIN_PATH, fault);
		const settings = { onError: 'continueRegularOutput' as const };
		const [item = {}] = fieldsOf(await shop.submitPin({ transactionId, pin }, { settings }));
		expect(failureIn(item)).toMatchObject({ outcomeUnknown: true });
		expect(await shop.seller.stateOf(transactionId)).toEqual(PAID);
	});

	it('also when it is listed more often; the other items repeat its result', async () => {
		const { transactionId } = await shop.awaitingPin();
		await shop.forgetRequests();
		const run = await shop.submitPin({ transactionId, pin: wrong }, { items: [{}, {}, {}] });
		expect(await shop.pinCount()).toBe(1);
		const again = { outcome: 'invalidPin', skipped: 'duplicate of item 0 of the input' };
		expect(fieldsOf(run)).toMatchObject([{ outcome: 'invalidPin' }, again, again]);
	});
});

describe('a token', () => {
	it.each([
		['that the credential knows to end within 30 s', { accessTokenLifetime: 29 }],
		['that has ended by its own clock', { accessTokenLifetime: 1 }],
	])('%s is renewed before a PIN, which costs no attempt', async (_what, lifetime) => {
		const { transactionId } = await shop.awaitingPin();
		await shop.seller.set(lifetime);
		const account = shop.credentials.stored.mobileBillingApi ?? {};
		const soon = Date.now() + (lifetime.accessTokenLifetime - 1) * 1000;
		shop.credentials.stored.mobileBillingApi = { ...account, accessExpiresAt: soon };
		await shop.seller.set({ accessTokenLifetime: 300 });
		const item = await submit(transactionId, wrong, 0);
		expect(item).toMatchObject({ outcome: 'invalidPin', attemptsLeft: 2 });
		expect(await shop.pinCount()).toBe(1);
		expect(shop.credentials.stores).toBe(1);
	});

	it('that is refused with a PIN is an error, and ends the list', async () => {
		await shop.seller.http.post('/_sandbox/expire-access-tokens');
		await shop.forgetRequests();
		const items = ['1', '2', '3'].map((id) => ({ id }));
		const fields = { transactionId: '={{ $json.id }}', pin: wrong };
		const settings = { onError: 'continueRegularOutput' as const };
		const run = await shop.submitPin(fields, { items, concurrency: 1, settings });
		const [first, ...others] = fieldsOf(run).map(failureIn);
		expect(first?.message).toContain('HTTP 401');
		for (const { message } of others) expect(message).toMatch(/^Not sent, because/);
		expect(await shop.pinCount()).toBe(1);
	});
});
