import { missingIn, type SetUp } from '../../desk/deskCheck';
import { running } from '../support/campaign/pages';

const now = Date.UTC(2026, 10, 25, 12);
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const { campaign, pieces } = running({ startAt: minutesAgo(60), approvedAt: minutesAgo(60) });

/** All is well: a piece is due, and another one was written a minute ago. */
const well: SetUp = {
	isTest: false,
	campaigns: [campaign],
	now,
	settings: { saveDataSuccessExecution: 'none', executionTimeout: 900 },
	pieces: pieces.map((piece, n) => ({
		...piece,
		status: 'open',
		dueAt: minutesAgo(9),
		updatedAt: minutesAgo(1 + n),
	})),
};
const idleFor = (minutes: number): Partial<SetUp> => {
	const begun = { ...campaign, startAt: minutesAgo(9_000), approvedAt: minutesAgo(9_000) };
	const pieces = well.pieces.map((one) => ({ ...one, updatedAt: minutesAgo(minutes) }));
	return { campaigns: [begun], pieces };
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
		{ ...idleFor(5), pieces: well.pieces.map((one) => ({ ...one, dueAt: minutesAgo(0) })) },
		undefined,
	],
])('says that %s is missing', (_, set, words) => {
	const missing = missingIn({ ...well, ...set });
	expect(missing).toHaveLength(words ? 1 : 0);
	if (words) expect(missing[0]).toMatch(words);
});
