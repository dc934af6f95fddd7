import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { outputOf } from '../../support/runNode';
import { oneByOne } from './oneByOne';
import { listedAfterMs, settlingTime, timeoutMs, type Strike } from './kinds';
import { rulesOf, type Lie } from './lies';
import { runSubject } from './runSubject';
import { sampleOf } from './samples';
import type { Situation } from './situations';
import { badVerdicts, emptyTally, saidByItem, saidOn, sumOf, type Tally } from './tally';

/** What became of a situation under a lie. */
export interface LookUpResult {
	tally: Tally;
	/** Of each number that was doubled, lost or reported wrongly: what was said and done. */
	bad: string[];
}

/** Brings a situation about, lets the platform lie, and compares what the node says with the ledger, number by number. */
export async function runLookUpCell(
	situation: Situation,
	lie: Lie,
	strike: Strike,
): Promise<LookUpResult> {
	const { subject, sample } = sampleOf(situation.key);
	const { platform, credentials } = await oneByOne();
	try {
		const run = async (items: IDataObject[]) =>
			await runSubject(subject, sample, {
				credentials,
				items,
				parameters: situation.parameters,
				options: {
					concurrency: 1,
					timeout: timeoutMs / 1000,
					tries: 3,
					settlingTime,
					...situation.options,
				},
				settings: { onError: 'continueRegularOutput', ...situation.settings },
			});
		const items = situation.rows.map((row) => ({ phone: String(999_100_001_000 + row) }));
		const doneFor = (phone: string) => sample.timesDone?.(platform, { phone }) ?? 0;

		if (lie.settings) platform.set(lie.settings);
		if (situation.served) {
			await run(items.slice(0, situation.served));
			// Nothing can be done about a list that does not show yet what an earlier run gave.
			await pause(listedAfterMs);
		}
		const before = new Map(items.map(({ phone }) => [phone, doneFor(phone)]));
		const { path } = sample;
		platform.faults(
			...(situation.broken ? [{ method: 'POST', path, ...situation.broken }] : []),
			...rulesOf(lie, situation.looks, strike),
		);
		const said = saidByItem(outputOf(await run(items)));

		const results = [...before].map(([phone, earlier]) => {
			const rows = items.flatMap((item, index) => (item.phone === phone ? [said.get(index)] : []));
			const times = doneFor(phone);
			const tally = judge(rows, { earlier, times, isOnce: situation.isOnce === true });
			const isBad = badVerdicts.some((verdict) => tally[verdict] > 0);
			const words = `${phone} done ${times} times, ${earlier} of them before, said ${JSON.stringify(rows).slice(0, 600)}`;
			return { tally, bad: isBad ? [words] : [] };
		});
		return {
			tally: sumOf(results.map(({ tally }) => tally)),
			bad: results.flatMap(({ bad }) => bad),
		};
	} finally {
		await platform.close();
	}
}

interface Done {
	/** How often the platform had done it before this run, and has done it now. */
	earlier: number;
	times: number;
	/** Whether the rows of this number are to come to one gift, whatever run gives it. */
	isOnce: boolean;
}

/** The rows of one number beside what the platform has done for it. */
function judge(rows: (IDataObject[] | undefined)[], { earlier, times, isOnce }: Done): Tally {
	const counts = { done: 0, failed: 0, unknown: 0, skipped: 0, repeated: 0, silent: 0 };
	for (const row of rows) counts[wordFor(row)] += 1;
	const now = times - earlier;
	const wanted = isOnce ? 1 : rows.length + earlier;
	return {
		...emptyTally,
		right: Math.min(counts.done, now) + Math.min(counts.skipped, earlier) + counts.repeated,
		failed: counts.failed,
		unknown: counts.unknown,
		doubled: Math.max(0, times - wanted),
		lost: counts.silent + Math.max(0, counts.done - now) + Math.max(0, counts.skipped - earlier),
		wrong: Math.max(0, now - counts.done - counts.unknown),
	};
}

type Word = 'done' | 'failed' | 'unknown' | 'skipped' | 'repeated' | 'silent';

function wordFor(row: IDataObject[] | undefined): Word {
	const [json, ...others] = row ?? [];
	if (json === undefined || others.length > 0) return 'silent';
	if (json.outcome === 'alreadyGiven') return 'skipped';
	if (json.outcome === 'listedTwice') return 'repeated';
	return saidOn(json) ?? 'silent';
}
