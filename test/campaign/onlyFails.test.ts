import type { GiveResult } from '../../campaign/giving';
import { takeStep } from '../../campaign/step';
import { teamMessageOf } from '../../desk/message';
import { inEnglish, textStored } from '../../platform/say';
import { newRunner, storedCampaign } from '../support/campaign/stored';

const now = Date.UTC(2027, 5, 1, 10);

/** Takes a step in which each row has its result. */
async function stepOf(results: GiveResult[], old = 0) {
	const { campaign, pieces, list } = storedCampaign(results.length + old);
	const failed = JSON.stringify({ 'The pool is empty': [...Array(old).keys()] });
	const stored = { results: 'f'.repeat(old) + '-'.repeat(results.length), reasons: failed };
	const input = {
		runner: { ...newRunner, day: '2027-06-01' },
		campaigns: [campaign],
		changes: [],
		work: [{ piece: { ...pieces[0], ...(old > 0 && stored) } }],
		lists: [{ planId: 'p1', number: 1, list }],
		optOuts: [],
		sendUntil: now + 2_000,
		zone: 'UTC',
	};
	const { campaigns } = await takeStep(
		input,
		() => now,
		() => Promise.resolve(results),
	);
	const set = campaigns[0]?.set;
	return { campaign, set, told: inEnglish(textStored(String(set?.problem))) };
}

const rows = (length: number, result: GiveResult) => Array<GiveResult>(length).fill(result);
const empty: GiveResult = { kind: 'refused', reason: 'The pool is empty' };
const numbered = (n: number): GiveResult => ({ kind: 'refused', reason: `Refused, request ${n}` });
const other: GiveResult = { kind: 'refused', reason: 'The service is closed' };
const given: GiveResult = { kind: 'given' };
const doubt: GiveResult = { kind: 'inDoubt', reason: 'No response' };

it.each<[string, GiveResult[], number, string]>([
	['the last 50 failed alike', [given, ...rows(50, empty)], 0, 'paused'],
	[
		'the last 50 differ in a number',
		[given, ...Array.from({ length: 50 }, (_, n) => numbered(n))],
		0,
		'paused',
	],
	['49 failed behind a given row', [given, ...rows(49, empty)], 0, 'running'],
	['a given row is among the last 50', [...rows(50, empty), given], 0, 'running'],
	['two reasons are among the last 50', [given, ...rows(49, empty), other], 0, 'running'],
	[
		'rows in doubt are between them',
		[given, ...rows(25, empty), doubt, ...rows(25, empty)],
		0,
		'paused',
	],
	['all 10 rows of a piece failed alike', rows(10, empty), 0, 'paused'],
	['all 9 rows of a piece failed alike', rows(9, empty), 0, 'running'],
	['a piece of 10 has two reasons', [...rows(9, empty), other], 0, 'running'],
	['a piece of 12 failed over two steps', rows(4, empty), 8, 'paused'],
	['60 failed before a resume, and one is given', [given], 60, 'running'],
])('a campaign pauses or goes on after failed rows: %s', async (_, results, old, status) => {
	const { set, told } = await stepOf(results, old);
	expect(set?.status ?? 'running').toBe(status);
	if (status === 'paused') expect(told).toMatch(/^Paused, because rows failed .*Retry failed/);
});

it('the problem of a paused campaign explains a known code in words', async () => {
	const reason = 'The platform says: SUBSCRIBER_BLACKLISTED';
	const { told } = await stepOf(rows(10, { kind: 'refused', reason }));
	expect(told).toMatch(/The number is blacklisted \(SUBSCRIBER_BLACKLISTED\)$/);
});

it('the message to the team says why the campaign has paused', async () => {
	const { campaign, set } = await stepOf(rows(60, empty));
	const paused = { ...campaign, ...set } as typeof campaign;
	const told = teamMessageOf({
		campaign: paused,
		now,
		zone: 'UTC',
		pageUrl: 'https://n8n.example/page',
	});
	expect(told?.message).toMatchObject({
		status: 'paused',
		text: expect.stringContaining(
			'because rows failed one after the other for one reason',
		) as string,
	});
});
