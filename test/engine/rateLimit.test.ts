import { RateLimiter } from '../../nodes/engine/core/request/rateLimit';
import type { ConnectedAccount, Clock, Send } from '../../nodes/engine/core/request/send';
import type { PlatformRequest } from '../../nodes/engine/core/request/platformRequest';

test('a limit lets go first who a person waits for, then look-ups and retries, and each fourth time who came first', async () => {
	let time = 0;
	const sleep = (milliseconds: number) => Promise.resolve(void (time += milliseconds));
	const clock: Clock = { now: () => time, monotonic: () => time, sleep };
	const account = {
		host: 'billing.example.com',
		logIn: () => undefined,
	} as unknown as ConnectedAccount;
	const limiter = new RateLimiter();
	limiter.limit(account.host, 1);
	const left: string[] = [];
	const arrived = ['list 1', 'list 2', 'list 3', 'retry 1', 'retry 2', 'person 1', 'person 2'];
	await Promise.all(
		arrived.map(async (name) => {
			const send: Send = (request) => {
				left.push(request.path);
				return Promise.resolve({ certainty: 'answered', answer: { status: 200, body: [] } });
			};
			const request: PlatformRequest = { method: 'GET', path: name };
			request.isFollowUp = name.startsWith('retry');
			await limiter.policy(account, clock, !name.startsWith('person'))(send)(request);
		}),
	);
	const fair = 'list 2';
	const inOrder = ['list 1', 'person 1', 'person 2', fair, 'retry 1', 'retry 2', 'list 3'];
	expect(left).toEqual(inOrder);
	// Never more than one a second.
	expect(time).toBeGreaterThanOrEqual(6_000);
});
