import axios from 'axios';

import { callOf, messageOf } from '../../sandbox/notifications/message';
import { waitFor } from '../../scripts/host/wait';
import { eventFields, takesCalls } from '../support/e2e/notified';
import { StormControl } from '../support/e2e/storm';
import {
	onceWorkflow,
	startQueueHost,
	stopQueueHost,
	triggerPath,
	type QueueHost,
} from '../support/queue/queueHost';

/** 20,000 take a quarter of an hour on two cores. */
const COUNT = Number(process.env.NOTIFICATIONS ?? (process.env.LONG ? 2_000 : 200));
const STORM_MS = 60_000 + COUNT * 300;

const SERVICE = 'GAMECLUB04';
const path = triggerPath(onceWorkflow);

/** The node behind which a user's own steps begin. */
const handledNode = 'The event';

let host: QueueHost;
let url: string;

beforeAll(async () => {
	host = await startQueueHost([onceWorkflow]);
	url = host.cluster.nginx.url + path;
	await takesCalls(url);
}, 300_000);

afterAll(async () => {
	await stopQueueHost(host);
}, 60_000);

/**
 * What became of the events of one storm, once nothing is under way: how many executions each started, how many of them
 * passed the database, how many failed. n8n stores the result of a node under its name when it has run.
 */
async function eventsOf(seed: number) {
	const { postgres } = host.cluster;
	const open = `SELECT count(*) FROM execution_entity WHERE status IN ('new', 'running', 'waiting')`;
	const ended = async () => (await postgres.rows(open))[0] === '0';
	await waitFor('the end of all executions', ended, { timeoutMs: STORM_MS, everyMs: 500 });
	const rows = await postgres.rows(`
		SELECT substring(d.data FROM 'storm-${seed}-[0-9]+') AS reference,
			count(*),
			count(*) FILTER (WHERE d.data LIKE '%"${handledNode}":"%'),
			count(*) FILTER (WHERE e.status <> 'success')
		FROM execution_entity e JOIN execution_data d ON d."executionId" = e.id
		WHERE d.data ~ 'storm-${seed}-[0-9]+'
		GROUP BY 1`);
	return rows.map((row) => {
		const [reference, ...counts] = row.split('\t');
		const [started = 0, reached = 0, failed = 0] = counts.map(Number);
		return { reference, started, reached, failed };
	});
}

describe('notifications through the shipped proxy to several webhook processors', () => {
	it(
		`hand each of ${COUNT} genuine events on once, whichever process hears it`,
		async () => {
			const asked = { seed: 71, count: COUNT, duplicates: 0.1, tampered: 0.05, concurrency: 20 };
			const targets = [{ serviceKey: SERVICE, url }];
			const storms = new StormControl(host.sandbox.world);
			const { counts, events: sent } = await storms.run(url, { ...asked, targets }, STORM_MS);
			expect(counts.genuine).toMatchObject({ total: COUNT, DELIVERED: COUNT });
			expect(counts.duplicate).toMatchObject({ total: COUNT / 10, DELIVERED: COUNT / 10 });
			expect(counts.tampered).toMatchObject({ total: COUNT / 20, REJECTED: COUNT / 20 });

			const events = await eventsOf(71);
			const genuine = sent.filter(({ kind }) => kind === 'genuine');
			expect(events.map(({ reference }) => reference).sort()).toEqual(
				genuine.map(({ reference }) => reference).sort(),
			);
			expect(events.filter(({ reached, failed }) => reached !== 1 || failed > 0)).toEqual([]);
		},
		2 * STORM_MS,
	);

	it('start an event at most once a process when it comes 50 times at once, and handle it once', async () => {
		const { signing = null } = host.sandbox.world.payments.services.find(SERVICE) ?? {};
		const reference = 'storm-72-0';
		const fields = eventFields('fifty-at-once', { reference });
		const call = callOf(messageOf(fields, { url, encoding: 'form', signing }));
		const answers = await Promise.all(
			Array.from({ length: 50 }, async () => await axios.request({ ...call, proxy: false })),
		);

		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
		const [event, ...others] = await eventsOf(72);
		expect(others).toEqual([]);
		expect(event).toMatchObject({ reference, reached: 1, failed: 0 });
		expect(event?.started).toBeLessThanOrEqual(host.cluster.webhookProcessors.length);
	});

	it('go to the webhook processors in turn, and all else to the main process', async () => {
		const { nginx, main, webhookProcessors } = host.cluster;
		await axios.get(`${nginx.url}/rest/login`, { proxy: false, validateStatus: () => true });
		const addressOf = (url: string) => url.replace('http://', '');
		expect(new Set(nginx.upstreams('/rest/'))).toEqual(new Set([addressOf(main.url)]));
		const calls = nginx.upstreams(path);
		for (const processor of webhookProcessors) {
			const share = calls.filter((to) => to === addressOf(processor.url)).length / calls.length;
			expect(share).toBeCloseTo(1 / webhookProcessors.length, 1);
		}
	});
});
