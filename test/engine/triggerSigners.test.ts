import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { signersOf } from '../../nodes/engine/signers';
import { gameClub, quizNight } from '../support/webhookEvents';

let nodes = 0;

/** A trigger as one call after the other meets it. */
function trigger({ authentication = 'signature', mode = 'webhook', id = `node-${++nodes}` } = {}) {
	const getCredentials = jest.fn(() => Promise.resolve<IDataObject>(gameClub));
	const credentials = { mobileBillingServiceApi: { id: 'one', name: 'Service' } };
	const context = {
		getNodeParameter: () => authentication,
		getMode: () => mode,
		getNode: () => ({ id, credentials }),
		getWorkflow: () => ({ id: 'workflow' }),
		getCredentials,
	} as unknown as IWebhookFunctions;
	const keysAt = async (now: number) =>
		(await signersOf(context, now))?.map(({ signingSecret }) => signingSecret);
	return { id, credentials, getCredentials, keysAt };
}

describe('the credential of a trigger', () => {
	it('is read once for all calls of a second', async () => {
		const { getCredentials, keysAt } = trigger();
		const calls = await Promise.all(Array.from({ length: 20 }, (_, n) => keysAt(n)));
		expect(calls).toEqual(calls.map(() => [gameClub.signingSecret]));
		await keysAt(999);
		expect(getCredentials).toHaveBeenCalledTimes(1);
		await keysAt(1_000);
		expect(getCredentials).toHaveBeenCalledTimes(2);
	});

	it('counts with its new key a second later at most', async () => {
		const { getCredentials, keysAt } = trigger();
		await keysAt(0);
		getCredentials.mockResolvedValue(quizNight);
		expect(await keysAt(500)).toEqual([gameClub.signingSecret]);
		expect(await keysAt(1_001)).toEqual([quizNight.signingSecret]);
	});

	it('is read again when the clock was set back', async () => {
		const { getCredentials, keysAt } = trigger();
		await keysAt(3_600_000);
		await keysAt(0);
		expect(getCredentials).toHaveBeenCalledTimes(2);
	});

	it('is asked for again at once when it could not be read', async () => {
		const { getCredentials, keysAt } = trigger();
		getCredentials.mockRejectedValueOnce(new Error('database is locked'));
		await expect(keysAt(0)).rejects.toThrow('database is locked');
		expect(await keysAt(1)).toEqual([gameClub.signingSecret]);
	});

	it('is another when the node is set to another, and for another node', async () => {
		const { id, credentials, keysAt } = trigger();
		await keysAt(0);
		const other = trigger();
		other.getCredentials.mockResolvedValue(quizNight);
		expect(await other.keysAt(1)).toEqual([quizNight.signingSecret]);
		const changed = trigger({ id });
		changed.credentials.mobileBillingServiceApi.id = 'two';
		changed.getCredentials.mockResolvedValue(quizNight);
		expect(await changed.keysAt(1)).toEqual([quizNight.signingSecret]);
		expect(credentials.mobileBillingServiceApi.id).toBe('one');
	});

	it('is read for every call while a person tries the flow out', async () => {
		const { getCredentials, keysAt } = trigger({ mode: 'manual' });
		await keysAt(0);
		await keysAt(1);
		expect(getCredentials).toHaveBeenCalledTimes(2);
	});

	it('is not read at all when no signature is asked for', async () => {
		const { getCredentials, keysAt } = trigger({ authentication: 'none' });
		expect(await keysAt(0)).toBeUndefined();
		expect(getCredentials).not.toHaveBeenCalled();
	});

	it('is let go of when a hundred other triggers came after it', async () => {
		const { getCredentials, keysAt } = trigger();
		await keysAt(0);
		for (let other = 0; other < 100; other++) await trigger().keysAt(0);
		await keysAt(1);
		expect(getCredentials).toHaveBeenCalledTimes(2);
	});
});
