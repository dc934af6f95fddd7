import axios from 'axios';

import { callOf, messageOf } from '../../sandbox/notifications/message';
import { eventFields, takesCalls } from '../e2e/support/notified';
import { StormControl, type StormReport } from '../e2e/support/storm';
import { ExecutionReader, sumOf } from './support/executions';
import { measured } from './support/measured';
import {
	handledNode,
	keptNode,
	onceWorkflow,
	removeDuplicatesWorkflow,
	triggerPath,
} from './support/once';
import { QueueHost, type WorkflowFile } from './support/queueHost';

/** The issue speaks of 20,000; on two cores that takes a quarter of an hour. */
const COUNT = Number(process.env.NOTIFICATIONS ?? 400);
const STORM_MS = 60_000 + COUNT * 300;

const SERVICE = 'GAMECLUB04';

let host: QueueHost;
let storms: StormControl;
let executions: ExecutionReader;
let racing: WorkflowFile;

beforeAll(async () => {
	racing = removeDuplicatesWorkflow();
	host = await QueueHost.start([onceWorkflow, racing]);
	storms = new StormControl(host.sandbox.world);
	executions = new ExecutionReader(host.cluster.postgres);
	for (const workflow of [onceWorkflow, racing]) {
		for (const url of addressesOf(workflow)) await takesCalls(url);
	}
}, 300_000);

afterAll(async () => {
	await host.stop();
}, 60_000);

/** A workflow's trigger on each of the webhook processors. */
function addressesOf(workflow: WorkflowFile): string[] {
	return host.cluster.webhookProcessors.map(({ url }) => `${url}${triggerPath(workflow)}`);
}

/** A storm in which the platform's second delivery may reach another process than the first. */
async function storm(workflow: WorkflowFile, asked: object): Promise<StormReport> {
	const urls = addressesOf(workflow);
	const targets = urls.map((url) => ({ serviceKey: SERVICE, url }));
	return await storms.run(urls[0] ?? '', { targets, concurrency: 20, ...asked }, STORM_MS);
}

describe('notifications over two webhook processors', () => {
	it(
		`hands each of ${COUNT} genuine events on once, whichever process hears it`,
		async () => {
			const seed = 71;
			const report = await storm(onceWorkflow, {
				seed,
				count: COUNT,
				duplicates: 0.1,
				tampered: 0.05,
			});
			const asked = { seed, node: handledNode, timeoutMs: STORM_MS };
			const events = await executions.events(onceWorkflow.id, asked);

			const { genuine, duplicate, tampered } = report.counts;
			const started = sumOf(events, 'started');
			const perSecond = (report.attempts / report.seconds).toFixed(1);
			measured(`${report.attempts} deliveries in ${report.seconds} s, ${perSecond} a second`);
			measured(
				`of ${duplicate.total} duplicates the triggers let ${started - COUNT} through, PostgreSQL ${sumOf(events, 'reached') - COUNT}`,
			);
			expect(genuine).toMatchObject({ total: COUNT, DELIVERED: COUNT });
			expect(duplicate).toMatchObject({ total: COUNT / 10, DELIVERED: COUNT / 10 });
			expect(tampered).toMatchObject({ total: COUNT / 20, REJECTED: COUNT / 20 });
			const sent = report.events.filter(({ kind }) => kind === 'genuine');
			expect(events.map(({ reference }) => reference).sort()).toEqual(
				sent.map(({ reference }) => reference).sort(),
			);
			expect(events.filter(({ reached }) => reached !== 1)).toEqual([]);
			expect(sumOf(events, 'failed')).toBe(0);
			// Each process remembers for itself, so that a process starts an event once.
			expect(events.filter((event) => event.started > addressesOf(onceWorkflow).length)).toEqual(
				[],
			);
		},
		2 * STORM_MS,
	);

	it('starts an event at most once a process when it comes 50 times at once, and handles it once', async () => {
		const { signing = null } = host.sandbox.world.payments.services.find(SERVICE) ?? {};
		const reference = 'storm-72-0';
		const fields = eventFields('fifty-at-once', { reference });
		const urls = addressesOf(onceWorkflow);
		const answers = await Promise.all(
			Array.from({ length: 50 }, async (_, n) => {
				const to = { url: urls[n % urls.length] ?? '', encoding: 'form', signing } as const;
				return await axios.request<string>({ ...callOf(messageOf(fields, to)), proxy: false });
			}),
		);

		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
		const asked = { seed: 72, node: handledNode };
		const [event, ...others] = await executions.events(onceWorkflow.id, asked);
		measured(`50 deliveries at once over ${urls.length} processes started ${event?.started}`);
		expect(others).toEqual([]);
		expect(event).toMatchObject({ reference, reached: 1, failed: 0 });
		expect(event?.started).toBeLessThanOrEqual(urls.length);
	});

	it('shows what n8n’s Remove Duplicates achieves in comparison', async () => {
		const seed = 73;
		const count = 200;
		const report = await storm(racing, { seed, count, duplicates: 1 });
		const events = await executions.events(racing.id, { seed, node: keptNode });

		const started = sumOf(events, 'started');
		const kept = sumOf(events, 'reached');
		measured(
			`${count} events twice: the triggers started ${started}, Remove Duplicates kept ${kept}, ${sumOf(events, 'failed')} executions failed`,
		);
		expect(report.counts.genuine.DELIVERED).toBe(count);
		expect(events).toHaveLength(count);
		// It looks first and writes later, all events in one row: duplicates get through, but no event is lost.
		expect(events.filter(({ reached, failed }) => reached + failed === 0)).toEqual([]);
	}, 300_000);
});
