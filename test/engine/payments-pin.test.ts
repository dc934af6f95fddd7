import { pinOutcomes } from '../../platform/paymentAnswer';
import { PAID } from '../sandbox/seller';
import { errorOf } from '../support/runNode';
import { byKey, leftBy, PIN_PATH, Shop, theItem } from './support/shop';

let shop: Shop;

beforeAll(async () => {
	shop = await Shop.open();
});
afterAll(() => shop.close());
beforeEach(() => shop.fresh());

const outputs = ['Accepted', 'Invalid PIN', 'Attempts Exceeded', 'Not Charged', 'Other'];
// No PIN of the sandbox has letters.
const wrong = 'wr0ng';

const pinRequests = async () =>
	(await shop.received()).filter(({ operation }) => operation === 'pin');

describe.each([
	['on its own output', true],
	['on the one output', false],
])('a PIN that is handed in leaves %s:', (_where, split) => {
	/** The only item of a run that has left by this output. */
	const handIn = async (output: string, transactionId: string, pin: string, earlier = 0) => {
		const fields = { transactionId, pin, earlierAttempts: String(earlier) };
		const run = await shop.submitPin(fields, { split });
		expect(errorOf(run)).toBeUndefined();
		if (!split) return theItem(run);
		expect(Object.keys(leftBy(run, outputs))).toEqual([output]);
		return theItem(run, outputs.indexOf(output));
	};

	it('the right one is accepted, and the customer has paid', async () => {
		const { transactionId, pin } = await shop.awaitingPin();
		const item = await handIn('Accepted', transactionId, pin);
		expect(item).toMatchObject({
			outcome: 'accepted',
			nextStep: pinOutcomes.accepted.nextStep,
			status: 'ACCEPTED',
			sessionStatus: 'COMPLETED',
			transactionId,
		});
		expect(item).not.toHaveProperty('attemptsLeft');
		expect(await shop.seller.stateOf(transactionId)).toEqual(PAID);
	});

	it('wrong, wrong, right: attempts left 2, 1, then accepted', async () => {
		const { transactionId, pin } = await shop.awaitingPin();
		const invalid = { outcome: 'invalidPin', nextStep: pinOutcomes.invalidPin.nextStep };
		expect(await handIn('Invalid PIN', transactionId, wrong, 0)).toMatchObject({
			...invalid,
			status: 'INVALID_PIN',
			sessionStatus: 'PENDING',
			attemptsLeft: 2,
		});
		expect(await shop.attemptsLeft(transactionId)).toBe(2);
		expect(await handIn('Invalid PIN', transactionId, wrong, 1)).toMatchObject({
			...invalid,
			attemptsLeft: 1,
		});
		expect(await shop.attemptsLeft(transactionId)).toBe(1);
		expect(await handIn('Accepted', transactionId, pin, 2)).toMatchObject({ outcome: 'accepted' });
		expect(await shop.seller.stateOf(transactionId)).toEqual(PAID);
	});

	it('wrong three times: attempts exceeded, and the payment has failed', async () => {
		const { transactionId } = await shop.awaitingPin();
		await handIn('Invalid PIN', transactionId, wrong, 0);
		await handIn('Invalid PIN', transactionId, wrong, 1);
		expect(await handIn('Attempts Exceeded', transactionId, wrong, 2)).toMatchObject({
			outcome: 'attemptsExceeded',
			nextStep: pinOutcomes.attemptsExceeded.nextStep,
			status: 'PIN_MAX_ATTEMPTS_EXCEEDED',
			sessionStatus: 'FAILED',
			attemptsLeft: 0,
		});
		expect(await shop.seller.stateOf(transactionId)).toEqual([
			'FAILED',
			'FAILED',
			'FAILED',
			'WRONG_PIN',
		]);
	});

	it('the right one after three wrong ones comes too late', async () => {
		const { transactionId, pin } = await shop.awaitingPin();
		for (const earlier of [0, 1]) await handIn('Invalid PIN', transactionId, wrong, earlier);
		await handIn('Attempts Exceeded', transactionId, wrong, 2);
		const late = await handIn('Attempts Exceeded', transactionId, pin, 3);
		expect(late).toMatchObject({ outcome: 'attemptsExceeded', attemptsLeft: 0 });
	});

	it.each([
		['931', 'not enough credit'],
		['932', 'blacklisted'],
	])('…%s: the right one, but the operator does not charge: %s', async (ending, words) => {
		const { transactionId, pin } = await shop.awaitingPin({ msisdn: `33639980${ending}` });
		const item = await handIn('Not Charged', transactionId, pin);
		expect(item).toMatchObject({
			outcome: 'notCharged',
			nextStep: pinOutcomes.notCharged.nextStep,
			status: 'CHARGING_FAILED',
			errorMessage: expect.stringContaining(words),
		});
		expect(item).not.toHaveProperty('attemptsLeft');
	});

	it.each([
		['dailyLimit', 'DAILY_LIMIT_EXCEEDED'],
		['monthlyLimit', 'MONTHLY_LIMIT_EXCEEDED'],
	])('the right one beyond the limit %s is not charged', async (limit, status) => {
		const first = await shop.awaitingPin();
		const second = await shop.awaitingPin();
		await shop.seller.set({ [limit]: 1 });
		await handIn('Accepted', first.transactionId, first.pin);
		const item = await handIn('Not Charged', second.transactionId, second.pin);
		expect(item).toMatchObject({ outcome: 'notCharged', status });
	});

	it('the right one of a subscription the customer has by now is not charged', async () => {
		const weekly = { serviceKey: byKey('GAMECLUB04'), price: '2.99' };
		const first = await shop.awaitingPin(weekly);
		const second = await shop.awaitingPin(weekly);
		await handIn('Accepted', first.transactionId, first.pin);
		const item = await handIn('Not Charged', second.transactionId, second.pin);
		expect(item).toMatchObject({ outcome: 'notCharged', status: 'EXISTING_SUBSCRIPTION' });
	});

	it('a status nobody knows is kept as it came', async () => {
		const body = { status: 'ON_HOLD', errorMessage: null, hold: { until: 'noon' } };
		await shop.breakWith(PIN_PATH, { kind: 'answer', status: 200, body });
		expect(await handIn('Other', '820000003', wrong)).toEqual({
			...body,
			outcome: 'unknown',
			nextStep: pinOutcomes.unknown.nextStep,
		});
	});
});

describe('the transaction id', () => {
	it('may be encrypted, with plus, slash and equals sign', async () => {
		const { transactionId, pin } = await shop.awaitingPin();
		for (const sign of ['+', '/', '=']) expect(transactionId).toContain(sign);
		const item = theItem(await shop.submitPin({ transactionId, pin }));
		expect(item).toMatchObject({ outcome: 'accepted', transactionId });
	});

	it('may be plain digits', async () => {
		const tickets = { serviceKey: byKey('TICKETS08'), price: '6.05' };
		const { transactionId, pin } = await shop.awaitingPin(tickets);
		expect(transactionId).toMatch(/^\d+$/);
		const item = theItem(await shop.submitPin({ transactionId, pin }));
		expect(item).toMatchObject({ outcome: 'accepted', transactionId });
	});

	it('may be a number that an expression hands over', async () => {
		const tickets = { serviceKey: byKey('TICKETS08'), price: '6.05' };
		const { transactionId, pin } = await shop.awaitingPin(tickets);
		const fields = { transactionId: '={{ $json.id }}', pin };
		const run = await shop.submitPin(fields, { items: [{ id: Number(transactionId) }] });
		expect(theItem(run).outcome).toBe('accepted');
	});

	it.each(['820000999', 'abc', '../subscribe', 'a/b?c#d'])(
		'%s, which is not known, is an error in the words of the platform',
		async (transactionId) => {
			const run = await shop.submitPin({ transactionId, pin: '1234' });
			expect(errorOf(run)?.message).toContain(`transaction ${transactionId} is not known`);
			expect(errorOf(run)?.message).toContain('INVALID_REQUEST (HTTP 404)');
			expect((await pinRequests()).length).toBe(1);
		},
	);

	it('of a payment that waits for no PIN is an error that costs no attempt', async () => {
		const { transactionId } = theItem(await shop.start({ msisdn: '447700900501' }));
		const run = await shop.submitPin({ transactionId: String(transactionId), pin: '1234' });
		expect(errorOf(run)?.message).toContain('does not wait for a PIN');
	});
});

describe('a PIN', () => {
	it('keeps its leading zero', async () => {
		const { transactionId, pin } = await shop.awaitingPin({ msisdn: '4917604069001' });
		expect(pin).toMatch(/^0\d{3}$/);
		const fields = { transactionId, pin: '={{ $json.typed }}' };
		const run = await shop.submitPin(fields, { items: [{ typed: pin }] });
		expect(theItem(run).outcome).toBe('accepted');
	});

	it('may have been typed with spaces', async () => {
		const { transactionId, pin } = await shop.awaitingPin();
		const run = await shop.submitPin({ transactionId, pin: ` ${[...pin].join(' ')} ` });
		expect(theItem(run).outcome).toBe('accepted');
	});

	it.each([
		[
			'nothing',
			'',
			'PIN: The PIN is empty. Fill it in, or mend the expression that should find it',
		],
		[
			'spaces',
			'  ',
			'PIN: The PIN is empty. Fill it in, or mend the expression that should find it',
		],
		['dashes', '12-34', 'PIN: This cannot be a PIN'],
		['a sentence', 'my PIN is 1234, thanks', 'PIN: This cannot be a PIN'],
	])(
		'of %s is refused before it costs an attempt, and is not repeated',
		async (_what, typed, words) => {
			const { transactionId } = await shop.awaitingPin();
			await shop.forgetRequests();
			const fields = { transactionId, pin: '={{ $json.typed }}' };
			const error = errorOf(await shop.submitPin(fields, { items: [{ typed }] }));
			expect(error?.message).toContain(words);
			expect(error?.message).not.toContain('34');
			expect(await shop.requestCount()).toBe(0);
		},
	);

	it('without a transaction id is refused before it leaves', async () => {
		const fields = { transactionId: '={{ $json.nothing }}', pin: '1234' };
		const run = await shop.submitPin(fields);
		expect(errorOf(run)?.message).toBe(
			'Transaction ID: The transaction ID is empty. Fill it in, or mend the expression that should find it',
		);
		expect(await shop.requestCount()).toBe(0);
	});

	it.each(['-1', 'two', '1.5'])(
		'with %s earlier attempts is refused before it leaves',
		async (earlierAttempts) => {
			const fields = { transactionId: '820000003', pin: '1234', earlierAttempts };
			const run = await shop.submitPin(fields);
			expect(errorOf(run)?.message).toMatch(/^Earlier Attempts: /);
			expect(await shop.requestCount()).toBe(0);
		},
	);

	it('does not say what is left when nobody says what went before', async () => {
		const { transactionId } = await shop.awaitingPin();
		const item = theItem(await shop.submitPin({ transactionId, pin: wrong }));
		expect(item).toMatchObject({ outcome: 'invalidPin' });
		expect(item).not.toHaveProperty('attemptsLeft');
	});

	it('that is wrong without a word of explanation is still a wrong PIN', async () => {
		await shop.breakWith(PIN_PATH, { kind: 'answer', status: 406, body: '' });
		const fields = { transactionId: '820000003', pin: wrong, earlierAttempts: '1' };
		expect(theItem(await shop.submitPin(fields))).toEqual({
			attemptsLeft: 1,
			outcome: 'invalidPin',
			nextStep: pinOutcomes.invalidPin.nextStep,
		});
	});

	it('forbidden by a gateway is not taken for attempts exceeded', async () => {
		await shop.breakWith(PIN_PATH, { kind: 'answer', status: 403, body: 'Forbidden' });
		const run = await shop.submitPin({ transactionId: '820000003', pin: wrong });
		expect(errorOf(run)?.message).toContain('HTTP 403');
	});

	it('goes with the login of the partner panel, and is refused without it at no cost', async () => {
		const panel = { panelUsername: 'demo-panel', panelPasswordHash: 'demo-panel-password-hash' };
		shop.useService({ serviceKey: 'PARTNER09', ...panel });
		const item = { serviceKey: byKey('PARTNER09'), price: '1.50' };
		const { transactionId, pin } = await shop.awaitingPin(item);

		shop.useService({ serviceKey: 'PARTNER09' });
		const refused = await shop.submitPin({ transactionId, pin });
		expect(errorOf(refused)?.message).toContain('UNAUTHORIZED (HTTP 403)');
		expect(errorOf(refused)?.message).toContain('username and password hash');
		expect(await shop.attemptsLeft(transactionId)).toBe(3);

		shop.useService({ serviceKey: 'PARTNER09', ...panel });
		expect(theItem(await shop.submitPin({ transactionId, pin })).outcome).toBe('accepted');
		expect((await pinRequests()).map(({ asked }) => asked)).toEqual([
			{ pin: '(hidden)' },
			{ pin: '(hidden)', username: 'demo-panel', password: '(hidden)' },
		]);
	});
});

describe('a PIN is sent once and no more', () => {
	const faults: [string, object][] = [
		['cuts the connection before it acts', { kind: 'drop', when: 'before' }],
		['cuts the connection after it has acted', { kind: 'drop', when: 'after' }],
		['breaks before it acts', { kind: 'answer', when: 'before', status: 500 }],
		['breaks after it has acted', { kind: 'answer', when: 'after', status: 500 }],
		[
			'breaks with a status of its own',
			{ kind: 'answer', status: 500, body: { status: 'INTERNAL_ERROR' } },
		],
		[
			'stands behind a gateway that gives up',
			{ kind: 'answer', status: 504, body: '<h1>504</h1>' },
		],
		['asks to come again later', { kind: 'answer', status: 503, headers: { 'retry-after': '0' } }],
		['wants fewer requests', { kind: 'answer', status: 429, headers: { 'retry-after': '0' } }],
		[
			'sends it elsewhere',
			{ kind: 'answer', status: 307, headers: { location: '/api/payment/1_4/subscribe' } },
		],
		['answers late', { kind: 'delay', when: 'after', ms: 100 }],
		['answers slowly', { kind: 'slow', ms: 100 }],
		['is cut short', { kind: 'truncate' }],
		['says that it is wrong', { kind: 'answer', status: 406, body: '' }],
	];

	it.each(faults)('when the platform %s', async (_what, fault) => {
		const { transactionId } = await shop.awaitingPin();
		await shop.forgetRequests();
		await shop.breakWith(PIN_PATH, fault);
		await shop.submitPin({ transactionId, pin: wrong });
		expect(await shop.pinCount()).toBe(1);
	});

	it.each(faults.slice(0, 6))(
		'to a node that is set to continue, when the platform %s',
		async (_what, fault) => {
			const { transactionId } = await shop.awaitingPin();
			await shop.forgetRequests();
			await shop.breakWith(PIN_PATH, fault);
			const settings = { onError: 'continueErrorOutput' as const };
			await shop.submitPin({ transactionId, pin: wrong }, { settings, split: true });
			expect(await shop.pinCount()).toBe(1);
		},
	);

	it('when the connection is cut, and the error says that the PIN may have counted', async () => {
		const { transactionId, pin } = await shop.awaitingPin();
		await shop.breakWith(PIN_PATH, { kind: 'drop', when: 'after' });
		const error = errorOf(await shop.submitPin({ transactionId, pin }));
		expect(error?.message).toContain('the connection was cut before an answer came');
		expect(`${error?.message} ${error?.description}`).toContain('not known');
		expect(await shop.seller.stateOf(transactionId)).toEqual(PAID);
	});

	it('when the platform broke, and the error says that the PIN may have counted', async () => {
		const { transactionId } = await shop.awaitingPin();
		const body = { status: 'INTERNAL_ERROR', errorMessage: 'out of order' };
		await shop.breakWith(PIN_PATH, { kind: 'answer', when: 'after', status: 500, body });
		const run = await shop.submitPin({ transactionId, pin: wrong }, { split: true });
		expect(leftBy(run, outputs)).toEqual({});
		expect(errorOf(run)?.message).toContain('out of order');
		expect(errorOf(run)?.description).toContain('not known');
		expect(await shop.attemptsLeft(transactionId)).toBe(2);
	});

	it('when the answer to the right one cannot be read: a warning, and the customer has paid', async () => {
		const { transactionId, pin } = await shop.awaitingPin();
		await shop.breakWith(PIN_PATH, { kind: 'truncate' });
		const run = await shop.submitPin({ transactionId, pin }, { split: true });
		expect(leftBy(run, outputs)).toEqual({
			Other: [
				expect.objectContaining({
					warning: expect.stringContaining('Do not send it again'),
					outcome: 'unknown',
				}),
			],
		});
		expect(await shop.seller.stateOf(transactionId)).toEqual(PAID);
	});
});
