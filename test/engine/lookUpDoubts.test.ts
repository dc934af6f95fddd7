import { giveTo, recipients } from '../support/gifting';
import { giftPath, looks, n8nWith, Platform } from '../support/platform';
import { outputOf } from '../support/runNode';
import { Shop, SUBSCRIBE_PATH } from './support/shop';

jest.setTimeout(60_000);

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

const settings = { onError: 'continueRegularOutput' as const };
const lostAnswer = { path: giftPath, fault: { kind: 'drop', when: 'after' }, times: 1 } as const;
const answering = (body: unknown) =>
	({ path: looks, fault: { kind: 'answer', status: 200, body } }) as const;
const [{ phone } = {}] = recipients(1);
const hidden = `${String(phone).slice(0, 5)}****${String(phone).slice(-3)}`;

/** Gives to one customer whose answer is lost, and looks it up at a platform that answers so. */
const giveAndLook = async (body: unknown) => {
	platform.faults(lostAnswer, answering(body));
	const run = await giveTo(n8nWith(platform.account), recipients(1), {
		parameters: { options: { settlingTime: 0, tries: 5 } },
		settings,
	});
	expect(platform.gifts()).toHaveLength(1);
	return outputOf(run)[0]?.json;
};

describe('a gift whose answer was lost is not given again', () => {
	test.each(['ERROR', 'FAILED'])(
		'because the look-up answers 200 with the error %s: nobody can tell',
		async (status) => {
			expect(await giveAndLook({ status, errorMessage: 'database timeout' })).toMatchObject({
				error: expect.stringContaining('Outcome unknown'),
				message: { outcomeUnknown: true, reference: 'gift-0' },
			});
		},
	);

	test.each([
		['hidden in part', hidden],
		['with leading zeros', `00${String(phone)}`],
		['with a plus and spaces', `+${String(phone).slice(0, 3)} ${String(phone).slice(3)}`],
		['without its country code', `0${String(phone).slice(3)}`],
	])('because its record shows the number %s', async (_how, msisdn) => {
		const record = { msisdn, clientId: 'gift-0', status: 'ASSIGNED' };
		expect(await giveAndLook([record])).toMatchObject({ confirmedByLookUp: true });
	});

	test('because its reference holds a word that is a secret, too', async () => {
		platform.faults(lostAnswer);
		const n8n = n8nWith(platform.account);
		const secret = String(platform.account.password);
		const run = await giveTo(n8n, recipients(1), {
			parameters: { clientId: `order: ${secret} 1`, options: { settlingTime: 0, tries: 5 } },
		});
		expect(platform.gifts()).toHaveLength(1);
		expect(outputOf(run)[0]?.json).toMatchObject({ confirmedByLookUp: true });
		expect(JSON.stringify(outputOf(run)[0]?.json)).not.toContain(secret);
	});

	test('and the item says so when nobody can log in to look', async () => {
		const n8n = n8nWith(platform.account);
		await giveTo(
			n8n,
			recipients(1).map((one) => ({ ...one, reference: 'before' })),
		);
		platform.faults(
			lostAnswer,
			{ path: looks, fault: { kind: 'expire', what: 'sessions' } },
			{ path: '*/token', fault: { kind: 'answer', status: 401, body: { error: 'invalid_grant' } } },
		);
		const run = await giveTo(n8n, recipients(3), {
			parameters: { options: { settlingTime: 0, concurrency: 1 } },
			settings,
		});
		const [first, ...others] = outputOf(run).map(({ json }) => json);
		expect(first).toMatchObject({ message: { outcomeUnknown: true, reference: 'gift-0' } });
		for (const other of others) expect(other.message).not.toHaveProperty('outcomeUnknown');
		expect(platform.gifts().map(({ clientId }) => clientId)).toEqual(['before', 'gift-0']);
	});
});

test.each(['FAILED', 'REJECTED'])(
	'a gift that is accepted with a record that says %s is not called given',
	async (status) => {
		platform.faults({ path: giftPath, fault: { kind: 'answer', status: 200, body: { status } } });
		const run = await giveTo(n8nWith(platform.account), recipients(1));
		expect(outputOf(run)[0]?.json).toMatchObject({
			status,
			outcome: 'unknown',
			nextStep: expect.stringContaining('nothing came of it'),
		});
	},
);

describe('a campaign that runs again gives to nobody twice', () => {
	const parameters = { clientId: '', campaign: 'spring' };

	test('when the list of gifts answers 200 with an error: nothing is sent', async () => {
		const n8n = n8nWith(platform.account);
		await giveTo(n8n, recipients(10), { parameters });
		platform.faults(answering({ status: 'FAILED', errorMessage: 'database timeout' }));
		const run = await giveTo(n8n, recipients(10), { parameters, settings });
		expect(outputOf(run)[0]?.json.error).toContain('cannot say who was given already');
		expect(platform.gifts()).toHaveLength(10);
	});

	test('and to all who got nothing, when the list shows a number of somebody else in part', async () => {
		platform.faults(answering([{ clientId: 'promo', msisdn: '99900****999' }]));
		const run = await giveTo(n8nWith(platform.account), recipients(8), {
			parameters: { ...parameters, clientId: 'promo' },
		});
		expect(outputOf(run).map(({ json }) => json.outcome)).toEqual(Array(8).fill('given'));
	});

	test('and to all who got nothing, when a gift that failed shows no reference', async () => {
		platform.faults(answering([{ msisdn: '999000009999', amount: 1, status: 'FAILED' }]));
		const run = await giveTo(n8nWith(platform.account), recipients(8), { parameters });
		expect(outputOf(run).map(({ json }) => json.outcome)).toEqual(Array(8).fill('given'));
	});

	test('when the list of gifts hides a part of each number', async () => {
		const n8n = n8nWith(platform.account);
		await giveTo(n8n, recipients(8), { parameters });
		const shown = platform.gifts().map(({ clientId, msisdn }) => ({
			clientId,
			msisdn: `${String(msisdn).slice(0, 5)}****${String(msisdn).slice(-3)}`,
		}));
		platform.faults(answering(shown));
		const run = await giveTo(n8n, recipients(8), { parameters });
		expect(new Set(outputOf(run).map(({ json }) => json.outcome))).toEqual(
			new Set(['alreadyGiven']),
		);
		expect(platform.gifts()).toHaveLength(8);
	});
});

test('an older payment of the same reference is not taken for the one whose answer was lost', async () => {
	const shop = await Shop.open();
	try {
		await shop.fresh();
		const fields = { clientid: 'order-17', options: { settlingTime: 0, tries: 5 } };
		const [started] = outputOf(await shop.start(fields));
		const transactionId = String(started?.json.transactionId);
		for (let n = 0; n < 3; n++) await shop.submitPin({ transactionId, pin: 'wr0ng' });
		await shop.breakWith(SUBSCRIBE_PATH, { kind: 'drop', when: 'after' }, { times: 1 });

		const [again] = outputOf(await shop.start(fields, { settings }));

		expect(again?.json).toMatchObject({ message: { outcomeUnknown: true, reference: 'order-17' } });
	} finally {
		await shop.close();
	}
});
