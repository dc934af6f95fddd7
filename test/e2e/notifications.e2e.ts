import axios from 'axios';

import { demoService } from '../../scripts/try/credentials';
import { alertWorkflow } from '../../scripts/try/workflows';
import { ready, Workspace } from '../support/workspace';
import { eventFields, Notified, takesCalls } from '../support/e2e/notified';
import { filesHolding, writtenByN8n } from '../support/e2e/secrets';
import { expectEachOnce } from '../support/e2e/storm';

/** How many genuine events the storm has; `NOTIFICATIONS=8700` makes 10,005 deliveries with duplicates and forged ones. */
const count = Number(process.env.NOTIFICATIONS ?? 200);
const limitMs = 100_000 + count * 100;

let host: Notified;
let alertUrl: string;

beforeAll(async () => {
	const workspace = await Workspace.open();
	host = await new Notified(workspace).begin();
	await workspace.publishReady(alertWorkflow);
	const { nodes } = ready(alertWorkflow, '');
	const id = nodes.find(({ webhookId }) => webhookId)?.webhookId;
	alertUrl = `${workspace.url}/webhook/${id}/mobile-billing`;
	await takesCalls(alertUrl);
});

afterAll(async () => {
	await host.workspace.close();
});

it(
	`each of ${count} genuine events starts the flow once, and nothing else does`,
	async () => {
		await expectEachOnce(host, { seed: 11, count }, limitMs);
	},
	limitMs,
);

it('one event that comes 50 times at once starts the flow once', async () => {
	const answers = await Promise.all(
		Array.from({ length: 50 }, async () => await host.deliver(eventFields('fifty-at-once'))),
	);
	expect(new Set(answers.map(({ status, data }) => `${status} ${data}`))).toEqual(
		new Set(['200 OK']),
	);
	const started = await host.started();
	expect(started.map(({ transactionId }) => transactionId)).toEqual(['fifty-at-once']);
});

it('the ready alert tells each reason once or a few times when thirty fail at once, and no success', async () => {
	const charge = async (id: string, status: string, errormessage?: string) => {
		const change = { status, ...(errormessage && { errormessage }) };
		const answer = await host.deliver(eventFields(id, change), { url: alertUrl });
		expect(answer.status).toBe(200);
	};
	const numbers = Array.from({ length: 30 }, (_, index) => index);
	await charge('limit', 'failed', 'monthly limit reached');
	await Promise.all(numbers.map((n) => charge(`poor-${n}`, 'failed', 'not enough credit')));
	await Promise.all(numbers.slice(20).map((n) => charge(`rich-${n}`, 'success')));
	await charge('barred', 'failed', 'customer is barred');

	const { client, sandbox } = host.workspace;
	const summaries = await client.executions(alertWorkflow.id);
	await Promise.all(summaries.map(async ({ id }) => await client.executionEnd(id, 20_000)));
	const inbox = `${sandbox.url}/_sandbox/inboxes/alerts`;
	const { data } = await axios.get<{ messages: { body: { text: string } }[] }>(inbox, {
		proxy: false,
	});
	const said = data.messages.map(({ body }) => body.text);
	const about = (words: string) => said.filter((text) => text.includes(words));
	expect(about('not enough credit').length).toBeGreaterThanOrEqual(1);
	// On a machine that is short of breath some may still meet in Remove Duplicates.
	expect(about('not enough credit').length).toBeLessThanOrEqual(6);
	expect(about('monthly limit reached')).toHaveLength(1);
	expect(about('customer is barred')).toHaveLength(1);
	expect(about('rich-')).toEqual([]);
	expect(about('monthly limit')[0]).toContain('Service GAMECLUB04, operator FR_DEMOTEL');
});

it('signature keys are in nothing that n8n has written: log, stored executions, files', () => {
	const files = writtenByN8n();
	const services = [demoService, ...demoService.moreServices.service];
	expect(filesHolding(files, ['fifty-at-once'])).not.toEqual([]);
	expect(
		filesHolding(
			files,
			services.map(({ signingSecret }) => signingSecret),
		),
	).toEqual([]);
});
