import axios from 'axios';

import { demoService } from '../../scripts/payments/service';
import { waitFor } from '../../scripts/host/wait';
import { Gate } from './support/gate';
import { eventFields, Notified, recording } from './support/notified';
import { filesHolding, writtenBy } from './support/secrets';
import type { Started } from './support/started';
import { onlyIn, repeatedIn, rowsSent, rowsStarted, StormControl } from './support/storm';

/** The issue speaks of 10,000; on two busy cores that takes longer than anybody waits for a test. */
const COUNT = Number(process.env.NOTIFICATIONS ?? 500);
const STORM_MS = 60_000 + COUNT * 300;

/** n8n's default settings count, but for the one that the docs tell users to make, when the caller makes it. */
const LAZY_ACQUIRE = 'N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE';
const LAZY = process.env[LAZY_ACQUIRE];

let host: Notified;
let storms: StormControl;
let lastRead = 0;

beforeAll(async () => {
	host = await Notified.start({ settings: LAZY === undefined ? {} : { [LAZY_ACQUIRE]: LAZY } });
	storms = new StormControl(host.sandbox.url);
});

afterAll(async () => {
	await host.stop();
});

/** What has been started since the last look. */
async function startedSince(): Promise<Started[]> {
	const started = await host.executions.read(recording, { after: lastRead });
	lastRead = started.at(-1)?.id ?? lastRead;
	return started;
}

function measured(words: string): void {
	process.stderr.write(`measured: ${words}\n`);
}

describe('a storm of notifications in a real n8n', () => {
	it(
		`starts each of ${COUNT} genuine events once, and nothing else`,
		async () => {
			const storm = await storms.run(
				host.recordingUrl,
				{ seed: 11, count: COUNT, duplicates: 0.1, tampered: 0.05, concurrency: 20 },
				STORM_MS,
			);
			const started = await startedSince();

			const { genuine, duplicate, tampered } = storm.counts;
			const perSecond = (storm.attempts / storm.seconds).toFixed(1);
			measured(`${storm.attempts} deliveries in ${storm.seconds} s, ${perSecond} a second`);
			expect(genuine).toMatchObject({ total: COUNT, DELIVERED: COUNT });
			expect(duplicate).toMatchObject({ total: COUNT / 10, DELIVERED: COUNT / 10 });
			expect(tampered).toMatchObject({ total: COUNT / 20, REJECTED: COUNT / 20 });
			const forged = storm.events.filter(({ kind }) => kind === 'tampered');
			expect(new Set(forged.map(({ lastStatus }) => lastStatus))).toEqual(new Set([401]));
			expect(new Set(storm.events.map(({ encoding }) => encoding)).size).toBe(3);
			const [sent, heard] = [rowsSent(storm), rowsStarted(started)];
			expect(onlyIn(sent, heard)).toEqual([]);
			expect(onlyIn(heard, sent)).toEqual([]);
			expect(repeatedIn(heard)).toEqual([]);
			expect(started).toHaveLength(COUNT);
			expect(new Set(started.map(({ status }) => status))).toEqual(new Set(['success']));
			const signed = started.filter(({ items }) => items[0]?.json.signatureChecked === true);
			expect(signed).toHaveLength(COUNT);
		},
		STORM_MS + 60_000,
	);

	it('starts one event once when it comes 50 times at once', async () => {
		await startedSince();
		const answers = await Promise.all(
			Array.from({ length: 50 }, async () => await host.deliver(eventFields('fifty-at-once'))),
		);

		expect(answers.map(({ status, data }) => [status, data])).toEqual(
			answers.map(() => [200, 'OK']),
		);
		const started = await startedSince();
		expect(started.map(({ items }) => items[0]?.json.transactionId)).toEqual(['fifty-at-once']);
	});

	it('starts nothing with what is not signed or cannot be a call of the platform', async () => {
		await startedSince();
		const fields = eventFields('not-genuine');
		const junk = 'x'.repeat(2 ** 20);
		const post = async (data: string, type: string) => {
			const headers = { 'content-type': type };
			const config = { headers, proxy: false, validateStatus: () => true } as const;
			return (await axios.post(host.recordingUrl, data, config)).status;
		};

		for (const encoding of ['get', 'form', 'json'] as const) {
			expect((await host.deliver(fields, { encoding, key: null })).status).toBe(401);
			expect((await host.deliver(fields, { encoding, key: 'of-nobody' })).status).toBe(401);
		}
		expect(await post(junk, 'application/x-www-form-urlencoded')).toBe(400);
		expect(await post(`transactionid=1&status=${junk}`, 'application/x-www-form-urlencoded')).toBe(
			400,
		);
		expect(
			await post(JSON.stringify({ transactionid: '1', status: junk }), 'application/json'),
		).toBe(400);
		expect(await post(junk, 'text/plain')).toBe(400);
		expect(await startedSince()).toEqual([]);
	});
});

describe('a restart of n8n', () => {
	it('in order: what came before and comes again starts nothing', async () => {
		const asked = { seed: 12, count: 200, concurrency: 20 };
		await storms.run(host.recordingUrl, asked);
		expect(await startedSince()).toHaveLength(200);
		await host.n8n.restart();

		const again = await storms.run(host.recordingUrl, asked);

		const started = await startedSince();
		measured(`after a restart in order, ${started.length} of 200 events started again`);
		expect(again.allTaken).toBe(true);
		expect(rowsStarted(started)).toEqual([]);
	}, 300_000);

	it('by kill -9 in the middle of a storm: none is lost', async () => {
		const count = 300;
		const asked = { seed: 13, count, duplicates: 0.1, tampered: 0.05, concurrency: 20 };
		const gate = await Gate.before(host.n8n.url);
		await storms.begin(host.recordingUrl.replace(host.n8n.url, gate.url), asked);
		await waitFor(
			'a third was taken',
			async () => ((await storms.now()).counts.genuine.DELIVERED > count / 3 ? true : undefined),
			{ timeoutMs: 100_000, everyMs: 50 },
		);
		await host.n8n.kill();
		await host.n8n.start();
		const storm = await storms.ended(200_000);
		await gate.close();

		const started = await startedSince();
		const [sent, heard] = [rowsSent(storm), rowsStarted(started)];
		const twice = repeatedIn(heard);
		const cutOff = started.filter(({ status }) => status === 'crashed').length;
		measured(`kill -9: ${heard.length} executions of ${count} events, ${twice.length} twice`);
		measured(`kill -9: ${cutOff} of the executions were cut off (crashed)`);
		measured(`kill -9: ${gate.falselyTaken} deliveries got 200 of an n8n that was starting up`);
		expect(storm.counts.genuine.DELIVERED).toBe(count);
		expect(onlyIn(sent, heard)).toEqual([]);
		expect(onlyIn(heard, sent)).toEqual([]);
		// Written down, but not answered: only what was under way can start again.
		expect(twice.length).toBeLessThanOrEqual(asked.concurrency);
	}, 400_000);
});

describe('the ready alert', () => {
	async function alerts(): Promise<string[]> {
		const { data } = await axios.get<{ messages: { body: { text: string } }[] }>(
			`${host.sandbox.url}/_sandbox/inboxes/alerts`,
			{ proxy: false },
		);
		return data.messages.map(({ body }) => body.text);
	}

	async function charge(id: string, status: string, errormessage?: string): Promise<void> {
		const change = { status, ...(errormessage && { errormessage }) };
		const answer = await host.deliver(eventFields(id, change), { url: host.alertUrl });
		expect(answer.status).toBe(200);
	}

	it('says one reason a few times at most, others of their own, and nothing of success', async () => {
		const numbers = Array.from({ length: 30 }, (_, index) => index);
		await charge('limit', 'failed', 'monthly limit reached');
		await Promise.all(numbers.map((n) => charge(`poor-${n}`, 'failed', 'not enough credit')));
		await Promise.all(numbers.map((n) => charge(`rich-${n}`, 'success')));
		await charge('barred', 'failed', 'customer is barred');

		const started = await host.executions.read('alertFailedCharge');
		expect(started).toHaveLength(32);
		expect(new Set(started.map(({ status }) => status))).toEqual(new Set(['success']));
		const said = await alerts();
		const about = (words: string) => said.filter((text) => text.includes(words));
		measured(`30 failures of one reason put ${about('not enough credit').length} messages`);
		expect(about('not enough credit').length).toBeGreaterThanOrEqual(1);
		// n8n's Remove Duplicates looks first and writes later, so of those that come at once a few get through.
		expect(about('not enough credit').length).toBeLessThanOrEqual(10);
		expect(about('monthly limit reached')).toHaveLength(1);
		expect(about('customer is barred')).toHaveLength(1);
		expect(about('rich-')).toEqual([]);
		expect(about('monthly limit')[0]).toContain('Service GAMECLUB04, operator FR_DEMOTEL');
	});
});

describe('signature keys', () => {
	it('are in nothing that n8n has written: log, stored executions, files', async () => {
		await host.n8n.stop();
		const files = writtenBy(host.n8n.place.userFolder);
		const [more] = demoService.moreServices.service;
		const keys = [demoService.signingSecret, more?.signingSecret ?? demoService.signingSecret];

		expect(new Set(keys).size).toBe(2);
		expect([...files.keys()]).toEqual(
			expect.arrayContaining(['n8n.log', '.n8n/database.sqlite', '.n8n/config']),
		);
		expect(filesHolding(files, ['fifty-at-once'])).not.toEqual([]);
		expect(filesHolding(files, keys)).toEqual([]);
	});
});
