import { changeStatus } from '../../campaign/change';
import { changeAtEnd, readingSlowly } from '../../campaign/piece';
import { nextRunnerStep } from '../../campaign/runner';
import { takeStep } from '../../campaign/step';
import type { Campaign } from '../../campaign/types';
import { newRunner, storedCampaign } from '../support/campaign/stored';

const now = Date.UTC(2027, 5, 1, 10);
const plain = storedCampaign(2);
const { campaign } = plain;
const slow = { ...campaign, problem: readingSlowly };
/** Its day ends, so that it gives nothing now. */
const limited = storedCampaign(2, { megabytesPerDay: 100 });

/** Takes a step that begins when its time is over, or in time. @returns the problem that the page then says */
async function problemAfter(own: Campaign, { isDelayed = false, isLate = true }) {
	const { pieces, list } = own.megabytesPerDay === 0 ? plain : limited;
	const input = {
		runner: newRunner,
		campaigns: [own],
		changes: [],
		work: [{ piece: pieces[0] }],
		lists: [{ planId: 'p1', number: 1, list }],
		optOuts: [],
		sendUntil: isLate ? now : now + 2_000,
		isDelayed,
		zone: 'UTC',
	};
	const { campaigns } = await takeStep(
		input,
		() => now,
		({ rows }) => {
			return Promise.resolve(rows.map(() => ({ kind: 'given' })));
		},
	);
	return campaigns[0]?.set.problem;
}

it.each<[string, Campaign, Parameters<typeof problemAfter>[1], string]>([
	['came too late, after nothing but reading,', campaign, {}, readingSlowly],
	['came too late for another cause', campaign, { isDelayed: true }, ''],
	['was quick', slow, { isLate: false }, ''],
	[
		'was quick, and gave nothing,',
		{ ...limited.campaign, problem: readingSlowly },
		{ isLate: false },
		'',
	],
])('the step that %s says whether reading is slow', async (_, own, step, problem) => {
	expect(await problemAfter(own, step)).toBe(problem);
});

it('a campaign that is paused or has ended has no slow step', () => {
	const input = { campaign: slow, key: slow.controlKey, now, zone: 'UTC' };
	expect(changeStatus('pause', input)).toMatchObject({ campaign: { set: { problem: '' } } });
	expect(changeAtEnd(slow, 1, now)).toMatchObject({ status: 'finished', problem: '' });
});

it.each([
	['first step of a run', undefined, 0, true],
	['next step', now, 0, false],
	['shorter last step of a run', now, 58_000, true],
])('the %s may be delayed by more than reading', (_, ended, ranMs, isDelayed) => {
	const last = ended === undefined ? undefined : { runner: newRunner, rows: 4, ended, saved: [] };
	const stored = { campaigns: [campaign], stops: [], pieces: [...plain.pieces], wrong: [] };
	const run = { runner: newRunner, token: '7.new', started: now - ranMs, zone: 'UTC' };
	const step = nextRunnerStep({ ...stored, ...run, last }, now, () => 0.5);
	expect(step.isDelayed).toBe(isDelayed);
});
