import type { IDataObject } from 'n8n-workflow';
import type { Platform } from '../../support/platform';
import { errorOf, outputOf } from '../../support/runNode';
import type { Operation } from '../../../nodes/engine/operation';
import { settlingTime, timeoutMs, type Kind } from './kinds';
import { oneByOne } from './oneByOne';
import { runSubject } from './runSubject';
import type { Sample, Subject } from './samples';
import { seed } from './seed';
import {
	accountOf,
	badVerdicts,
	saidByItem,
	tallyOf,
	verdictOn,
	type Account,
	type Tally,
} from './tally';

/** Where and how often a fault strikes. */
export interface Strength {
	name: string;
	/** Whether requests to any route are struck, what the node looks things up by too, or the operation's own alone. */
	isEverywhere: boolean;
	/** Of the requests. */
	chance: number;
	tries: number;
}

const everywhere = ['/datagifting/*', '/api/*', '/v1/*'];

const sometimes: Strength = { name: 'sometimes', isEverywhere: true, chance: 0.5, tries: 8 };
const always: Strength = { name: 'always', isEverywhere: false, chance: 1, tries: 2 };
const throughout: Strength = { name: 'throughout', isEverywhere: true, chance: 1, tries: 2 };

/** What shows the most: only what spends looks anything up, and what is worked out here sends nothing. */
export const strengthsFor: Record<Operation['effect'], Strength[]> = {
	local: [always],
	read: [sometimes, always],
	write: [sometimes, always, throughout],
	attempt: [sometimes, always, throughout],
};

/** What came of a cell of the matrix. */
export interface CellResult {
	tally: Tally;
	/** Of each item that was doubled, lost or reported wrongly: what was said and done. */
	bad: string[];
	/** How many requests were struck, and how many there were. */
	struck: number;
	requests: number;
}

/** Runs an operation against a platform of its own with a fault, one item after the other, and compares. */
export async function runCell(
	subject: Subject,
	sample: Sample,
	kind: Kind,
	strength: Strength,
): Promise<CellResult> {
	const { platform, credentials } = await oneByOne();
	try {
		const items = sample.items(platform.sandbox.world);
		const run = async (timeout: number) =>
			await runSubject(subject, sample, {
				credentials,
				items,
				options: { concurrency: 1, timeout, tries: strength.tries, settlingTime },
			});
		const { effect } = subject.operation;
		const isRepeatable = effect === 'read' || effect === 'local';
		const calm = isRepeatable ? saidByItem(outputOf(await run(60))) : undefined;
		const arrivals = arrivalsAt(platform);
		kind.begin?.(platform);
		const paths = strength.isEverywhere ? everywhere : [sample.path ?? '*'];
		platform.faults(...kind.rules({ chance: strength.chance, seed: seedOf(subject, kind) }, paths));
		const broken = await run(timeoutMs / 1000);
		if (errorOf(broken)) throw new Error(`the node stopped: ${errorOf(broken)?.message}`);
		// On a busy machine a time-out strikes where no fault does.
		const isKnowable =
			(kind.isSure && unansweredBy(platform) === 0) ||
			(effect === 'write' && !strength.isEverywhere);
		const output = saidByItem(outputOf(broken));
		const accounts = items.map((item, index): Account => {
			const said = output.get(index) ?? [];
			if (calm) return readAccount(said, calm.get(index) ?? []);
			const times = sample.timesDone?.(platform, item) ?? 0;
			const sent = effect === 'attempt' ? timesSent(arrivals, item) : times;
			return {
				...accountOf(said, item),
				times: Math.max(times, sent > 1 ? sent : 0),
				isKnowable,
			};
		});
		const struck = platform.sandbox.world.faults.report().reduce((sum, one) => sum + one.struck, 0);
		const bad = accounts.flatMap((account, index) =>
			badVerdicts.includes(verdictOn(account))
				? [
						`${strength.name}: done ${account.times} times, said ${JSON.stringify(output.get(index)).slice(0, 400)}`,
					]
				: [],
		);
		return { tally: tallyOf(accounts), bad, struck, requests: arrivals.length };
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
		isOwn: isFailed || withoutTime(said) === withoutTime(calm),
		times: isFailed ? 0 : 1,
		isKnowable: true,
	};
}

/** A link carries the time at which it was made. */
function withoutTime(said: IDataObject[]): string {
	return JSON.stringify(said).replace(/timestamp=\d+/g, 'timestamp=');
}

/** How many requests for anything but a token were given up. */
function unansweredBy(platform: Platform): number {
	return Object.entries(platform.traffic().routes)
		.filter(([route]) => !route.endsWith('/token'))
		.reduce((sum, [, byStatus]) => sum + (byStatus['no answer'] ?? 0), 0);
}

/** The path of every request that comes in from now on, also of those that are never answered. */
function arrivalsAt({ sandbox }: Platform): string[] {
	const { faults } = sandbox.world;
	const arrivals: string[] = [];
	const choose = faults.choose.bind(faults);
	faults.choose = (method, path) => {
		arrivals.push(path);
		return choose(method, path);
	};
	return arrivals;
}

function timesSent(arrivals: string[], { transactionId }: IDataObject): number {
	return arrivals.filter((path) => path.endsWith(`/${String(transactionId)}`)).length;
}
