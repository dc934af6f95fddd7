import { gzipSync } from 'node:zlib';
import type { INodeParameters } from 'n8n-workflow';
import type { PlainAnswer } from '../support/endpoint';
import { byKey, continued, endsOf, Stub } from '../support/stub';

const stub = Stub.forEach();

const serviceKey = byKey('A1');
const msisdn = '33639980001';
const operations: INodeParameters[] = [
	{ resource: 'dataGift', operation: 'assign', serviceKey, msisdn, amount: 5, campaign: 'x' },
	{ resource: 'dataGift', operation: 'getMany', serviceKey, msisdn },
	{ resource: 'service', operation: 'getMany' },
	{ resource: 'payment', operation: 'start', serviceKey, msisdn, price: '1', redirect: false },
	{ resource: 'payment', operation: 'submitPin', transactionId: '7', pin: '1234' },
	{ resource: 'subscription', operation: 'checkStatus', serviceKey, userId: '7' },
	{ resource: 'subscription', operation: 'cancel', serviceKey, subscriptionId: '7' },
	{ resource: 'transaction', operation: 'getMany', serviceKey },
	{ resource: 'payment', operation: 'refund', serviceKey, transactionId: '7' },
];

const filled = (start: string, part: string, end = '') =>
	start + part.repeat(1_000_000 / part.length) + end;
const zipped = (size: number) => ({
	body: gzipSync(Buffer.alloc(size, '[]'), { level: 9 }),
	headers: { 'content-encoding': 'gzip' },
});
const unreadable = /sent a response (that can't be read|of more than 200000 lists)/;
const tooLong = /sent a response of more than 16 MB/;

test.each<[string, PlainAnswer, RegExp]>([
	['1 MB of escaped quotes', { body: filled('{"status":"', '\\"') }, unreadable],
	['1 MB of lists in lists', { body: filled('', '[') + filled('', ']') }, unreadable],
	['1 MB of objects in objects', { body: filled('', '{"a":') + filled('1', '}') }, unreadable],
	['a prototype', { body: '{"__proto__":{"status":"OK"},"status":"OK"}' }, unreadable],
	['100 MB packed into 100 kB', zipped(100_000_000), tooLong],
	['17 MB', { body: 'x'.repeat(17_000_000) }, tooLong],
])('an answer of %s ends in the error of the item', async (_what, answer, words) => {
	for (const parameters of operations) {
		stub.answersWith(answer);
		const ends = endsOf(await stub.run(parameters, { ...continued, items: [{}] }));
		expect([parameters.operation, ends]).toEqual([
			parameters.operation,
			[expect.objectContaining({ message: expect.stringMatching(words) as string })],
		]);
	}
	expect({}).not.toHaveProperty('status');
});
