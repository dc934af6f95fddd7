import { setTimeout as sleep } from 'node:timers/promises';

import { DateTime } from 'luxon';

import type { TransactionRecord } from '../../sandbox/payments/transaction-record';
import { itemsOf, type Execution } from '../../scripts/host/n8n-client';
import { freePort } from '../../scripts/host/ports';
import { waitFor } from '../../scripts/host/wait';
import { reconcileWorkflow, reportWorkflow } from '../../scripts/ready';
import {
	activatePolling,
	everyFiveSeconds,
	parametersOf,
	sellTo,
	shipped,
	startLooking,
	stopLooking,
	type Changeable,
	type Looking,
} from './support/looking';

const impatient = 'reconcileQuickly';
const zone = 'Asia/Kathmandu';
const minute = 60_000;
const day = 24 * 60 * minute;

let looking: Looking;

beforeAll(async () => {
	looking = await startLooking((url) => {
		const report = shipped('weekly-charge-report');
		const quick = tellingTheInbox(url, 'quick');
		parametersOf(quick, 'A transaction has ended').pollTimes = everyFiveSeconds;
		Object.assign(parametersOf(quick, 'Give it time'), { amount: 1, unit: 'seconds' });
		return {
			[reportWorkflow.id]: { ...report, settings: { timezone: zone } },
			[reconcileWorkflow.id]: tellingTheInbox(url, 'patient'),
			[impatient]: quick,
		};
	});
	await looking.seller.http.post('/_sandbox/history', { transactions: 4000, days: 21 });
});

afterAll(async () => {
	await stopLooking(looking);
});

/** The ready workflow with an inbox of this sandbox; as shipped it is one of the sandbox that `npm run try` starts. */
function tellingTheInbox(sandboxUrl: string, name: string): Changeable {
	const workflow = shipped('reconcile-notifications');
	const { assignments } = parametersOf(workflow, 'The message').assignments as {
		assignments: { name: string; value: unknown }[];
	};
	const chat = assignments.find((one) => one.name === 'chat');
	expect(chat?.value).toMatch(/^http:\/\/127\.0\.0\.1:4010\/_sandbox\/inbox\//);
	if (chat) chat.value = `${sandboxUrl}/_sandbox/inbox/${name}`;
	return workflow;
}

/** Runs a workflow by hand, to its end. */
async function execute(id: string): Promise<Execution> {
	const { n8n, client } = looking;
	await n8n.command(['execute', `--id=${id}`], { brokerPort: await freePort() });
	const [newest] = await client.executions(id);
	if (newest === undefined) throw new Error(`${id} was not executed`);
	return await client.executionEnd(newest.id, 10_000);
}

/** What the chat was told. */
async function told(inbox: string): Promise<string[]> {
	const { data } = await looking.seller.http.get(`/_sandbox/inboxes/${inbox}`);
	return (data as { messages: { body: { text: string } }[] }).messages.map(({ body }) => body.text);
}

/** The merchant's own transactions, as the sandbox knows them. */
function transactions(): TransactionRecord[] {
	return looking.sandbox.world.payments.transactions.all
		.filter(({ service }) => service.merchantId === 1001)
		.map(({ record }) => record);
}

const hasEnded = ({ transactionState }: TransactionRecord) =>
	['FINISHED', 'FAILED', 'CANCELED', 'SKIPPED'].includes(transactionState);
const instant = (text: string) => DateTime.fromSQL(text, { zone: 'utc' }).toMillis();

interface Row {
	operator: string;
	currency: string;
	result: string;
	transactions: number;
	cents: { paid: number; notPaid: number };
}

/** The report of a week, added up from the sandbox's own records, in cents so that nothing is rounded. */
function totalsOf(records: TransactionRecord[]): Map<string, Row> {
	const rows = new Map<string, Row>();
	for (const { operator, currency, actionStatus, errorType, ...record } of records) {
		const isPaid = record.transactionState === 'FINISHED';
		const result = isPaid ? 'PAID' : (errorType ?? actionStatus ?? record.transactionState);
		const key = `${operator} ${currency} ${result}`;
		const none = { operator, currency, result, transactions: 0, cents: { paid: 0, notPaid: 0 } };
		const row = rows.get(key) ?? none;
		row.transactions += 1;
		row.cents[isPaid ? 'paid' : 'notPaid'] += Math.round(record.endUserPrice * 100);
		rows.set(key, row);
	}
	return rows;
}

describe('the weekly charge report', () => {
	it('adds up the week before as the platform has it, to the cent', async () => {
		const monday = DateTime.now().setZone(zone).startOf('week').minus({ weeks: 1 });
		const ofTheWeek = transactions().filter(({ action, timeCharged, ...record }) => {
			const at = instant(timeCharged);
			const isIn = at >= monday.toMillis() && at < monday.plus({ weeks: 1 }).toMillis();
			const isCharge = ['CHARGE', 'SUB_START', 'SUB_RENEW'].includes(action);
			return isIn && isCharge && hasEnded({ action, timeCharged, ...record });
		});
		const expected = totalsOf(ofTheWeek);
		expect(expected.size).toBeGreaterThan(10);

		const execution = await execute(reportWorkflow.id);

		const table = itemsOf(execution, 'The table').map(({ json }) => json);
		const shown = table.map(({ operator, currency, result, transactions, paid, notPaid }) => ({
			operator,
			currency,
			result,
			transactions,
			cents: { paid: Math.round(Number(paid) * 100), notPaid: Math.round(Number(notPaid) * 100) },
		}));
		const byName = (one: Row) => `${one.operator} ${one.currency} ${one.result}`;
		expect(new Map(shown.map((row) => [byName(row as Row), row]))).toEqual(expected);
		expect(shown).toHaveLength(expected.size);
		expect(new Set(table.map(({ week }) => week))).toEqual(new Set([monday.toISODate()]));
		const operators = shown.map(({ operator }) => operator);
		expect(operators).toEqual(operators.toSorted());

		const [file] = itemsOf(execution, 'As a file');
		expect(file?.binary).toMatchObject({
			report: {
				mimeType: 'text/csv',
				fileName: `weekly-charge-report-${monday.toISODate()}.csv`,
			},
		});
	});
});

describe('the reconciliation of notifications', () => {
	it('raises by hand what nobody was told of in the last day', async () => {
		const now = Date.now();
		const isNear = (at: number, edge: number) => Math.abs(at - edge) < 5 * minute;
		for (const record of transactions()) {
			const at = instant(record.timeUpdated);
			// While this runs, time goes on: nothing may come into the last day, or leave it.
			if (isNear(at, now - day) || isNear(at, now - 15 * minute)) {
				record.merchantNotificationStatus = 'DELIVERED';
			}
		}
		const untold = transactions().filter((record) => {
			const at = instant(record.timeUpdated);
			const isTold = ['DELIVERED', 'EXCLUDED'].includes(record.merchantNotificationStatus);
			return at > now - day && at < now - 15 * minute && hasEnded(record) && !isTold;
		});
		expect(untold.length).toBeGreaterThan(0);

		const execution = await execute(reconcileWorkflow.id);

		const [message, ...more] = await told('patient');
		expect(more).toEqual([]);
		expect(itemsOf(execution, 'Still not told')).toHaveLength(untold.length);
		expect(message).toContain(`${untold.length} ended without a notification to us:`);
		const ids = untold.map(({ transactionId }) => String(transactionId));
		const named = [...(message ?? '').matchAll(/^• (\d+) /gm)].map(([, id]) => id);
		expect(ids).toEqual(expect.arrayContaining(named));
		expect(named).toHaveLength(Math.min(20, untold.length));
		expect(message).not.toMatch(/33639|447700|999000/);
	});

	it('raises by itself what ends and is not told, once', async () => {
		const { finals, transactions } = looking.sandbox.world.payments;
		finals.onFinal(({ record }) => {
			record.merchantNotificationStatus = record.errorType === null ? 'DELIVERED' : 'REJECTED';
		});
		await activatePolling(looking, impatient);
		const already = transactions.all.length;
		await sellTo(looking.seller, '07');
		await sellTo(looking.seller, '08');
		const [untold, delivered, , more] = transactions.all.slice(already).map(({ record }) => record);
		const all = async () => (await told('quick')).join('\n');
		await waitFor(
			'both were raised',
			async () => ((await all()).includes(String(more?.transactionId)) ? true : undefined),
			{ timeoutMs: 60_000 },
		);
		await sleep(6_000);
		const text = await all();
		expect(text.split(String(untold?.transactionId))).toHaveLength(2);
		expect(text.split(String(more?.transactionId))).toHaveLength(2);
		expect(text).not.toContain(String(delivered?.transactionId));
		expect(text).toContain('notification REJECTED');
	});
});
