import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import type { Platform } from '../support/platform';
import { outputOf } from '../support/runNode';
import { chaosSettings, customers } from './support/chaos';
import { lateMs, listedAfterMs, settlingTime, timeoutMs } from './support/kinds';
import { runSubject, startPlatform } from './support/runSubject';
import { subjectOf } from './support/samples';
import { say } from './support/seed';
import { matrixText, type Cell } from './support/table';
import { accountOf, badOnes, saidByItem, tallyOf, type Account } from './support/tally';

type Fault = Parameters<Platform['faults']>[number]['fault'];

/** A write after which the platform is asked what it has done. */
interface Situation {
	name: string;
	key: string;
	path: string;
	/** What happens to the first two requests. */
	fault?: Fault;
	/** With one request in each of n8n's tries. */
	retryOnFail?: boolean;
	/** A campaign that skips who was gifted: so many customers were, by an earlier run without faults. */
	gifted?: number;
}

const gift = { key: 'mobileDataGifting dataGift assign', path: '/datagifting/v1/service/*' };
const payment = { key: 'mobileBilling payment start', path: '/api/payment/1_4/subscribe' };
const fault: Fault = { kind: 'drop', when: 'after' };

const situations: Situation[] = [
	{ ...gift, name: 'gift, no response', fault },
	{ ...gift, name: 'gift, never arrived', fault: { kind: 'drop', when: 'before' } },
	{ ...gift, name: 'gift, arrives late', fault: { kind: 'late', ms: lateMs } },
	{ ...gift, name: 'gift, no response, Retry On Fail', fault, retryOnFail: true },
	{ ...gift, name: 'campaign again', gifted: 2 },
	{ ...gift, name: 'campaign again, no response', gifted: 2, fault },
	{ ...payment, name: 'payment, no response', fault },
	{ ...payment, name: 'payment, no response, Retry On Fail', fault, retryOnFail: true },
];

const hiding = (how: 'null' | 'omit'): Fault => ({
	kind: 'conceal',
	how,
	fields: ['clientId', 'merchantReference'],
});

/** What the platform shows of its records: without references nothing can be told. */
const ledgers: { name: string; hidden?: Fault }[] = [
	{ name: 'all' },
	{ name: 'references null', hidden: hiding('null') },
	{ name: 'no references', hidden: hiding('omit') },
];

let cells: Cell[];

beforeAll(async () => {
	const made = situations.flatMap((situation) =>
		ledgers.map(async (ledger) => await runCell(situation, ledger)),
	);
	cells = await Promise.all(made);
	say(`\nWhat the platform shows of its records\n\n${matrixText(cells)}\n`);
});

test.each(situations)('$name: done once or not at all, and said to be what it is', ({ name }) => {
	const row = cells.filter((cell) => cell.row === name);
	expect(row.flatMap(({ column, bad }) => bad.map((one) => `${column}, ${one}`))).toEqual([]);
	// Where the records tell, every item is done and said to be.
	expect(row[0]?.tally).toMatchObject({ failed: 0, unknown: 0 });
});

async function runCell(situation: Situation, { name, hidden }: (typeof ledgers)[number]) {
	const { key, path, gifted = 0, retryOnFail } = situation;
	const subject = subjectOf(key);
	const { platform, credentials } = await startPlatform();
	try {
		const maxTries = retryOnFail ? 1 : 3;
		const run = async (items: IDataObject[]) =>
			await runSubject(subject, {
				credentials,
				items,
				parameters: gifted > 0 ? { campaign: 'spring' } : {},
				options: { concurrency: 1, timeout: timeoutMs / 1000, maxTries, settlingTime },
				settings: retryOnFail ? { retryOnFail, maxTries: 3, waitBetweenTries: 1 } : {},
			});
		const items = customers(gifted + 3);
		const done = () =>
			items.map((item) => subject.sample.timesDone?.(platform.sandbox.world, item) ?? 0);

		platform.set(chaosSettings);
		await run(items.slice(0, gifted));
		await pause(listedAfterMs);
		const before = done();
		platform.faults(
			...(situation.fault ? [{ method: 'POST', path, fault: situation.fault, times: 2 }] : []),
			...(hidden ? [{ path: '*/transaction*', fault: hidden }] : []),
		);
		const said = saidByItem(outputOf(await run(items)));

		const accounts = done().map((all, index): Account => {
			const now = all - (before[index] ?? 0);
			const [json] = said(index);
			const account = accountOf(said(index), items[index] ?? {});
			// Somebody has to find it: by its reference.
			const isFindable = account.said !== 'unknown' || /"reference":"./.test(JSON.stringify(json));
			return {
				...account,
				isOwn: account.isOwn && isFindable,
				times: all > 1 ? all : json?.outcome === 'alreadyGiven' ? all - now : now,
				mayBeUnknown: hidden !== undefined,
			};
		});
		const bad = badOnes(accounts, said);
		return { row: situation.name, column: name, tally: tallyOf(accounts), bad };
	} finally {
		await platform.close();
	}
}
