import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { agent, callAsTool, review } from '../support/asTool';
import { assigning } from '../support/gifting';
import { n8nWith, Platform } from '../support/platform';

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

const gift = {
	...assigning,
	msisdn: '999000001000',
	amount: 100,
	clientId: '',
	campaign: 'spring',
};
const call = async (...callers: string[]) =>
	JSON.parse(
		await callAsTool(new MobileDataGifting(), n8nWith(platform.account), gift, {}, callers),
	) as unknown;

test.each([
	['the agent itself', [agent]],
	['a review, and the agent past it', [review, agent]],
	['nothing that n8n shows', []],
])('a gift of an agent whose tool is connected to %s is a dry run', async (_what, callers) => {
	expect(await call(...callers)).toMatchObject([
		{
			outcome: 'dryRun',
			wouldSend: { body: { msisdn: '999000001000', amount: 100 } },
			skipped: expect.stringContaining('human review') as string,
		},
	]);
	expect(platform.gifts()).toEqual([]);
});

test('a gift that a person approves is given, and once however often the agent asks', async () => {
	expect(await call(review)).toMatchObject([{ outcome: 'given' }]);
	const answers = await Promise.all(Array.from({ length: 100 }, async () => await call(review)));
	for (const answer of answers) expect(answer).toMatchObject([{ outcome: 'alreadyGiven' }]);
	expect(platform.gifts()).toHaveLength(1);
});

test('a read needs no review', async () => {
	const read = { resource: 'service', operation: 'getMany' };
	const said = await callAsTool(new MobileDataGifting(), n8nWith(platform.account), read, {}, [
		agent,
	]);
	expect(said).toContain('LOYALTYDATA01');
});
