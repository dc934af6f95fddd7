import { standingOf, waitMs } from '../campaign/piece';
import { count } from '../platform/figureWords';
import type { Campaign } from '../campaign/types';
import { said, type Said } from './sections';
import { say } from '../platform/say';

/** A campaign as a Data Table gives it. */
export type StoredCampaign = Campaign & { updatedAt?: string };
type WrittenCampaign = Omit<StoredCampaign, 'id'>;

/** The set-up, as far as it can be seen from within. */
export interface SetUp {
	/** Whether it was opened by the address for tests. */
	isTest: boolean;
	/** Why the platform's services can't be read. */
	trouble?: string;
	/** Of the workflow. An import leaves both out. */
	settings: { saveDataSuccessExecution?: unknown; executionTimeout?: unknown };
	campaigns: StoredCampaign[];
	/** Unix milliseconds. */
	now: number;
}

/** Each missing setting, and where to set it. */
export function missingSettings({ isTest, trouble, settings, campaigns, now }: SetUp): string[] {
	const { saveDataSuccessExecution: saved, executionTimeout: timeout } = settings;
	const isTimed = typeof timeout === 'number' && timeout > 0;
	return said(
		isTest &&
			say`This is the test address. Publish the workflow, and open the Production URL of Campaign desk.`,
		trouble !== undefined &&
			say`The platform's services can't be read. ${trouble.replace(/[^.!?]$/, '$&.')} Check the credential in the nodes Plan and Send piece.`,
		saved !== 'none' &&
			say`n8n stores a run every 10 seconds. In the menu of the workflow, Settings: set Save successful production executions to Do not save.`,
		!isTimed &&
			say`A run that hangs is never ended. In the menu of the workflow, Settings: set Timeout Workflow to 15 minutes.`,
		idleWords(campaigns, now),
	);
}

/** The words for runs that end early, or don't begin; undefined where all is well. */
export function idleWords(campaigns: WrittenCampaign[], now: number): Said {
	const idle = idleSince(campaigns, now);
	return (
		idle &&
		say`Nothing has run for ${idle}. Check that the workflow is published, and look at its failed executions.`
	);
}

/** Much longer than it takes until the runner looks at a campaign that is due. */
const idleMs = 3 * waitMs;

/** For how long nobody has worked, though a campaign is due; undefined where all is well. */
function idleSince(campaigns: WrittenCampaign[], now: number): string | undefined {
	const sending = campaigns.filter((campaign) => standingOf(campaign, now) === 'sending');
	if (sending.every(({ dueAt }) => Date.parse(dueAt) >= now - idleMs)) return undefined;
	const times = sending.map(({ updatedAt = '' }) => updatedAt);
	const last = Math.max(...times.map((time) => Date.parse(time) || 0));
	const minutes = Math.floor((now - last) / 60_000);
	if (now - last <= idleMs) return undefined;
	return minutes < 120 ? count(minutes, 'minute') : count(Math.floor(minutes / 60), 'hour');
}
