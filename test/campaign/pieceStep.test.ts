import { atOnce, dueAt, waitMs } from '../../campaign/piece';
import { takeStep } from '../../campaign/step';
import type { Campaign, Piece } from '../../campaign/types';
import { newRunner, storedCampaign } from '../support/campaign/stored';

const now = Date.UTC(2027, 5, 1, 10);
const iso = (time: number) => new Date(time).toISOString();
const lookUp = now + 30_000;
const doubts = JSON.stringify({ 0: { lookUps: 1, at: iso(lookUp) } });
const inDoubt = { results: 'd-', doubts };
const paused = { status: 'paused' as const };

/** Takes a step in which nothing is to be asked. @returns the write of its piece */
async function after(own: Partial<Campaign>, stored: Partial<Piece>, isChanged = false) {
	const { campaign, pieces, list } = storedCampaign(2, { budget: 2 });
	const input = {
		runner: newRunner,
		campaigns: [{ ...campaign, ...own }],
		changes: [],
		work: [{ piece: { ...pieces[0], ...stored } }],
		lists: [{ planId: 'p1', number: 1, list: isChanged ? '[]' : list }],
		optOuts: [],
		sendUntil: now + 2_000,
		zone: 'UTC',
	};
	const asked = () => Promise.reject(new Error('Nothing is to be asked'));
	const { pieces: writes } = await takeStep(input, () => now, asked);
	return writes[0]?.set;
}

it.each<[string, Partial<Campaign>, Partial<Piece>, string]>([
	['running, with a row in doubt,', {}, inDoubt, dueAt(lookUp)],
	['paused, with a row in doubt,', paused, inDoubt, dueAt(lookUp)],
	['canceled, with a row in doubt,', { status: 'canceled' }, inDoubt, dueAt(lookUp)],
	['past its stop date, with one,', { stopAt: iso(now - 1) }, inDoubt, dueAt(lookUp)],
	['paused, without a row in doubt,', paused, {}, atOnce],
])('a piece of a campaign that is %s is due when there is something to do', async (...example) => {
	const [, own, stored, due] = example;
	expect(await after(own, stored)).toMatchObject({ dueAt: due });
});

it('a piece whose list was changed is looked at each minute', async () => {
	const set = await after({ status: 'planned' }, { results: '?-' }, true);
	expect(set).toMatchObject({ dueAt: dueAt(now + waitMs) });
});

it('a piece whose list was changed keeps its figures, which n8n would empty otherwise', async () => {
	const figures = { notSent: 2, notSentMb: 4, given: 0, failedMb: 0 };
	expect(await after({}, { results: '?-' }, true)).toMatchObject({ ...figures, results: '?-' });
	expect(Object.keys((await after({}, {}, true)) ?? {}).sort()).toEqual(
		Object.keys((await after(paused, {})) ?? {}).sort(),
	);
});
