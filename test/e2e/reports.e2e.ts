import { DateTime } from 'luxon';
import type { TransactionRecord } from '../../sandbox/payments/records';
import { itemsOf } from '../support/n8nClient';
import { waitFor } from '../../scripts/host/wait';
import { reconcileWorkflow, reportWorkflow } from '../../scripts/try/workflows';
import { parametersOf, ready, Workspace, type WorkflowFile } from '../support/workspace';
import { execute, morePolls, publishPolling, toldIn } from '../support/e2e/calling';
import { passMidnight } from '../support/e2e/clock';
import { everyTwoSeconds } from '../support/e2e/drawing';

const zone = 'Asia/Kathmandu';

let workspace: Workspace;

beforeAll(() => passMidnight(zone), 180_000);

beforeAll(async () => {
	workspace = await Workspace.open();
	const report = { ...ready(reportWorkflow, workspace.sandbox.url), settings: { timezone: zone } };
	await workspace.add(reportWorkflow.id, report);
	await workspace.add(reconcileWorkflow.id, tellingTheInbox('patient'));
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

/** Adds a charge of 0.99 EUR that ended at a time and was notified, or another transaction; gives its ID. */
function transact(time: DateTime, change: Partial<TransactionRecord> = {}): string {
	const paid = {
		actionStatus: 'COMPLETED',
		transactionState: 'FINISHED',
		endUserPrice: 0.99,
	} as const;
	const ended = { ...paid, merchantNotificationStatus: 'DELIVERED', ...change } as const;
	const record = workspace.seller.transact('CHARGE', 'COINSHOP07', ended, time.toMillis());
	return String(record.transactionId);
}

const poor = { actionStatus: 'FAILED', transactionState: 'FAILED', errorType: 'NOT_ENOUGH_CREDIT' };
const failed = poor as Partial<TransactionRecord>;

it('the weekly report adds up the week before, refunds and cancellations too', async () => {
	const monday = DateTime.now().setZone(zone).startOf('week').minus({ weeks: 1 });
	const end = monday.plus({ weeks: 1 });
	const midst = monday.plus({ days: 3 });
	transact(monday, { endUserPrice: 0.125 });
	transact(end.minus({ seconds: 1 }), { action: 'SUB_START', endUserPrice: 2.99 });
	transact(midst, { action: 'SUB_RENEW' });
	for (const action of ['CHARGE', 'SUB_RENEW'] as const) transact(midst, { ...failed, action });
	transact(midst, { action: 'REFUND', endUserPrice: 0.5 });
	for (const action of ['SUB CANCEL', 'SUB_ADMIN CANCEL', 'SUB_CANCEL', 'SUB_CANCEL']) {
		transact(midst, { action: action as 'SUB CANCEL', endUserPrice: 0 });
	}
	transact(midst, { operator: 'GB_SAMPLECELL', currency: 'GBP' });
	for (const outside of [monday.minus({ seconds: 1 }), end]) transact(outside);
	transact(midst, { actionStatus: null, transactionState: 'PENDING' });
	transact(midst, { action: 'SUB_REMIND' });

	const execution = await execute(workspace, reportWorkflow.id);

	const week = monday.toISODate();
	const row = { week, operator: 'FR_DEMOTEL', currency: 'EUR', paid: 0, refunded: 0, notPaid: 0 };
	expect(itemsOf(execution, 'Table').map(({ json }) => json)).toEqual([
		{ ...row, result: 'SUBSCRIPTION CANCELED', transactions: 4 },
		{ ...row, result: 'PAID', transactions: 3, paid: 4.105 },
		{ ...row, result: 'NOT_ENOUGH_CREDIT', transactions: 2, notPaid: 1.98 },
		{ ...row, result: 'REFUNDED', transactions: 1, refunded: 0.5 },
		{
			...row,
			operator: 'GB_SAMPLECELL',
			currency: 'GBP',
			result: 'PAID',
			transactions: 1,
			paid: 0.99,
		},
	]);
	const [file] = itemsOf(execution, 'Spreadsheet');
	const fileName = `weekly-charge-report-${week}.xlsx`;
	expect(file?.binary).toMatchObject({ report: { fileName } });
});

it('the reconciliation, run by hand, reports what ended in the last day without a notification', async () => {
	const ago = (minutes: number) => DateTime.now().minus({ minutes });
	const untold = { merchantNotificationStatus: 'PENDING' } as const;
	for (const minutes of [10, 25 * 60]) transact(ago(minutes), untold);
	transact(ago(60), { ...untold, actionStatus: null, transactionState: 'PENDING' });
	transact(ago(60), { merchantNotificationStatus: 'EXCLUDED' });
	const ids = Array.from({ length: 20 }, (_, n) =>
		transact(ago(20 + 60 * n), { ...failed, ...untold }),
	);
	await execute(workspace, reconcileWorkflow.id);
	const [message = '', ...more] = await toldIn(workspace, 'patient');
	expect(more).toEqual([]);
	expect(message).toMatch(/^20 transactions ended without a notification:\n/);
	const named = [...message.matchAll(/^• (\d+) /gm)].map(([, id]) => id);
	expect(named.sort()).toEqual(ids.sort());
	expect(message).not.toContain('33639');

	transact(ago(60), untold);
	await execute(workspace, reconcileWorkflow.id);
	expect((await toldIn(workspace, 'patient'))[1]).toMatch(
		/^21 transactions(?:[^]*•){20}.*\n… and 1 more$/,
	);
});

it('the reconciliation, run by its trigger, reports each end without a notification once', async () => {
	const quick = tellingTheInbox('quick');
	parametersOf(quick, 'Transaction ended').pollTimes = everyTwoSeconds;
	Object.assign(parametersOf(quick, 'Wait 15 minutes'), { amount: 1, unit: 'seconds' });
	await publishPolling(workspace, 'reconcileQuickly', quick);
	const rejected = { merchantNotificationStatus: 'REJECTED' } as const;
	const untold = [1, 2].map(() => transact(DateTime.now(), rejected));
	const notified = transact(DateTime.now());
	const all = async () => (await toldIn(workspace, 'quick')).join('\n');
	for (const id of untold) {
		await waitFor(`${id} is told`, async () => (await all()).includes(id), { timeoutMs: 60_000 });
	}
	await morePolls(workspace, 2);
	for (const id of untold) expect((await all()).split(id)).toHaveLength(2);
	expect(await all()).not.toContain(notified);
	expect(await all()).toContain('notification REJECTED');
});
