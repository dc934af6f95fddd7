import { errorOf, outputOf } from '../support/runNode';
import { PIN_PATH, Shop, SUBSCRIBE_PATH, theItem } from './support/shop';

let shop: Shop;
beforeAll(async () => {
	shop = await Shop.open();
});
afterAll(() => shop.close());
beforeEach(() => shop.fresh());

const patient = { options: { settlingTime: 0, tries: 4 } };
const lost = { kind: 'drop', when: 'after' };
const started = async () =>
	(await shop.received()).filter(({ operation }) => operation === 'subscribe').length;

describe('a payment whose answer is lost', () => {
	it('is found by its reference and not started again', async () => {
		await shop.breakWith(SUBSCRIBE_PATH, lost, { times: 1 });
		const item = theItem(await shop.start({ clientid: 'order-17', ...patient }));
		expect(item).toMatchObject({
			merchantReference: 'order-17',
			confirmedByLookUp: true,
			outcome: 'unknown',
			nextStep: expect.stringContaining('do not start it again') as string,
		});
		expect(await started()).toBe(1);
	});

	it('is found too when no reference was typed', async () => {
		await shop.breakWith(SUBSCRIBE_PATH, lost, { times: 1 });
		expect(theItem(await shop.start(patient))).toMatchObject({ confirmedByLookUp: true });
		expect(await started()).toBe(1);
	});

	it('is started again when the platform holds none', async () => {
		await shop.breakWith(SUBSCRIBE_PATH, { kind: 'drop' }, { times: 1 });
		const item = theItem(await shop.start(patient));
		expect(item).toMatchObject({ outcome: 'pin' });
		expect(await started()).toBe(1);
	});

	it('is “outcome unknown” where an older platform shows one record, another one', async () => {
		await shop.start({ clientid: 'order-16' });
		await shop.breakWith(SUBSCRIBE_PATH, lost, { times: 1 });
		shop.sandbox.world.settings.queryAnswer = 'record';
		const run = await shop.start(
			{ clientid: 'order-17', ...patient },
			{ settings: { onError: 'continueRegularOutput' } },
		);
		shop.sandbox.world.settings.queryAnswer = 'list';
		const [shown] = outputOf(run);
		const isKnown = shown?.json.merchantReference === 'order-17';
		// Which of the two it shows is the platform's choice; either way nothing is started twice.
		expect(isKnown || shown?.json.message).toEqual(
			isKnown || expect.objectContaining({ outcomeUnknown: true, reference: 'order-17' }),
		);
		expect(await started()).toBe(2);
	});
});

describe('a PIN leaves once, whatever happens:', () => {
	const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

	it.each([
		['the connection is cut', lost],
		['500', { kind: 'answer', when: 'after', status: 500 }],
		['429', { kind: 'answer', status: 429 }],
		['503 that says when', { kind: 'answer', status: 503, headers: { 'retry-after': '0' } }],
	])('%s, and n8n tries the node again', async (_name, fault) => {
		const { transactionId, pin } = await shop.awaitingPin();
		await shop.forgetRequests();
		await shop.breakWith(PIN_PATH, fault);
		const run = await shop.submitPin({ transactionId, pin, ...patient }, { settings: retrying });
		expect(errorOf(run)).toBeDefined();
		expect(await shop.pinCount()).toBe(1);
	});
});
