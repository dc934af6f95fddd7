import { giveTo, loggedIn, recipients } from '../support/gifting';
import { Platform } from '../support/platform';
import { outputOf } from '../support/runNode';

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

test('a token endpoint that takes a request and never answers it holds a campaign up, and costs nobody a gift', async () => {
	const credentials = await loggedIn(platform);
	platform.expireAccessTokens();
	platform.faults({ path: '*/token', fault: { kind: 'hang', when: 'before' }, times: 1 });
	const run = await giveTo(credentials, recipients(20), {
		parameters: { options: { concurrency: 5, maxTries: 3 } },
		settings: { onError: 'continueRegularOutput' },
	});
	expect(outputOf(run).map(({ json }) => json.outcome)).toEqual(Array(20).fill('given'));
	expect(platform.sandbox.world.ledger.entries).toHaveLength(20);
});
