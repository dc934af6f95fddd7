import { NotifiedSeller } from './notified-seller';
import { pause, signatureFor, until } from './receiver';

interface Line {
	event: number;
	kind: 'genuine' | 'duplicate' | 'tampered';
	tampering: string | null;
	transactionId: string;
	serviceKey: string;
	result: string;
	reference: string;
	encoding: string;
	attempts: number;
	lastStatus: number | null;
	status: string;
}

let seller: NotifiedSeller;

beforeAll(async () => {
	seller = await NotifiedSeller.open();
});
afterAll(() => seller.close());
beforeEach(() => seller.freshWithAddress());

const STORM = '/_sandbox/notifications/storm';
const begin = (change: Record<string, unknown> = {}) =>
	seller.http.post(STORM, {
		count: 200,
		url: seller.receiver.url,
		targets: [{ serviceKey: 'GAMECLUB04' }, { serviceKey: 'NEWSDAILY05' }],
		retryMs: 10,
		...change,
	});
const summary = async () => (await seller.http.get(`${STORM}?events=false`)).data;
const over = async () => {
	await until(async () => !(await summary()).running);
	return (await seller.http.get(STORM)).data as { events: Line[] } & Record<string, unknown>;
};
const KEYS: Record<string, readonly [string, string]> = {
	GAMECLUB04: ['SHA1', 'demo-signing-key-gameclub'],
	NEWSDAILY05: ['SHA256', 'demo-signing-key-newsdaily'],
};
const isGenuine = (fields: Record<string, string>) =>
	fields.sign === signatureFor(fields, ...(KEYS[fields.service ?? ''] ?? ['SHA1', '']));
/** Nothing more comes; what was on the wire may still come on a busy machine. */
const quiet = () =>
	until(async () => {
		const before = seller.receiver.calls.length;
		await pause(150);
		return seller.receiver.inFlight === 0 && seller.receiver.calls.length === before;
	});
const answerTruly = () => {
	seller.receiver.answer = ({ fields }) => (isGenuine(fields) ? 200 : 401);
};

test('the genuine ones are taken, the forged ones refused, and the ledger agrees with what came', async () => {
	answerTruly();
	const { data } = await begin({ duplicates: 0.1, tampered: 0.05 });
	expect(data).toMatchObject({ running: true, allTaken: false });
	const { events, ...rest } = await over();
	const of = (total: number, counts = {}) => ({
		...{ total, PENDING: 0, DELIVERED: 0, REJECTED: 0, FAILED: 0 },
		...counts,
	});
	expect(rest).toMatchObject({
		running: false,
		allTaken: true,
		attempts: 230,
		counts: {
			genuine: of(200, { DELIVERED: 200 }),
			duplicate: of(20, { DELIVERED: 20 }),
			tampered: of(10, { REJECTED: 10 }),
		},
	});
	const taken = seller.receiver.calls.filter(({ fields }) => isGenuine(fields));
	const idsOf = (lines: { transactionId: string }[]) =>
		lines.map((one) => one.transactionId).sort();
	expect(taken.map(({ fields }) => fields.transactionid).sort()).toEqual(
		idsOf(events.filter(({ kind }) => kind !== 'tampered')),
	);
	const genuine = events.filter(({ kind }) => kind === 'genuine');
	expect(new Set(idsOf(genuine)).size).toBe(200);
	expect(genuine.map(({ event }) => event).sort((a, b) => a - b)).toEqual(
		Array.from({ length: 200 }, (_, n) => n + 1),
	);
	expect(seller.receiver.highestInFlight).toBeLessThanOrEqual(20);
	const line = genuine.find(({ event }) => event === 1);
	expect(line).toEqual({
		event: 1,
		kind: 'genuine',
		tampering: null,
		transactionId: expect.any(String),
		serviceKey: 'GAMECLUB04',
		eventType: expect.any(String),
		result: expect.any(String),
		msisdn: expect.stringMatching(/^\d{11,13}$/),
		userId: 'Zoë & Søn +0 = 100 %',
		operator: expect.any(String),
		price: expect.stringMatching(/^\d+\.\d\d$/),
		reference: 'storm-1-1',
		encoding: expect.any(String),
		url: seller.receiver.url,
		attempts: 1,
		lastStatus: 200,
		lastBody: '',
		lastError: null,
		status: 'DELIVERED',
	});
});

test('a seed replays the same events, another seed has others', async () => {
	const sent = async (change: object) => {
		seller.receiver.fresh();
		await begin({ count: 60, duplicates: 0.2, tampered: 0.2, concurrency: 1, ...change });
		await over();
		return seller.receiver.calls.map(({ path, body }) => path + body);
	};
	const first = await sent({ seed: 7 });
	expect(first).toHaveLength(60 + 12 + 12);
	expect(await sent({ seed: 7 })).toEqual(first);
	const others = await sent({ seed: 8 });
	expect(others.filter((one) => first.includes(one))).toEqual([]);
});

test('encodings, results and services are mixed as it was asked', async () => {
	await begin({ encodings: ['form', 'json'], results: { failed: 3, canceled: 1 } });
	const { events } = await over();
	const share = (fits: (line: Line) => boolean) => events.filter(fits).length / events.length;
	expect(share(({ encoding }) => encoding === 'get')).toBe(0);
	expect(Math.abs(share(({ encoding }) => encoding === 'json') - 0.5)).toBeLessThan(0.12);
	expect(Math.abs(share(({ result }) => result === 'failed') - 0.75)).toBeLessThan(0.12);
	expect(share(({ result }) => result === 'success')).toBe(0);
	expect(share(({ serviceKey }) => serviceKey === 'GAMECLUB04')).toBe(0.5);
	expect(seller.receiver.calls.every(({ fields }) => isGenuine(fields))).toBe(true);
});

test('duplicates go to any address of their service', async () => {
	const targets = ['a', 'b'].map((path) => ({
		serviceKey: 'GAMECLUB04',
		url: `${seller.receiver.url}/${path}`,
	}));
	await begin({ count: 100, duplicates: 1, targets, encodings: ['json'] });
	await over();
	const paths = new Map<string, Set<string>>();
	for (const { fields, path } of seller.receiver.calls) {
		const id = fields.transactionid ?? '';
		paths.set(id, (paths.get(id) ?? new Set()).add(path));
	}
	const atBoth = [...paths.values()].filter(({ size }) => size === 2).length;
	expect(atBoth).toBeGreaterThan(25);
	expect(atBoth).toBeLessThan(75);
});

test('a receiver that goes away in the middle loses none', async () => {
	let calls = 0;
	seller.receiver.answer = () => ((calls += 1) % 3 === 0 ? 503 : 200);
	const { port } = seller.receiver;
	await begin({ longestRetryMs: 50 });
	await until(() => calls > 50);
	await seller.receiver.close();
	await pause(100);
	expect((await summary()).allTaken).toBe(false);
	await seller.receiver.listen(port);
	const { events, allTaken } = await over();
	expect(allTaken).toBe(true);
	expect(events.some(({ attempts }) => attempts > 2)).toBe(true);
	expect(new Set(seller.receiver.calls.map(({ fields }) => fields.transactionid)).size).toBe(200);
});

test('its time is bounded, and what was not taken has failed', async () => {
	seller.receiver.answer = () => 500;
	await begin({ count: 10, maxSeconds: 0.2 });
	const { counts, allTaken } = await over();
	expect(allTaken).toBe(false);
	expect(counts).toMatchObject({ genuine: { FAILED: 10 } });
});

test('forged ones that get no verdict do not hold it up', async () => {
	seller.receiver.answer = ({ fields }) => (isGenuine(fields) ? 200 : 500);
	await begin({ count: 50, tampered: 0.2, maxSeconds: 60 });
	const { counts } = await over();
	expect(counts).toMatchObject({ genuine: { DELIVERED: 50 }, tampered: { FAILED: 10 } });
});

test('there is one at a time; it can be ended, and a reset ends it too', async () => {
	seller.receiver.answer = () => 500;
	expect((await seller.http.get(STORM)).status).toBe(404);
	const withoutEnd = { longestRetryMs: 10 };
	await begin(withoutEnd);
	await until(() => seller.receiver.calls.length > 0);
	expect((await begin(withoutEnd)).status).toBe(409);
	expect((await seller.http.delete(STORM)).data.running).toBe(false);
	expect((await begin(withoutEnd)).status).toBe(200);
	await seller.http.post('/_sandbox/reset');
	await quiet();
	expect((await seller.http.get(STORM)).status).toBe(404);
});

test.each([
	[{ targets: [{ serviceKey: 'TICKETS08' }], tampered: 0.1 }, 400],
	[{ targets: [{ serviceKey: 'GAMECLUB04' }], url: undefined }, 400],
	[{ targets: [{ serviceKey: 'NOSUCHSERVICE' }] }, 404],
	[{ targets: [] }, 400],
	[{ count: 0 }, 400],
	[{ results: { success: 0 } }, 400],
	[{ encodings: ['xml'] }, 400],
])('%j is refused with %i in words', async (change, status) => {
	const answer = await begin(change);
	expect([answer.status, typeof answer.data.errorMessage]).toEqual([status, 'string']);
});
