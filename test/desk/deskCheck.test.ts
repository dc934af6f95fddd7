import { missingSettings, type SetUp, type StoredCampaign } from '../../desk/deskCheck';
import { running } from '../support/campaign/pages';

const now = Date.UTC(2026, 10, 25, 12);
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const { campaign } = running({ startAt: minutesAgo(60) });
const due: StoredCampaign = { ...campaign, dueAt: minutesAgo(9), updatedAt: minutesAgo(1) };

/** All is well: a campaign is due, and was written a minute ago. */
const well: SetUp = {
	isTest: false,
	campaigns: [due],
	now,
	settings: { saveDataSuccessExecution: 'none', executionTimeout: 900 },
};
const idleFor = (minutes: number): Partial<SetUp> => {
	const begun = { ...due, startAt: minutesAgo(9_000) };
	return { campaigns: [{ ...begun, updatedAt: minutesAgo(minutes) }] };
};

it.each<[string, Partial<SetUp>, RegExp | undefined]>([
	['nothing', {}, undefined],
	['the production address', { isTest: true }, /open the Production URL/],
	['an account', { trouble: 'No.' }, /services can't be read\. No\. Check the credential in/],
	['a setting', { settings: { executionTimeout: 900 } }, /Save successful production executions/],
	['a timeout', { settings: { ...well.settings, executionTimeout: -1 } }, /Timeout Workflow/],
	['runs', idleFor(5), /Nothing has run for 5 minutes\. Check/],
	['runs, for long,', idleFor(119), /Nothing has run for 119 minutes\. Check/],
	['runs, for longer,', idleFor(1_620), /Nothing has run for 27 hours\. Check/],
	['runs, but waits for its approval', { ...idleFor(5), campaigns: [] }, undefined],
	[
		'no run, because nothing is due',
		{ campaigns: [{ ...due, updatedAt: minutesAgo(5), dueAt: minutesAgo(0) }] },
		undefined,
	],
])('says that %s is missing', (_, set, words) => {
	const missing = missingSettings({ ...well, ...set });
	expect(missing).toHaveLength(words ? 1 : 0);
	if (words) expect(missing[0]).toMatch(words);
});
