import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import pLimit from 'p-limit';
import { waitFor } from '../../scripts/host/wait';
import { lenient, takesCalls } from '../support/e2e/calling';
import {
	addressOf,
	deliver,
	eventOf,
	eventsOf,
	forged,
	triggerIdOf,
} from '../support/e2e/notified';
import { billing } from '../support/e2e/drawing';
import { telling, told } from '../support/e2e/telling';
import { Workspace } from '../support/workspace';
import { deploymentFolder, startQueueHost, type QueueHost } from '../support/queue/queueHost';

/** The shipped workflow in which PostgreSQL decides whose event it is. */
const once = { id: 'eachEventOnce', file: join(deploymentFolder, 'each-event-once.json') };

/** 20,000 take a quarter of an hour on two cores. */
const count = Number(process.env.NOTIFICATIONS ?? 60);
const limitMs = 120_000 + count * 300;

let host: QueueHost;
let url: string;

beforeAll(async () => {
	host = await startQueueHost([once]);
	url = addressOf(host.nginx.url, triggerIdOf(once));
	await takesCalls(url);
}, 300_000);

afterAll(async () => {
	await host.stop();
}, 60_000);

/**
 * The events that passed the database, once for each time, when workers have nothing left that they were given after a
 * moment. n8n stores the result of a node under its name when it has run; a user's own steps follow “The event”.
 */
async function handled(least: number, since: Date): Promise<string[]> {
	const { postgres } = host;
	const inTheEnd = async () => {
		const [open] = await postgres.rows(`
			SELECT count(*) FROM execution_entity
			WHERE status IN ('new', 'running') AND "createdAt" > '${since.toISOString()}'`);
		const events = await postgres.rows(`
			SELECT substring(data FROM '(event-(?:same|[0-9]+))') FROM execution_data
			WHERE data LIKE '%"The event":"%'`);
		return open === '0' && events.length >= least ? events.sort() : undefined;
	};
	return await waitFor('the end', inTheEnd, { timeoutMs: limitMs, everyMs: 500 });
}

it('an event that comes 50 times at once goes to the processors in turn, and is handled once', async () => {
	const { nginx, main, webhookProcessors } = host;
	await axios.get(`${nginx.url}/rest/login`, lenient);
	const event = eventOf(host.sandbox, url, 'event-same');
	const since = new Date();
	const statuses = await Promise.all(Array.from({ length: 50 }, () => deliver(event)));
	expect(new Set(statuses)).toEqual(new Set([200]));
	expect(await handled(1, since)).toEqual(['event-same']);

	const hostOf = (one: string) => new URL(one).host;
	expect(new Set(nginx.upstreams('/rest/'))).toEqual(new Set([hostOf(main.url)]));
	const calls = nginx.upstreams(new URL(url).pathname);
	for (const processor of webhookProcessors) {
		const own = calls.filter((to) => to === hostOf(processor.url));
		expect(own.length / calls.length).toBeCloseTo(1 / webhookProcessors.length, 1);
	}
});

it(
	`each of ${count} genuine events is handled once, though it comes twice and a processor is killed`,
	async () => {
		const [killed] = host.webhookProcessors;
		const events = eventsOf(host.sandbox, url, count);
		const all = [...events.values()].flatMap((one) => [one, forged(one), one]);
		const limit = pLimit(20);
		let [sent, since] = [0, new Date()];
		const statuses = await Promise.all(
			all.map(async (message) => {
				const status = await limit(async () => await deliver(message));
				sent += 1;
				if (sent === count) {
					await killed?.kill();
					since = new Date();
				}
				return status;
			}),
		);
		expect(statuses).toEqual([...events].flatMap(() => [200, 401, 200]));
		expect(await handled(count + 1, since)).toEqual(['event-same', ...events.keys()].sort());
	},
	2 * limitMs,
);

describe('the trigger alone, behind two processors and three workers', () => {
	let workspace: Workspace;
	beforeAll(async () => {
		const place = { url: host.nginx.url, client: host.client };
		workspace = await Workspace.open(undefined, place);
		const parameters = { event: 'paymentResult', authentication: 'signature' };
		const trigger = billing('Trigger', 'mobileBillingTrigger', parameters);
		await workspace.publish({ alone: telling(workspace.sandbox.url, 'alone', trigger) });
		await takesCalls(addressOf(place.url, 'alone'));
	}, 120_000);
	afterAll(async () => {
		await workspace.sandbox.close();
	});

	it.each([
		['at once', 0],
		['0.1 s apart', 100],
		['two seconds apart', 2_000],
	])('an event that comes twice, %s, is never lost', async (what, pauseMs) => {
		const ids = Array.from(
			{ length: Number(process.env.EVENTS ?? 20) },
			(_, at) => `alone-${pauseMs}-${at}`,
		);
		const limit = pLimit(10);
		// The processor that was killed may have left an execution that never ends.
		const since = new Date().toISOString();
		const sent = ids.map(async (id) => {
			const message = eventOf(workspace.sandbox, addressOf(workspace.url, 'alone'), id);
			const again = async (wait: number) => await sleep(wait).then(() => deliver(message));
			await limit(async () => await Promise.all([0, pauseMs].map(again)));
		});
		await Promise.all(sent);
		const isOver = async () => {
			const [open] = await host.postgres.rows(
				`SELECT count(*) FROM execution_entity
				WHERE status IN ('new', 'running') AND "createdAt" > '${since}'`,
			);
			return open === '0';
		};
		await waitFor('the end', isOver, { timeoutMs: limitMs, everyMs: 500 });
		const all = (await told(workspace.sandbox.url, 'alone')).filter((one) => ids.includes(one));
		process.stdout.write(`${what}: ${ids.length} sent, ${all.length} started\n`);
		expect(new Set(all)).toEqual(new Set(ids));
	});
});
