import { answerPage } from '../../desk/answer';
import { fileNameOf } from '../../desk/resultFile';
import { attachment } from '../../desk/http';
import type { Section } from '../../desk/sections';
import type { DeskRequest } from '../../desk/http';
import { draftCampaign } from '../../campaign/draft';
import { hashOf } from '../../campaign/seal';
import type { Check } from '../../campaign/check';
import type { Piece, Campaign } from '../../campaign/types';
import { phrase } from '../../platform/say';
import { badRows, checked, keys, now, running } from '../support/campaign/pages';

const accept = 'text/html';
const control = { query: { key: keys.controlKey }, body: {}, accept };
const view = { query: { key: keys.viewKey }, body: {}, accept };
const asking = (query: object, { query: own, body } = control): DeskRequest => {
	return { query: { ...own, ...query }, body, accept };
};
const pressing = (action: string, body: object = {}, { query } = control): DeskRequest => {
	return { query, body: { action, ...body }, accept };
};

/** A request to the page of a campaign, which runs unless told. */
function asked(request: DeskRequest, changes: Partial<Campaign> = {}) {
	const { campaign, pieces } = running(changes);
	return { campaign, pieces, wrong: [], namesakes: [campaign], request, zone: 'UTC', now };
}

/** The answer, of the rows too where the page lists those that failed. */
function answered(...input: Parameters<typeof asked>) {
	const visit = asked(...input);
	const unread = answerPage({ ...visit, pieces: undefined });
	const first = unread.pieces ? answerPage(visit) : unread;
	const isPage = first.lists !== undefined && visit.request.query.format === undefined;
	return isPage && visit.request.body.action === undefined
		? answerPage({ ...visit, lists: visit.pieces })
		: first;
}
const bodyOf = (...input: Parameters<typeof asked>) => answered(...input).answer?.body ?? '';

it.each<[string, DeskRequest]>([
	['an unknown key', asking({ key: 'x' })],
	['an empty key', asking({ key: '' })],
	['two keys', asking({ key: [keys.controlKey, keys.viewKey] })],
	['no key', { query: {}, body: { action: 'cancel' }, accept }],
])('%s opens nothing', (_, request) => {
	const { answer, ...more } = answered(request);
	expect(answer).toMatchObject({ statusCode: 404, refresh: '', location: '' });
	expect(answer?.body).not.toContain('spring-2026');
	expect(more).toEqual({});
});

it('programs read why rows are left out in English', () => {
	const reason = phrase`Has a gift this month, given or planned`;
	const leftOut = [{ reason, rows: 5, examples: [] }];
	const check = JSON.stringify({ ...(JSON.parse(checked().campaign.check) as Check), leftOut });
	const told = JSON.parse(bodyOf(asking({ format: 'json' }), { check })) as { check: Check };
	expect(told.check.leftOut).toEqual([
		{ reason: 'Has a gift this month, given or planned', rows: 5, examples: [] },
	]);
});

it('a key that no campaign has opens nothing', () => {
	const answer = answerPage({ ...asked(control), campaign: undefined, pieces: [] });
	expect(answer).toMatchObject({ answer: { statusCode: 404 } });
});

it.each<[Partial<Campaign>, string]>([
	[{ planId: 'p2' }, 'href="desk?find=spring-2026">All 2 lists of this campaign<'],
	[{ planId: 'p2', status: 'draft' }, ''],
])('a page links all lists of its name where another one is %j', (other, words) => {
	for (const request of [control, view]) {
		const visit = { ...asked(request), deskAddress: 'desk' };
		const namesakes = [visit.campaign, { ...visit.campaign, ...other }];
		const { answer } = answerPage({ ...visit, namesakes, lists: visit.pieces });
		if (words === '') expect(answer?.body).not.toContain('?find=');
		else expect(answer?.body).toContain(words);
	}
});

it('an approval that another one came before is told so, once its page is opened', () => {
	const planned = checked();
	const approving = pressing('approve', { hash: hashOf(planned.campaign), by: 'Bo' });
	const { answer } = answerPage({ ...asked(approving), ...planned, namesakes: [] });
	const approved = new URLSearchParams(answer?.location.slice(1)).get('approved');
	const told = 'Grace has already approved it, on 25 Nov 2026, 09:';
	const mine = { by: 'Bo', at: approved, hash: '' };
	const first = { ...mine, by: 'Grace', at: '2026-11-25T09:00:00.000Z' };
	const bodyWith = (...approvals: object[]) =>
		bodyOf(asking({ approved }), { approvals: JSON.stringify(approvals) });
	expect(bodyWith(first)).toContain(told);
	expect(bodyWith(first, mine)).not.toContain(told);
});

describe('an opt-out from the page', () => {
	const phone = '+44 7700 900123';
	const visit = asked(pressing('addOptOut', { phone }));
	const optOuts = [{ phone: '+447700900123', createdAt: '2026-11-25T10:00:00.000Z' }];

	it('is stored before anything is answered', () => {
		expect(answerPage(visit)).toEqual({
			change: { optOuts: [{ phone: '+447700900123' }], pieces: [] },
		});
	});

	it('is told as it is stored, beside the field for the next one', () => {
		const { change, answer } = answerPage({ ...visit, optOuts });
		expect([change, answer?.statusCode, answer?.refresh]).toEqual([undefined, 200, '']);
		expect(answer?.body).toContain(
			'+447700900123 is on the opt-out list since 25 Nov 2026, 10:00.',
		);
		expect(answer?.body).toContain('value="addOptOut"');
	});

	it.each([control, asking({ view: 'change', phone }), pressing('addOptOut', { phone }, view)])(
		'is told to nobody else by an address',
		(request) => {
			expect(answerPage({ ...asked(request), optOuts }).answer?.body ?? '').not.toContain(
				'is on the opt-out list',
			);
		},
	);

	it('sends a program to the figures', () => {
		const request = { ...pressing('addOptOut', { phone }), accept: 'application/json' };
		const { answer } = answerPage({ ...asked(request), optOuts });
		expect(answer?.location).toContain('format=json');
	});
});

it.each([
	['addOptOut', 'phone', '0770 09'],
	['changeBudget', 'budget', 'much'],
	['raiseDayLimit', 'megabytesPerDay', '1'],
] as const)('a value that %s refuses stays in its field %s: %s', (action, field, value) => {
	const limited = { megabytesPerDay: 9 };
	const { answer } = answered(pressing(action, { [field]: value }), limited);
	expect([answer?.statusCode, answer?.refresh]).toEqual([409, '']);
	expect(answer?.body).toContain('Nothing was changed: ');
	expect(answer?.body).toMatch(new RegExp(`name="${field}"[^>]* value="${value}"`));
	const viewed = answered(pressing(action, { [field]: value }, view), limited);
	expect(viewed.answer?.body).not.toContain('<form');
});

describe('a draft', () => {
	const entered = { campaign: 'spring', service: 'S', budget: 'much' };
	const draft = { columns: [], questions: [], problems: [], entered };
	const campaign = { ...draftCampaign(draft, keys, now), id: 1 };
	const opened = (request: DeskRequest) =>
		answerPage({ ...asked(request), campaign, pieces: [], deskAddress: 'desk' });

	it.each([control, view, pressing('approve'), pressing('pause')])(
		'links its page at the desk, and has no button here',
		(request) => {
			const { answer, change } = opened(request);
			expect([answer?.statusCode, change]).toEqual([200, undefined]);
			expect(answer?.body).toContain('The list is not planned yet.');
			expect(answer?.body).toContain('<a href="desk?draft=view-key">Open it at the desk</a>');
			expect(answer?.body).not.toMatch(/<form|control-key/);
		},
	);

	it('is told to programs as one', () => {
		const { body = '' } = opened(asking({ format: 'json' })).answer ?? {};
		expect(JSON.parse(body)).toEqual({ campaign: 'spring', status: 'draft', problem: '' });
	});

	it('is discarded with the control key, and then has a page and figures', () => {
		expect(opened(pressing('cancel', {}, view)).change).toBeUndefined();
		const { change } = opened(pressing('cancel'));
		expect(change?.campaign?.set).toMatchObject({ status: 'canceled', active: false });
		const canceled = { ...campaign, ...change?.campaign?.set } as Campaign;
		const shown = (request: DeskRequest) =>
			answerPage({ ...asked(request), campaign: canceled, pieces: [] }).answer;
		expect(shown(control)?.body).toContain('Canceled');
		expect(shown(asking({ format: 'json' }))).toMatchObject({ statusCode: 200 });
	});
});

const decides = 'this address shows the campaign, and its other address decides about it.';

it.each<[string, DeskRequest, string, Partial<Campaign>?]>([
	['the view key pauses', pressing('pause', {}, view), decides],
	['a button is unknown', pressing('toString'), 'there is no button toString.'],
	['another plan is approved', pressing('approve', { hash: 'x' }), 'was changed.', { budget: 9 }],
])('nothing is changed, in words, where %s', (_, request, words, changes = {}) => {
	const { answer, change, lists } = answered(request, changes);
	expect(answer?.statusCode).toBe(409);
	expect(answer?.body).toContain('Nothing was changed: ');
	expect(answer?.body).toContain(words);
	expect([change, lists]).toEqual([undefined, undefined]);
});

describe('an approval', () => {
	const { campaign, pieces } = checked('spring');
	const approve = (body: object) => {
		const request = pressing('approve', { hash: hashOf(campaign), ...body });
		return answerPage({ ...asked(request), campaign, pieces });
	};

	it.each([
		[{ by: ' ' }, 'Control address'],
		[{ by: 'Ada '.repeat(99) }, 'Ada '.repeat(50)],
	])('with %j is written down', (body, by) => {
		const { approvals } = approve(body).change?.campaign?.set ?? {};
		expect(JSON.parse(String(approvals))).toMatchObject([{ by }]);
	});
});

it.each(['retry', 'checkAgain', 'countGiven', 'countFailed'] as const)(
	'%s asks for the lists of the pieces it changes, and of no other',
	(button) => {
		const input = asked(pressing(button));
		const [first, ...others] = input.pieces;
		const ended = others.map((piece) => ({ ...piece, results: 'g'.repeat(piece.rows) }));
		const { lists, ...more } = answerPage({ ...input, pieces: [first as Piece, ...ended] });
		expect(lists).toEqual([{ from: 1, to: 1 }]);
		expect(more).toEqual({});
	},
);

it('a person who settles rows is written down, and the view key is told no name', () => {
	const input = asked(pressing('countFailed', { by: 'Ada' }));
	const { change } = answerPage({ ...input, lists: input.pieces });
	const campaign = { ...input.campaign, ...change?.campaign?.set } as Campaign;
	const shownTo = (request: DeskRequest) =>
		answerPage({ ...input, campaign, request, lists: input.pieces }).answer?.body;
	expect(shownTo(control)).toContain('Decided by Ada on 25 Nov');
	expect(shownTo(view)).toContain('Decided by … on 25 Nov');
});

it('the page reads pieces with failed rows and pieces in doubt, and the list of each piece once', () => {
	const input = asked(control);
	const limit = 20;
	expect(answerPage({ ...input, pieces: undefined })).toEqual({
		pieces: [
			{ minFailed: 1, minInDoubt: 0, limit },
			{ minFailed: 0, minInDoubt: 1, limit },
		],
	});
	const [first] = input.pieces;
	const twice = [first as Piece, first as Piece];
	expect(answerPage({ ...input, pieces: twice })).toEqual({ lists: [{ from: 1, to: 1 }] });
	const doubted = withFigures({ failed: 0 });
	expect(answerPage({ ...input, ...doubted, pieces: undefined }).pieces).toHaveLength(2);
	const well = withFigures({ failed: 0, inDoubt: 0 });
	expect(answerPage({ ...input, ...well, pieces: undefined }).answer).toBeDefined();

	function withFigures(figures: object) {
		const totals = JSON.stringify({ ...(JSON.parse(input.campaign.totals) as object), ...figures });
		return { campaign: { ...input.campaign, totals } };
	}
});

it('a piece whose list is missing is left as it is', () => {
	const input = asked(pressing('retry'));
	const { change, answer } = answerPage({ ...input, lists: input.pieces.slice(1) });
	expect(change?.pieces).toHaveLength(input.pieces.length - 1);
	expect(answer?.location).toBe('?key=control-key');
});

it('where all of them are, the page says that nothing was changed', () => {
	const { change, answer } = answerPage({ ...asked(pressing('countGiven')), lists: [] });
	expect(change).toBeUndefined();
	expect(answer?.statusCode).toBe(409);
	expect(answer?.body).toContain('Nothing was changed: the list of these rows was changed');
});

it.each<object>([
	{ done: 'countGiven' },
	{ done: 'pause', skipped: '2' },
	{ done: 'approve', at: String(now) },
])('an address with %j says nothing else than one without', (query) => {
	expect(bodyOf(asking(query))).toBe(bodyOf(control));
	const json = asking({ ...query, format: 'json' });
	expect(bodyOf(json)).toBe(bodyOf(asking({ format: 'json' })));
});

it.each([control, view])('programs get the figures with any key, and no row', (opened) => {
	const cell = 'Write to 447700900003 in Bristol';
	const { campaign, pieces } = checked('customers-20261125.csv', 'No answer', {}, cell);
	const request = asking({ format: 'json' }, opened);
	const { answer } = answerPage({ ...asked(request), campaign, pieces });
	expect(answer).toMatchObject({ statusCode: 200, type: 'application/json; charset=utf-8' });
	const {
		campaign: name,
		check,
		sections,
		...figures
	} = JSON.parse(answer?.body ?? '') as Record<string, unknown>;
	expect(name).toBe(campaign.name);
	expect(figures).toMatchObject({ status: 'planned', rows: 12, leftOut: 4, isBalanced: true });
	expect(check).toMatchObject({ toGive: 18_006, leftOut: [{ rows: 2 }, { rows: 2 }] });
	expect(figures.warnings).toContainEqual({
		code: 'hiddenRows',
		field: 'list',
		words: 'The spreadsheet hides 1 row of the list; all are read.',
	});
	const names = (sections as Section[]).map((section) => section.name);
	expect(names).toEqual(['approve', 'leftOut', 'plan', 'countries', 'pools', 'reading', 'details']);
	// A file's name may have digits: they aren't taken for a phone number.
	expect(JSON.stringify([check, sections])).toContain('customers-20261125.csv');
	expect(answer?.body).not.toMatch(/33639980|447700900|Bristol|C-1|view-key|control-key/);
});

const program = 'application/json,text/html,*/*';
it.each<[string, DeskRequest, object]>([
	[
		'is led to the figures',
		pressing('pause'),
		{ statusCode: 303, location: '?key=control-key&format=json' },
	],
	[
		'gets why nothing was changed',
		pressing('pause', {}, view),
		{ statusCode: 409, body: expect.stringMatching(/^\{"status":"refused","problem":"Nothing/) },
	],
	[
		'gets that its key opens nothing',
		pressing('pause', {}, { ...control, query: { key: 'x' } }),
		{ statusCode: 404, body: expect.stringMatching(/"problem":"There is no such campaign\./) },
	],
])('a program that presses a button %s', (_, request, answer) => {
	expect(answered({ ...request, accept: program }).answer).toMatchObject(answer);
});

it('the file is for the control key, and asks for all lists', () => {
	const file = { format: 'file' };
	const { lists, ...more } = answered(asking(file));
	expect(more).toEqual({});
	const [{ from, to } = { from: 0, to: 0 }] = lists ?? [];
	expect([from < -1_000_200, to > 100_000]).toEqual([true, true]);
	expect(answered(asking(file, view)).answer).toMatchObject({
		statusCode: 200,
		body: expect.stringContaining('Its other address has the rows') as string,
	});
});

it.each([
	['control', 'file', undefined, true],
	['control', 'toCorrect', undefined, true],
	['view', 'file', 200, false],
	['view', 'toCorrect', 200, false],
])('with the lists read, the %s key gets the %s: %s', (right, format, statusCode, isGiven) => {
	const key = right === 'control' ? control : view;
	const input = asked(asking({ format }, key));
	const lists = [{ planId: 'plan-1', number: 0, list: JSON.stringify(badRows()) }];
	const { file, answer } = answerPage({ ...input, lists });
	const { pieces } = input;
	const toCorrect = format === 'toCorrect';
	const { language, ...rows } = file ?? {};
	expect(rows).toEqual(isGiven ? { pieces, lists, toCorrect } : {});
	expect(language?.tag).toBe(isGiven ? 'en' : undefined);
	expect(answer?.statusCode).toBe(statusCode);
});

it.each([
	['spring-2026', 'csv', 'spring-2026.csv'],
	['a "b"\r\nc/../d', 'xlsx', 'a-b-c-..-d.xlsx'],
	['Frühling 2026.xlsx', 'csv', 'Frühling-2026.csv'],
	['\u202Eربيع \uD800', 'csv', '-ربيع-.csv'],
])('the file of %j, as %s, is named %s', (name, extension, file) => {
	expect(fileNameOf({ name }, extension)).toBe(file);
});

it('the file with the rows to correct is named so', () => {
	expect(fileNameOf({ name: 'May.csv' }, 'xlsx', ' to correct')).toBe('May-to-correct.xlsx');
});

it.each([
	['spring-2026.csv', 'attachment; filename="spring-2026.csv"'],
	[
		'Frühling-2026.csv',
		`attachment; filename="Fruhling-2026.csv"; filename*=UTF-8''Fr%C3%BChling-2026.csv`,
	],
	['Łódź.csv', `attachment; filename="-odz.csv"; filename*=UTF-8''%C5%81%C3%B3d%C5%BA.csv`],
	['春.csv', `attachment; filename="-.csv"; filename*=UTF-8''%E6%98%A5.csv`],
])('the browser is told of %s by %s', (name, header) => {
	expect(attachment(name)).toBe(header);
});
