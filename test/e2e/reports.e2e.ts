import { setTimeout as sleep } from 'node:timers/promises';

import freePort from 'get-port';
import { DateTime } from 'luxon';

import type { TransactionRecord } from '../../sandbox/payments/records';
import { itemsOf, type Execution } from '../../scripts/host/n8nClient';
import { waitFor } from '../../scripts/host/wait';
import { reconcileWorkflow, reportWorkflow } from '../../scripts/try/workflows';
import {
	activatePolling,
	everyFiveSeconds,
	parametersOf,
	ready,
	sellTo,
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
		const report = ready(reportWorkflow, url);
		const quick = tellingTheInbox(url, 'quick');
		parametersOf(quick, 'Transaction ended').pollTimes = everyFiveSeconds;
		Object.assign(parametersOf(quick, 'Wait 15 minutes'), { amount: 1, unit: 'seconds' });
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

/** The ready workflow with an inbox of its own. */
function tellingTheInbox(sandboxUrl: string, name: string): Changeable {
	const workflow = ready(reconcileWorkflow, sandboxUrl);
	parametersOf(workflow, 'Send report').url = `${sandboxUrl}/_sandbox/inbox/${name}`;
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
	mills: { paid: number; refunded: number; notPaid: number };
}

const charges = ['CHARGE', 'SUB_START', 'SUB_RENEW'];
const cancellations = ['SUB CANCEL', 'SUB_CANCEL', 'SUB_ADMIN CANCEL'];

function resultOf({
	action,
	transactionState,
	errorType,
	actionStatus,
}: TransactionRecord): string {
	const what = charges.includes(action) ? '' : `${action} `;
	if (transactionState !== 'FINISHED') {
		return `${what}${errorType ?? actionStatus ?? transactionState}`;
	}
	if (action === 'REFUND') return 'REFUNDED';
	return charges.includes(action) ? 'PAID' : 'SUBSCRIPTION CANCELED';
}

const mill = (money: unknown) => Math.round(Number(money) * 1000);

/** The report of a week, added up from the sandbox's own records, in thousandths so that nothing is rounded. */
function totalsOf(records: TransactionRecord[]): Map<string, Row> {
	const rows = new Map<string, Row>();
	for (const record of records) {
		const { operator, currency } = record;
		const result = resultOf(record);
		const key = `${operator} ${currency} ${result}`;
		const mills = { paid: 0, refunded: 0, notPaid: 0 };
		const row = rows.get(key) ?? { operator, currency, result, transactions: 0, mills };
		row.transactions += 1;
		if (result === 'PAID') row.mills.paid += mill(record.endUserPrice);
		else if (result === 'REFUNDED') row.mills.refunded += mill(record.endUserPrice);
		else if (charges.includes(record.action)) row.mills.notPaid += mill(record.endUserPrice);
		rows.set(key, row);
	}
	return rows;
}

/** A refund, a cancellation under its other name, and a price with three decimals, all in the middle of a week. */
function addOddities(monday: DateTime): void {
	const inWeek = monday.plus({ days: 3 }).toUTC().toFormat('yyyy-MM-dd HH:mm:ss');
	const paid = transactions().filter(
		({ action, transactionState }) => charges.includes(action) && transactionState === 'FINISHED',
	);
	const [refunded, canceled, fine] = paid;
	if (!refunded || !canceled || !fine) throw new Error('Nothing was sold');
	Object.assign(refunded, { action: 'REFUND', timeCharged: inWeek });
	Object.assign(canceled, { action: 'SUB_CANCEL', timeCharged: inWeek });
	Object.assign(fine, { endUserPrice: 0.125, timeCharged: inWeek });
}

describe('the weekly charge report', () => {
	it('adds up the week before as the platform has it, refunds and cancellations too', async () => {
		const monday = DateTime.now().setZone(zone).startOf('week').minus({ weeks: 1 });
		addOddities(monday);
		const ofTheWeek = transactions().filter(({ action, timeCharged, ...record }) => {
			const at = instant(timeCharged);
			const isIn = at >= monday.toMillis() && at < monday.plus({ weeks: 1 }).toMillis();
			const isCounted = [...charges, ...cancellations, 'REFUND'].includes(action);
			return isIn && isCounted && hasEnded({ action, timeCharged, ...record });
		});
		const expected = totalsOf(ofTheWeek);
		expect(expected.size).toBeGreaterThan(10);

		const execution = await execute(reportWorkflow.id);

		const table = itemsOf(execution, 'Table').map(({ json }) => json);
		const shown = table.map(({ operator, currency, result, transactions, ...money }) => ({
			operator,
			currency,
			result,
			transactions,
			mills: {
				paid: mill(money.paid),
				refunded: mill(money.refunded),
				notPaid: mill(money.notPaid),
			},
		}));
		const byName = (one: Row) => `${one.operator} ${one.currency} ${one.result}`;
		expect(new Map(shown.map((row) => [byName(row as Row), row]))).toEqual(expected);
		expect(shown).toHaveLength(expected.size);
		const results = new Set(shown.map(({ result }) => result));
		expect([...results]).toEqual(
			expect.arrayContaining(['PAID', 'REFUNDED', 'SUBSCRIPTION CANCELED']),
		);
		expect(new Set(table.map(({ week }) => week))).toEqual(new Set([monday.toISODate()]));
		const operators = shown.map(({ operator }) => operator);
		expect(operators).toEqual(operators.toSorted());

		const [file] = itemsOf(execution, 'CSV file');
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
		expect(itemsOf(execution, 'Keep still not notified')).toHaveLength(untold.length);
		expect(message).toContain(`${untold.length} transactions ended without a notification:`);
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
