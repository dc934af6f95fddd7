import { createSandbox } from '../../sandbox/sandbox';
import { Seller } from './seller';

test('demo data puts a PIN on the handset, and a gift and a notification on record', async () => {
	const sandbox = await createSandbox({ port: 0 });
	const seller = await Seller.on(sandbox);
	const { data } = await seller.http.post<{ handset: string }>('/_sandbox/demo');
	expect(await seller.inbox(data.handset)).toEqual([expect.stringContaining('is your PIN')]);
	const { ledger, inboxes } = sandbox.world;
	expect([ledger.entries.length, inboxes.total]).toEqual([1, 1]);
	await sandbox.close();
});
