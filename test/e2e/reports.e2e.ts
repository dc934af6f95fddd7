import { DateTime } from 'luxon';

import type { TransactionRecord } from '../../sandbox/payments/records';
import { itemsOf, type Execution } from '../../scripts/host/n8nClient';
import { waitFor } from '../../scripts/host/wait';
import { reconcileWorkflow, reportWorkflow } from '../../scripts/try/workflows';
import { parametersOf, ready, Workspace, type WorkflowFile } from '../support/workspace';
import { moreLooks, publishPolling, sellTo } from '../support/e2e/calling';
import { everyTwoSeconds } from '../support/e2e/drawing';

const zone = 'Asia/Kathmandu';
const minute = 60_000;
const day = 24 * 60 * minute;

let workspace: Workspace;

beforeAll(async () => {
	workspace = await Workspace.open();
	const { url } = workspace.sandbox;
	const report = { ...ready(reportWorkflow, url), settings: { timezone: zone } };
	await workspace.add(reportWorkflow.id, report);
	await workspace.add(reconcileWorkflow.id, tellingTheInbox('patient'));
	await workspace.seller.http.post('/_sandbox/history', { transactions: 1500, days: 21 });
});

afterAll(async () => {
	await workspace.close();
});

/** The ready workflow with an inbox of its own. */
function tellingTheInbox(name: string): WorkflowFile {
	const { url } = workspace.sandbox;
	const workflow = ready(reconcileWorkflow, url);
	parametersOf(workflow, 'Send report').url = `${url}/_sandbox/inbox/${name}`;
	return workflow;
}

/** Runs a workflow by hand, to its end. */
async function execute(id: string): Promise<Execution> {
	const { client } = workspace;
	const started = await client.http.post<{ data: { executionId: string } }>(
		`/workflows/${id}/run`,
		{ triggerToStartFrom: { name: 'Run now' } },
	);
	return await client.executionEnd(started.data.data.executionId, 60_000);
}

/** What the chat was told. */
async function told(inbox: string): Promise<string[]> {
	const { data } = await workspace.seller.http.get(`/_sandbox/inboxes/${inbox}`);
	return (data as { messages: { body: { text: string } }[] }).messages.map(({ body }) => body.text);
}

/** The merchant's own transactions, as the sandbox knows them. */
function transactions(): TransactionRecord[] {
	return workspace.sandbox.world.payments.transactions.all
		.filter(({ service }) => service.merchantId === 1001)
		.map(({ record }) => record);
}

const hasEnded = ({ transactionState }: TransactionRecord) =>
	['FINISHED', 'FAILED', 'CANCELED', 'SKIPPED'].includes(transactionState);
const instant = (text: string) => DateTime.fromSQL(text, { zone: 'utc' }).toMillis();

const charges = ['CHARGE', 'SUB_START', 'SUB_RENEW'];
const cancellations = ['SUB CANCEL', 'SUB_CANCEL', 'SUB_ADMIN CANCEL'];

function resultOf(record: TransactionRecord): string {
	const { action, transactionState, errorType, actionStatus } = record;
	const what = charges.includes(action) ? '' : `${action} `;
	if (transactionState !== 'FINISHED') {
		return `${what}${errorType ?? actionStatus ?? transactionState}`;
	}
	if (action === 'REFUND') return 'REFUNDED';
	return charges.includes(action) ? 'PAID' : 'SUBSCRIPTION CANCELED';
}

const mill = (money: unknown) => Math.round(Number(money) * 1000);

/** The report of a week, added up from the sandbox's own records, in thousandths so that nothing is rounded. */
function totalsOf(records: TransactionRecord[]) {
	const empty = { transactions: 0, paid: 0, refunded: 0, notPaid: 0 };
	const rows = new Map<string, typeof empty>();
	for (const record of records) {
		const result = resultOf(record);
		const key = `${record.operator} ${record.currency} ${result}`;
		const row = { ...(rows.get(key) ?? empty) };
		row.transactions += 1;
		const isCharge = charges.includes(record.action);
		if (result === 'PAID') row.paid += mill(record.endUserPrice);
		else if (result === 'REFUNDED') row.refunded += mill(record.endUserPrice);
		else if (isCharge) row.notPaid += mill(record.endUserPrice);
		rows.set(key, row);
	}
	return rows;
}

/** A refund, a cancellation under its other name, and a price with three decimals, all in the middle of a week. */
function addOddities(monday: DateTime): void {
	const inWeek = monday.plus({ days: 3 }).toUTC().toFormat('yyyy-MM-dd HH:mm:ss');
	const [refunded, canceled, fine] = transactions().filter(
		({ action, transactionState }) => charges.includes(action) && transactionState === 'FINISHED',
	);
	if (!refunded || !canceled || !fine) throw new Error('Nothing was sold');
	Object.assign(refunded, { action: 'REFUND', timeCharged: inWeek });
	Object.assign(canceled, { action: 'SUB_CANCEL', timeCharged: inWeek });
	Object.assign(fine, { endUserPrice: 0.125, timeCharged: inWeek });
}

it('the weekly report adds up the week before as the platform has it, refunds and cancellations too', async () => {
	const monday = DateTime.now().setZone(zone).startOf('week').minus({ weeks: 1 });
	addOddities(monday);
	const ofTheWeek = transactions().filter((record) => {
		const at = instant(record.timeCharged);
		const isIn = at >= monday.toMillis() && at < monday.plus({ weeks: 1 }).toMillis();
		const isCounted = [...charges, ...cancellations, 'REFUND'].includes(record.action);
		return isIn && isCounted && hasEnded(record);
	});
	const expected = totalsOf(ofTheWeek);
	expect(expected.size).toBeGreaterThan(10);

	const execution = await execute(reportWorkflow.id);

	const table = itemsOf(execution, 'Table').map(({ json }) => json);
	const shown = table.map(({ operator, currency, result, transactions, ...money }) => {
		const [paid, refunded, notPaid] = [money.paid, money.refunded, money.notPaid].map(mill);
		const row = { transactions, paid, refunded, notPaid };
		return [`${String(operator)} ${String(currency)} ${String(result)}`, row] as const;
	});
	expect(new Map(shown)).toEqual(expected);
	expect(shown).toHaveLength(expected.size);
	expect(table.map(({ result }) => result)).toEqual(
		expect.arrayContaining(['PAID', 'REFUNDED', 'SUBSCRIPTION CANCELED']),
	);
	expect(new Set(table.map(({ week }) => week))).toEqual(new Set([monday.toISODate()]));
	const operators = table.map(({ operator }) => operator);
	expect(operators).toEqual(operators.toSorted());

	const [file] = itemsOf(execution, 'CSV file');
	const fileName = `weekly-charge-report-${monday.toISODate()}.csv`;
	expect(file?.binary).toMatchObject({ report: { mimeType: 'text/csv', fileName } });
});

it('the reconciliation of notifications raises by hand what nobody was told of in the last day', async () => {
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

	const [message = '', ...more] = await told('patient');
	expect(more).toEqual([]);
	expect(itemsOf(execution, 'Keep still not notified')).toHaveLength(untold.length);
	expect(message).toContain(`${untold.length} transactions ended without a notification:`);
	const ids = untold.map(({ transactionId }) => String(transactionId));
	const named = [...message.matchAll(/^• (\d+) /gm)].map(([, id]) => id);
	expect(ids).toEqual(expect.arrayContaining(named));
	expect(named).toHaveLength(Math.min(20, untold.length));
	expect(message).not.toMatch(/33639|447700|999000/);
});

it('the reconciliation of notifications raises by itself what ends and is not told, once', async () => {
	const { finals, transactions } = workspace.sandbox.world.payments;
	finals.onFinal(({ record }) => {
		record.merchantNotificationStatus = record.errorType === null ? 'DELIVERED' : 'REJECTED';
	});
	const quick = tellingTheInbox('quick');
	parametersOf(quick, 'Transaction ended').pollTimes = everyTwoSeconds;
	Object.assign(parametersOf(quick, 'Wait 15 minutes'), { amount: 1, unit: 'seconds' });
	await publishPolling(workspace, 'reconcileQuickly', quick);
	const already = transactions.all.length;
	await sellTo(workspace.seller, '07');
	await sellTo(workspace.seller, '08');
	const [untold, delivered, , more] = transactions.all
		.slice(already)
		.map(({ record }) => String(record.transactionId));
	const all = async () => (await told('quick')).join('\n');
	const raised = async () => ((await all()).includes(more ?? '?') ? true : undefined);
	await waitFor('both were raised', raised, { timeoutMs: 60_000 });
	await moreLooks(workspace, 2);
	const text = await all();
	for (const id of [untold, more]) expect(text.split(id ?? '?')).toHaveLength(2);
	expect(text).not.toContain(delivered);
	expect(text).toContain('notification REJECTED');
});
