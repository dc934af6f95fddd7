import { answerDesk, type AnswerDeskInput } from '../../campaign/answerDesk';
import { deskPage } from '../../campaign/deskPage';
import { approvalMessage, messageOf } from '../../campaign/message';
import { hashOf } from '../../campaign/seal';
import type { Batch, Campaign } from '../../campaign/types';
import { checked, hostile, now, running } from '../support/campaign/pages';

const desk: AnswerDeskInput = {
	campaigns: [],
	batches: [],
	services: [],
	zone: 'Europe/Vienna',
	now,
	isBrowser: true,
	approver: 'login',
	isTest: false,
	settings: { saveDataSuccessExecution: 'none', executionTimeout: 900 },
	pageUrl: 'https://n8n.example.com/webhook/mobile-data-campaign',
};

it('the desk escapes what was entered, what the platform tells, and each campaign', () => {
	const entered = { campaign: hostile, service: hostile, budget: hostile, startAt: hostile };
	const page = deskPage({
		...desk,
		campaigns: [running({ name: hostile }).campaign],
		services: [],
		pageAddress: hostile,
		zone: hostile,
		now,
		entered,
		problem: hostile,
		trouble: hostile,
	});
	const offered = deskPage({
		...desk,
		pageAddress: '',
		services: [{ serviceKey: hostile, name: hostile }],
	});
	expect(page.match(/&#60;script&#62;/g)).toHaveLength(9);
	expect(offered.match(/&#60;script&#62;/g)).toHaveLength(2);
	expect(page + offered).not.toMatch(/<script|" onx|\{\{/);
});

it('the desk has the settings of a campaign that is planned again, under a new name', () => {
	const stopAt = new Date(now + 3_600_000).toISOString();
	const { campaign } = running({ stopAt });
	const page = answerDesk({ ...desk, campaigns: [campaign], again: 'plan-1' }).body;
	const values = [...page.matchAll(/name="(\w+)" type="[\w-]+" value="([^"]+)"/g)];
	expect(Object.fromEntries(values.map(([, name, value]) => [name, value]))).toEqual({
		campaign: 'spring-2026 2',
		service: 'LOYALTYDATA01',
		budget: '2000000',
		quietFrom: '21:00',
		quietTo: '08:00',
		rowsPerSecond: '50',
		stopAt: '2026-11-25T12:00',
	});
});

it.each<[string, Partial<Campaign>, Partial<Batch>, RegExp]>([
	['failed rows', {}, {}, /Failed[^]*spring-2026[^]*75%[^]*>2</],
	['what holds it up', { problem: 'The limit of a day' }, {}, /Running, held up/],
	[
		'quiet hours',
		{ quietFrom: '00:00', quietTo: '23:59' },
		{ status: 'open' },
		/Running, quiet hours/,
	],
])('the desk shows %s', (_, changes, set, words) => {
	const { campaign, batches } = running(changes);
	const shown = batches.map((batch) => ({ ...batch, ...set }));
	expect(deskPage({ ...desk, campaigns: [campaign], batches: shown, pageAddress: '' })).toMatch(
		words,
	);
});

it('the desk links each campaign with its control key, and says what it does', () => {
	const page = deskPage({ ...desk, campaigns: [running().campaign], pageAddress: 'page' });
	expect(page).toContain('href="page?key=control-key"');
	expect(page).toMatch(/spring-2026[^]*Running[^]*100%[^]*18,006[^]*25 Nov 2026, 11:00/);
	expect(page).not.toContain('view-key');
});

it.each<[string, Partial<AnswerDeskInput>, object]>([
	['the desk', {}, { statusCode: 200, type: 'text/html; charset=utf-8', location: '' }],
	[
		'why nothing was planned',
		{ problem: "'Budget (MB)' is required", entered: { campaign: 'spring' } },
		{ statusCode: 422, body: expect.stringMatching(/Nothing was planned\.[^]*value="spring"/) },
	],
	[
		'the page of a planned campaign, by an address without a host',
		{ planned: running().campaign },
		{ statusCode: 303, location: 'mobile-data-campaign?key=control-key', body: '' },
	],
])('a browser gets %s', (_, more, answer) => {
	expect(answerDesk({ ...desk, ...more })).toMatchObject(answer);
});

it('a program gets what was planned, with both addresses and no row', () => {
	const { campaign } = checked('spring');
	const { statusCode, type, body } = answerDesk({ ...desk, planned: campaign, isBrowser: false });
	expect([statusCode, type]).toEqual([200, 'application/json; charset=utf-8']);
	expect(JSON.parse(body)).toEqual({
		campaign: 'spring',
		status: 'planned',
		rows: 12,
		megabytes: 18_006,
		budget: 2_000_000,
		leftOut: 4,
		hash: hashOf(campaign),
		leftOutReasons: [
			{ reason: "'Amount (MB)' must be a number: spring", rows: 2 },
			{ reason: 'Duplicate of row …', rows: 2 },
		],
		statusUrl: `${desk.pageUrl}?key=view-key`,
		controlUrl: `${desk.pageUrl}?key=control-key`,
	});
});

it('a program gets why nothing was planned', () => {
	const { statusCode, body } = answerDesk({ ...desk, problem: 'Why', isBrowser: false });
	expect([statusCode, JSON.parse(body)]).toEqual([422, { status: 'refused', problem: 'Why' }]);
});

it('messages have figures, the most frequent reason, and a link', () => {
	const { campaign } = checked();
	expect(approvalMessage(campaign, { ...desk, deskUrl: 'https://n8n.example.com/desk' }).text).toBe(
		'Ada waits for an approval: 12 rows, 18,006 MB, budget 2,000,000 MB, 4 rows left out. https://n8n.example.com/desk',
	);
	const ended = running({ status: 'canceled' });
	const told = messageOf({ ...ended, zone: 'UTC', now, pageUrl: desk.pageUrl });
	expect(told?.kind).toBe('ended');
	expect(told?.message.text).toMatch(
		/^spring-2026: Canceled\. Given: 3 rows, 4,501\.5 MB\..*Most often: The number is blocked, 4 rows\. https:\S+\?key=view-key$/,
	);
});
