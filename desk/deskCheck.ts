import { standingOf, waitMs } from '../campaign/piece';
import { count } from '../platform/figureWords';
import type { Piece, Campaign } from '../campaign/types';

/** A piece as a Data Table gives it. */
export type StoredPiece = Piece & { updatedAt?: string };

/** What can be seen of the set-up from within. */
export interface SetUp {
	/** Whether it was opened by the address for tests. */
	isTest: boolean;
	/** Why the platform's services can't be read. */
	trouble?: string;
	/** Of the workflow. An import leaves both out. */
	settings: { saveDataSuccessExecution?: unknown; executionTimeout?: unknown };
	campaigns: Campaign[];
	/** All that aren't done, or in which rows failed. */
	pieces: StoredPiece[];
	/** Unix milliseconds. */
	now: number;
}

/** What is missing, and where to set it; empty where nothing is. */
export function missingIn({ isTest, trouble, settings, ...stored }: SetUp): string[] {
	const { saveDataSuccessExecution: saved, executionTimeout: timeout } = settings;
	const isTimed = typeof timeout === 'number' && timeout > 0;
	const idle = idleSince(stored);
	return [
		isTest &&
			'This is the test address. Publish the workflow, and open the Production URL of Campaign desk.',
		trouble !== undefined &&
			`The platform's services can't be read. ${trouble} Check the credential in Plan and Send piece.`,
		saved !== 'none' &&
			'n8n stores a run every 10 seconds. In the menu of the workflow, Settings: set Save successful production executions to Do not save.',
		!isTimed &&
			'A run that hangs is never ended. In the menu of the workflow, Settings: set Timeout Workflow to 15 minutes.',
		idle !== undefined &&
			`Nothing has run for ${idle}. Check that the workflow is published, and look at its failed executions.`,
	].filter((text) => text !== false);
}

/** Much longer than it takes until the runner takes a piece that is due. */
const idleMs = 3 * waitMs;

/** For how long nobody has worked, though pieces are due; undefined where all is well. */
function idleSince({ campaigns, pieces, now }: Pick<SetUp, 'campaigns' | 'pieces' | 'now'>) {
	const sending = campaigns.filter((campaign) => standingOf(campaign, now) === 'sending');
	const plans = new Map(sending.map(({ planId, approvedAt }) => [planId, approvedAt ?? '']));
	const own = pieces.filter(({ planId }) => plans.has(planId));
	const due = own.filter(
		({ status, dueAt }) => status === 'open' && Date.parse(dueAt) < now - idleMs,
	);
	if (due.length === 0) return undefined;
	const times = [...own.map(({ updatedAt = '' }) => updatedAt), ...plans.values()];
	const last = Math.max(...times.map((time) => Date.parse(time) || 0));
	if (now - last <= idleMs) return undefined;
	const minutes = Math.floor((now - last) / 60_000);
	return minutes < 120 ? count(minutes, 'minute') : count(Math.floor(minutes / 60), 'hour');
}
