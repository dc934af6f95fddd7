import type { IDataObject } from 'n8n-workflow';
import { errorOf, outputOf } from '../../support/runNode';
import { settlingTime, timeoutMs, type Kind } from './kinds';
import { runSubject, startPlatform } from './runSubject';
import type { Subject } from './samples';
import { seed } from './seed';
import type { Cell } from './table';
import { accountOf, badOnes, saidByItem, tallyOf, type Account } from './tally';

/** All routes, because look-ups are struck as well. */
const everywhere = ['/datagifting/*', '/api/*', '/v1/*'];

/** Never strikes: it counts the PINs that arrive, also those that are never answered. */
const counter = { path: '/api/payment/*', fault: { kind: 'drop' }, chance: 0 } as const;

const expired = { accessExpiresAt: 1 };

/**
 * Runs an operation against a platform of its own, one item after the other, and compares. A fault strikes the first
 * request, and then half of them.
 *
 * @throws Error when the cell shows nothing, because the fault did not strike
 */
export async function runCell(subject: Subject, kind: Kind): Promise<Cell> {
	const { platform, credentials } = await startPlatform();
	try {
		const { sample, operation } = subject;
		const { world } = platform.sandbox;
		const items = sample.items(world);
		const run = async (timeout: number) => {
			const options = { concurrency: 1, timeout, maxTries: 8, settlingTime };
			const record = await runSubject(subject, { credentials, items, options });
			if (errorOf(record)) throw new Error(`the node stopped: ${errorOf(record)?.message}`);
			return saidByItem(outputOf(record));
		};
		const { effect } = operation;
		const calm = effect === 'read' ? await run(60) : undefined;

		// The node knows that its token has expired, or a PIN would leave with it.
		if (kind.isAtLogin) Object.assign(credentials.stored.mobileBillingApi ?? {}, expired);
		platform.faults(
			counter,
			...kind.rules({ times: 1 }, everywhere),
			...kind.rules({ chance: 0.5, seed: seedOf(subject, kind) }, everywhere),
		);
		// On a busy machine a short timeout would strike where no fault does.
		const said = await run(kind.isSure ? 60 : timeoutMs / 1000);

		const [counted, ...rules] = world.faults.report();
		if (rules.every(({ struck }) => struck === 0)) throw new Error('no request was struck');
		const isSentTwice = effect === 'attempt' && (counted?.matched ?? 0) > items.length;
		const accounts = items.map((item, index): Account => {
			if (calm) return readAccount(said(index), calm(index));
			const times = isSentTwice ? 2 : (sample.timesDone?.(world, item) ?? 0);
			return { ...accountOf(said(index), item), times, mayBeUnknown: !kind.isSure };
		});
		const bad = badOnes(accounts, said);
		return { row: subject.key, column: kind.name, tally: tallyOf(accounts), bad };
	} finally {
		await platform.close();
	}
}

/** Another sequence of strikes for each cell. */
function seedOf({ key }: Subject, { name }: Kind): number {
	return [...`${key} ${name}`].reduce((sum, letter) => sum + letter.charCodeAt(0), seed);
}

/** A read is right when it says what it says on a calm day. */
function readAccount(said: IDataObject[], calm: IDataObject[]): Account {
	if (calm.length === 0 || calm.some(({ error }) => error !== undefined)) {
		throw new Error(`the sample is no good: ${JSON.stringify(calm)}`);
	}
	const isFailed = said.length === 1 && said[0]?.error !== undefined;
	return {
		said: said.length === 0 ? undefined : isFailed ? 'failed' : 'done',
		isOwn: isFailed || JSON.stringify(said) === JSON.stringify(calm),
		times: isFailed ? 0 : 1,
		mayBeUnknown: false,
	};
}
