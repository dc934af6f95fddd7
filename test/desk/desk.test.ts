import { answerDesk, answerStored, type AnswerDeskInput } from '../../desk/answerDesk';
import { deskPage, draftPage } from '../../desk/deskPage';
import { approvalMessage, teamMessageOf } from '../../desk/message';
import { readPlanRequest } from '../../desk/planRequest';
import type { Question } from '../../lists/readingSettings';
import { draftCampaign, type Draft } from '../../campaign/draft';
import { hashOf } from '../../campaign/seal';
import type { Piece, Campaign } from '../../campaign/types';
import {
	approvedAt,
	checked,
	counted,
	hostile,
	keys,
	now,
	running,
	sectionOf,
	textOf,
} from '../support/campaign/pages';

const desk: AnswerDeskInput = {
	campaigns: [],
	wrong: [],
	query: {},
	services: [],
	zone: 'Europe/Vienna',
	token: 'token',
	now,
	isBrowser: true,
	approver: 'login',
	isTest: false,
	settings: { saveDataSuccessExecution: 'none', executionTimeout: 900 },
	pageUrl: 'https://n8n.example.com/webhook/mobile-data-campaign',
	deskUrl: 'https://n8n.example.com/webhook/mobile-data-campaigns',
	entered: {},
};

const columns: Draft['columns'] = [
	{ number: 1, name: 'Celular', field: 'phone', samples: [{ before: '51987', after: '+51987' }] },
	{ number: 2, name: 'Datos', samples: [{ before: '500', after: '' }] },
];
const draftWith = (more: Partial<Draft> = {}): Draft => {
	const entered = { campaign: 'spring', service: 'LOYALTYDATA01', budget: '7' };
	return { fileName: 'list.csv', columns, questions: [], problems: [], entered, ...more };
};
/** A draft as it is stored. */
const storedDraft = (more: Partial<Draft> = {}) => {
	return { ...draftCampaign(draftWith(more), keys, now), id: 1 };
};
/** Its page. */
const draftShown = (more: Partial<Draft> = {}) =>
	draftPage({ ...desk, campaign: storedDraft(more), draft: draftWith(more) });

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
	const samples = [{ before: hostile, after: hostile }];
	const draft = draftShown({
		fileName: hostile,
		columns: [{ number: 1, name: hostile, field: 'phone', samples }],
		questions: [{ field: 'unit', text: hostile }],
		problems: [{ field: 'budget', text: hostile }],
		entered: { campaign: hostile, budget: hostile },
	});
	expect(page.match(/&#60;script&#62;/g)).toHaveLength(9);
	expect(offered.match(/&#60;script&#62;/g)).toHaveLength(2);
	expect(draft.match(/&#60;script&#62;/g)?.length).toBeGreaterThan(9);
	expect(page + offered + draft).not.toMatch(/<script|" onx|\{\{/);
});

it('the desk has the settings of a campaign that is planned again, under a new name', () => {
	const stopAt = new Date(now + 3_600_000).toISOString();
	const { campaign } = running({ stopAt });
	const page = answerDesk({ ...desk, campaigns: [campaign], query: { again: 'plan-1' } }).body;
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

it.each([
	['spring', ['spring'], 'spring 2'],
	['spring', ['SPRING', 'spring 2', 'other'], 'spring 3'],
	['spring 2', ['spring 2', 'spring 3'], 'spring 4'],
	['spring', [], 'spring'],
])('plans %s again, where %j are used up, as %s', (name, used, proposed) => {
	const old = { ...checked().campaign, name, planId: 'old' };
	const taken = used.map((one) => ({ ...running({ name: one }).campaign, planId: one }));
	const unapproved = { ...old, name: proposed, planId: 'unapproved' };
	const campaigns = [old, unapproved, ...taken];
	const { body } = answerDesk({ ...desk, campaigns, query: { again: 'old' } });
	expect(/name="campaign" type="text" value="([^"]*)"/.exec(body)?.[1]).toBe(proposed);
});

const page = (more: Partial<Parameters<typeof deskPage>[0]> = {}) =>
	deskPage({ ...desk, pageAddress: 'page', ...more });

it('each field of the form is one of a plan, and keeps what is entered', () => {
	for (const shown of [page(), draftShown()]) {
		const names = [...shown.matchAll(/<(?:input|select)\s+name="(\w+)"/g)].map(([, name]) => name);
		expect(names).toEqual(expect.arrayContaining(['campaign', 'list', 'startAt', 'quietFrom']));
		const entered = Object.fromEntries(names.map((name) => [name, '7']));
		expect(() => readPlanRequest(entered)).not.toThrow();
		const kept = page({ entered }).match(/ value="7"/g);
		expect(kept?.length).toBeGreaterThan(10);
	}
});

describe('a draft', () => {
	const text = 'Are they of Brazil (+55), or of Peru (+51)?';
	const asks = (question: Partial<Question>) => {
		return draftShown({ questions: [{ field: 'country', text, ...question }] });
	};
	const fieldIn = (html: string, name: string) =>
		new RegExp(`<p id="asked-${name}">(.*?)</p>.*?<select name="${name}" (.*?)</select>`, 's').exec(
			html,
		);

	it('has each question in front of its field, which is marked, with its proposal', () => {
		const [, question = '', field = ''] = fieldIn(asks({}), 'country') ?? [];
		expect(textOf(question)).toBe(text);
		expect(field).toContain('aria-invalid="true" aria-describedby="asked-country"');
		expect(field).toMatch(/<option value="" selected>\s+Choose…/);
		const [, , proposed] = fieldIn(asks({ proposed: 'BR' }), 'country') ?? [];
		expect(proposed).toMatch(/<option value="BR" selected>/);
		const [, , sheet] = fieldIn(asks({ field: 'sheet', choices: ['A', 'B'] }), 'sheet') ?? [];
		expect(sheet?.match(/value="."/g)).toEqual(['value="A"', 'value="B"']);
	});

	it('shows what comes out of its cells only where that is known or proposed', () => {
		expect(textOf(asks({}))).not.toContain('→');
		expect(textOf(asks({ proposed: 'BR' }))).toContain('51987 → +51987');
		expect(textOf(asks({ field: 'unit' }))).toContain('51987 → +51987');
		const moved = draftShown({ entered: { column1: 'customer', column2: 'phone' } });
		expect(textOf(moved)).not.toContain('→');
		expect(moved).toMatch(/name="column2"[^>]*>[^]*?<option value="phone" selected>/);
	});

	it.each<[string, number[] | undefined, number[]]>([
		['one that is asked about', [2], [2]],
		['each, where the question names none', undefined, [1, 2]],
	])('marks columns in their table: %s', (_, about, marked) => {
		const shown = asks({ field: 'amountColumn', columns: about });
		const fields = [
			...shown.matchAll(/name="column(\d)"[^>]*aria-describedby="asked-amountColumn"/g),
		];
		expect(fields.map(([, number]) => Number(number))).toEqual(marked);
	});

	it('says how to answer where it has no amounts', () => {
		expect(textOf(asks({ field: 'amountColumn' }))).toContain('fill in the MB for rows');
	});

	it.each([
		['budget', /<input name="budget" [^>]*aria-describedby="asked-budget"/],
		['quietTo', /<details open>\s*<summary>Times and rate[^]*aria-describedby="asked-quietTo"/],
		['column2', /<select\s+name="column2"\s+[^>]*aria-describedby="asked-column2"/],
	])('says at the field %s what is wrong, and keeps the table of columns', (field, marked) => {
		const shown = draftShown({ problems: [{ field, text: 'Wrong' }] });
		expect(shown).toMatch(marked);
		expect(shown).toContain(`<p id="asked-${field}"><b>Wrong</b></p>`);
		expect(textOf(shown)).toContain('Nothing is planned yet Wrong Answer at the marked fields');
		expect(shown).toContain('aria-label="Meaning of Datos"');
	});

	it('has its page at the desk, where a campaign that was planned is read again, too', () => {
		const shown = (campaign: Campaign, more: Partial<AnswerDeskInput> = {}) =>
			answerDesk({ ...desk, campaigns: [campaign], draftKey: keys.viewKey, ...more });
		expect(shown(storedDraft()).body).toMatch(/value="spring"[^]*list\.csv/);
		const { campaign } = checked('summer');
		expect(shown(campaign)).toMatchObject({
			statusCode: 200,
			body: expect.stringMatching(/Waiting for approval[^]*value="summer"[^]*Read again/) as string,
		});
		expect(shown(running().campaign)).toMatchObject({ statusCode: 303, location: /control-key/ });
		expect(shown(storedDraft(), { draftKey: 'x' })).toMatchObject({ statusCode: 404 });
		const demoted = { ...campaign, status: 'draft' as const, problem: 'The name is taken.' };
		expect(shown(demoted).body).toContain('<p id="asked-campaign"><b>The name is taken.</b></p>');
	});

	it('is refused with what was sent, and offers to discard it where the login decides', () => {
		const sent = { refused: { text: 'No list' }, entered: { budget: '8' } };
		const campaigns = [storedDraft()];
		const shown = (more: object) =>
			answerDesk({ ...desk, campaigns, draftKey: keys.viewKey, ...sent, ...more });
		expect(shown({}).statusCode).toBe(422);
		expect(shown({}).body).toMatch(/No list[^]*value="8"[^]*value="cancel"/);
		expect(shown({ approver: 'address' }).body).not.toMatch(/value="cancel"|control-key/);
	});

	it('is told to a program with its questions, and without cells', () => {
		const questions: Question[] = [{ field: 'unit', text }];
		const told = {
			status: 'draft',
			problem: `${text} Choose the 'Unit'.`,
			problems: [],
			columns: [
				{ number: 1, name: 'Celular', field: 'phone' },
				{ number: 2, name: 'Datos' },
			],
			questions: [{ field: 'unit' }],
			draftUrl: `${desk.deskUrl}?draft=view-key`,
		};
		const campaign = storedDraft({ questions });
		const addresses = { ...desk, isBrowser: false };
		const sent = answerStored(campaign, addresses);
		expect([sent.statusCode, JSON.parse(sent.body)]).toEqual([422, told]);
		const asked = { ...addresses, campaigns: [campaign], draftKey: keys.viewKey };
		const { statusCode, body } = answerDesk(asked);
		expect([statusCode, JSON.parse(body)]).toEqual([200, told]);
	});
});

it('the desk says that the set-up is complete only where nothing is missing', () => {
	expect(textOf(page({ isTest: true }))).not.toContain('Set-up is complete');
	expect(textOf(page())).not.toContain("Set-up isn't complete");
});

it('the desk offers the services by their names, and sends their keys', () => {
	const services = [{ serviceKey: 'LOYALTYDATA01', name: 'Loyalty (LOYALTYDATA01)' }];
	expect(textOf(page({ services }))).toContain('Service Loyalty (LOYALTYDATA01) ');
	const entered = { service: 'OTHER01' };
	expect(page({ services, entered })).toMatch(/<option value="OTHER01" selected>/);
	const several = [...services, { serviceKey: 'OTHER01', name: 'Other' }];
	expect(textOf(page({ services }))).not.toContain('Choose…');
	expect(textOf(page({ services: several }))).toContain('Choose…');
});

it('the desk has a table of campaigns, and none where there is no campaign', () => {
	const { campaign } = running();
	expect(sectionOf(page({ campaigns: [campaign] }), 'Campaigns')).toBe(
		'Campaigns Name or part of it Find Campaign State Done (%) Failed Rows Planned MB Planned spring-2026 Running 75 2 12 18,006 25 Nov 2026, 11:00',
	);
	expect(sectionOf(page(), 'Campaigns')).toBe('');
});

it('the desk lists first what waits for a person, then what runs, and shows failures as such', () => {
	const { pieces } = running();
	const each = (name: string, changes: Partial<Campaign>, set: Partial<Piece> = {}) => {
		const { campaign } = running({ ...changes, name, planId: name });
		const own = pieces.map((piece) => ({ ...piece, planId: name, inDoubt: 0, failed: 0, ...set }));
		return counted({ campaign, pieces: own }).campaign;
	};
	const finished: Partial<Campaign> = { status: 'finished' };
	const all = [
		each('ended', finished),
		each('failed', finished, { notSent: 0, failed: 6 }),
		each('runs', {}),
		each('unsettled', finished, { inDoubt: 1 }),
		each('stuck', { problem: 'No answer' }),
		each('planned', { status: 'planned' }),
		each('paused', { status: 'paused' }),
		each('canceled', { status: 'canceled' }),
	];
	const shown = page({ campaigns: all });
	const names = [...shown.matchAll(/page\?key=[^>]*>([^<]*)<\/a>/g)].map(([, name]) => name);
	expect(names).toEqual([
		...['unsettled', 'stuck', 'planned', 'paused'],
		...['runs', 'ended', 'failed', 'canceled'],
	]);
	const tones = [...shown.matchAll(/<b class="(\w+)-text">([^<]*)</g)].map(([, ...tone]) => tone);
	expect(tones).toEqual([
		['error', 'Finished, 2 rows in doubt'],
		['warning', 'Running, held up'],
		['warning', 'Waiting for approval'],
		['warning', 'Paused'],
		['error', 'Finished, all rows failed'],
	]);
});

describe('the list of campaigns', () => {
	const day = 86_400_000;
	const ended = (
		name: string,
		daysAgo: number,
		set: Partial<Piece>,
		more: Partial<Campaign> = {},
	) => {
		const { campaign, pieces } = running({ status: 'finished', name, planId: name, ...more });
		const own = pieces.map((piece) => ({ ...piece, inDoubt: 0, failed: 0, ...set }));
		const finishedAt = new Date(now - daysAgo * day).toISOString();
		return counted({ campaign: { ...campaign, finishedAt }, pieces: own }).campaign;
	};
	const campaigns = [
		ended('Spring', 6, {}),
		ended('Old spring', 8, { failed: 1 }, { status: 'canceled' }),
		ended('Open', 8, { inDoubt: 1 }),
		ended('Held', 8, { status: 'held' }),
		running({ name: 'Runs' }).campaign,
	];
	const namesIn = (query: object) => {
		const shown = sectionOf(page({ campaigns, query: query as never }), 'Campaigns');
		return campaigns.map(({ name }) => name).filter((name) => shown.includes(`${name} `));
	};

	it.each<[object, string[]]>([
		[{}, ['Spring', 'Open', 'Held', 'Runs']],
		[{ all: 'yes' }, ['Spring', 'Old spring', 'Open', 'Held', 'Runs']],
		[{ find: 'SPRING' }, ['Spring', 'Old spring']],
		[{ find: 'OLD  s' }, ['Old spring']],
		[{ find: 'winter' }, []],
	])('with %j has those that are asked for', (query, names) => {
		expect(namesIn(query)).toEqual(names);
	});

	it('says how many it leaves out, and that a name is not found', () => {
		expect(page({ campaigns })).toContain('<a href="?all=yes">Older campaigns: 1</a>');
		const none = textOf(page({ campaigns, query: { find: 'x<y' } }));
		expect(none).toContain('No campaign has “x<y” in its name. All campaigns');
		const read = (many: number) => Array.from({ length: many }, () => campaigns[0] as Campaign);
		expect(page({ campaigns: read(100) })).toContain('The newest 100 are read.');
		expect(page({ campaigns: read(99) })).not.toContain('are read.');
	});

	it.each<[object, boolean]>([
		[{}, true],
		[{ all: 'yes' }, true],
		[{ find: 'winter' }, false],
		[{ find: 'runs' }, false],
	])('with %j says after how many days a campaign is an older one: %s', (query, isSaid) => {
		const shown = textOf(page({ campaigns, query: query as never }));
		expect(shown.includes('ended more than 7 days ago, with nothing open, are under')).toBe(isSaid);
	});

	it.each(['FRÜHLING', 'Fru\u0308hling', 'fruhling', 'Frühling'])(
		'finds “Frühling” by %s',
		(find) => {
			for (const name of ['Frühling 2026', 'FRU\u0308HLING 2026']) {
				const shown = page({ campaigns: [ended(name, 9, {})], query: { find } });
				expect(textOf(shown)).toContain(`${name} Finished`);
			}
		},
	);

	it('says that all campaigns are older where it is empty, and that a name is not found', () => {
		const old = campaigns.slice(1, 2);
		const shown = textOf(page({ campaigns: old }));
		expect(shown).toContain('No campaign is open or has ended in the last 7 days.');
		expect(shown).toContain('Older campaigns: 1');
		expect(shown).not.toContain('in its name');
	});

	it('has the sums of each month below, by when campaigns began to give', () => {
		const before = running({
			name: 'b',
			startAt: '2026-10-01T00:00:00.000Z',
			...approvedAt('2026-10-31T23:30:00.000Z'),
		}).campaign;
		const late = running({
			name: 'c',
			startAt: '2026-10-31T22:30:00.000Z',
			approvals: '',
		}).campaign;
		const earlier = { ...before, ...approvedAt('2026-10-02T00:00:00.000Z') };
		const shown = page({ campaigns: [earlier, late, running().campaign, before] });
		expect(sectionOf(shown, 'By month')).toBe(
			'By month Month of the start Campaigns Gifts Given MB Failed rows Nov 2026 2 6 9,003 4 Oct 2026 1 3 4,501.5 2',
		);
		expect(sectionOf(page({ campaigns: [late] }), 'By month')).toBe('');
		expect(sectionOf(shown, 'Campaigns with added rows')).toBe(
			'Campaigns with added rows Campaign Lists Gifts Given MB Failed rows b 2 6 9,003 4',
		);
		expect(textOf(page({ campaigns: [earlier, late] }))).not.toContain('with added rows');
	});
});

describe('a test gift', () => {
	const { campaign } = checked('spring');
	const check = JSON.parse(campaign.check) as { columns: object[] };
	const samples = [
		{ before: 'x', after: 'must be a number' },
		{ before: '1,5', after: 1536 },
	];
	const amounts = { number: 2, name: 'Data', field: 'megabytes', samples };
	const planned = { ...campaign, check: JSON.stringify({ ...check, columns: [amounts] }) };
	const valuesIn = (html: string) =>
		Object.fromEntries(
			[
				...html.matchAll(
					/name="(\w+)"\s+type="\w+"\s+value="([^"]*)"|type="hidden" name="(\w+)" value="([^"]*)"/g,
				),
			].map(([, name, value, hiddenName = name, hiddenValue = value]) => [hiddenName, hiddenValue]),
		);

	it('has the first amount of its campaign, and a name that is free', () => {
		const taken = { ...running({ name: 'Test spring' }).campaign, planId: 'other' };
		const campaigns = [planned, taken];
		const { statusCode, body } = answerDesk({ ...desk, campaigns, query: { test: 'plan-1' } });
		expect([statusCode, valuesIn(body)]).toEqual([
			200,
			{
				campaign: 'Test spring 2',
				service: 'spring',
				megabytes: '1536',
				budget: '1536',
				country: 'FR',
				sendAsEntered: 'false',
				token: 'token',
				phone: '',
			},
		]);
	});

	it.each<[string, Partial<Campaign>, string]>([
		['most numbers', {}, 'Phone number of France, or with its country code'],
		['its list', { country: 'DE' }, 'Phone number of Germany, or with its country code'],
		['nobody', { totals: '' }, 'Phone number with country code'],
	])('asks for a number of the country that %s has, with a way back', (_, set, label) => {
		const campaigns = [{ ...planned, ...set }];
		const { body } = answerDesk({ ...desk, campaigns, query: { test: 'plan-1' } });
		expect(textOf(body)).toContain(label);
		expect(body).toContain('key=control-key">Back to the campaign</a>');
	});

	it('leads back from the rows to correct', () => {
		const { body } = answerDesk({
			...desk,
			campaigns: [planned],
			query: { correct: 'control-key' },
		});
		expect(textOf(body)).toContain('Correct left-out rows');
		expect(body).toContain('key=control-key">Back to the campaign</a>');
	});

	it('keeps what was entered where it is refused', () => {
		const entered = { campaign: 'Test spring', megabytes: '5', phone: '0171' };
		const refused = { text: "'Phone Number' must include the country code" };
		const sent = { ...desk, entered, refused, campaigns: [planned], query: { test: 'plan-1' } };
		const { statusCode, body } = answerDesk(sent);
		expect(body).toContain('Back to the campaign');
		expect(statusCode).toBe(422);
		expect(textOf(body)).toContain("Nothing was planned. 'Phone Number' must include");
		expect(valuesIn(body)).toMatchObject(entered);
	});

	it('of a campaign that is not there is none', () => {
		expect(answerDesk({ ...desk, query: { test: 'x' } }).body).toContain('Plan a campaign');
	});
});

it.each([
	['login', 'control-key', 'view-key'],
	['address', 'view-key', 'control-key'],
] as const)('where the %s decides, the desk links the %s', (approver, key, other) => {
	const shown = page({ campaigns: [running().campaign], approver });
	expect(shown).toContain(`href="page?key=${key}"`);
	expect(shown).not.toContain(other);
});

it('the desk names what was changed in the tables, and the campaign that stops for it', () => {
	const { campaign } = running();
	const wrong = [
		{ planId: campaign.planId, text: "'dayMb' in row 2 must be a number from 0." },
		{ text: "'planId' in row 3 must be text." },
	];
	const other = { ...campaign, planId: 'p2', name: 'summer' };
	const shown = page({ campaigns: [campaign, other], wrong });
	expect(textOf(shown)).toContain(
		"Changed in the Data Tables 'dayMb' in row 2 must be a number from 0. 'planId' in row 3 must be text. Rows that can't be read aren't given. Correct",
	);
	expect(sectionOf(shown, 'Campaigns')).toContain('spring-2026 Wrong cell 2 12');
	expect(sectionOf(shown, 'Campaigns')).toContain('summer Running 75');
});

it('the desk names a column once that is missing in many rows, and 20 cells at most', () => {
	const missing = Array.from({ length: 30 }, () => ({ text: "'day' is missing." }));
	expect(page({ wrong: missing }).match(/is missing/g)).toHaveLength(1);
	const many = Array.from({ length: 30 }, (_, row) => ({ text: `'day' in row ${row}.` }));
	expect(page({ wrong: many }).match(/in row \d/g)).toHaveLength(20);
});

it('a draft is found at the desk', () => {
	const shown = page({ campaigns: [storedDraft()] });
	expect(shown).toContain('href="?draft=view-key"');
	expect(sectionOf(shown, 'Campaigns')).toContain('spring Draft');
});

it('a browser gets the desk, also with why nothing was planned', () => {
	const type = 'text/html; charset=utf-8';
	expect(answerDesk(desk)).toMatchObject({ statusCode: 200, type, location: '' });
	const refused = {
		refused: { text: "'Budget (MB)' is required" },
		entered: { campaign: 'spring' },
	};
	const body = expect.stringMatching(/Nothing was planned\.[^]*value="spring"/) as string;
	expect(answerDesk({ ...desk, ...refused })).toMatchObject({ statusCode: 422, body });
});

it.each<[string, Omit<Campaign, 'id'>, string]>([
	['campaign', checked().campaign, 'mobile-data-campaign?key=control-key'],
	['draft', storedDraft(), '?draft=view-key'],
])(
	'a browser that has planned a %s is led to its page, without a host',
	(_, campaign, location) => {
		expect(answerStored(campaign, desk)).toMatchObject({ statusCode: 303, location, body: '' });
	},
);

it('a program gets what was planned, with both addresses and no cell of the list', () => {
	const { campaign } = checked('spring');
	const { statusCode, type, body } = answerStored(campaign, { ...desk, isBrowser: false });
	expect([statusCode, type]).toEqual([200, 'application/json; charset=utf-8']);
	const planned = JSON.parse(body) as { warnings: object[] };
	expect(planned).toMatchObject({
		campaign: 'spring',
		status: 'planned',
		rows: 12,
		megabytes: 18_006,
		budget: 2_000_000,
		leftOut: 4,
		hash: hashOf(campaign),
		check: {
			list: { columns: { phone: 'spring', megabytes: 'Data' } },
			toGive: 18_006,
			pools: [{ operator: 'FR_DEMOTEL', megabytes: 550_000 }, {}, { problem: 'spring' }],
			leftOut: [{ rows: 2, examples: [{ row: 4 }, { row: 5 }] }, { rows: 2 }],
		},
		statusUrl: `${desk.pageUrl}?key=view-key`,
		controlUrl: `${desk.pageUrl}?key=control-key`,
	});
	expect(planned.warnings).toHaveLength(5);
	expect(body).not.toMatch(/33639980|C-1/);
});

it('a program gets why nothing was planned', () => {
	const refused = { text: 'Why' };
	const { statusCode, body } = answerDesk({ ...desk, refused, isBrowser: false });
	expect([statusCode, JSON.parse(body)]).toEqual([422, { status: 'refused', problem: 'Why' }]);
});

describe('a message', () => {
	const approvers = { ...desk, deskUrl: 'https://n8n.example.com/desk' };
	const asked = (name: string) =>
		approvalMessage({ ...checked(name).campaign, name }, approvers).text;
	const told = (changes: Partial<Campaign>, reason?: string) => {
		const ended = running({ status: 'canceled', ...changes }, reason);
		return teamMessageOf({ ...ended, zone: 'UTC', now, pageUrl: desk.pageUrl });
	};

	it('has figures, the address, the name, and what to look at', () => {
		expect(asked('data.mb')).toMatch(
			/^Waiting for approval: 12 rows, 18,006 MB, budget 2,000,000 MB, 4 rows left out\. https:\/\/n8n\.example\.com\/desk Campaign “data\.mb”\. .* of data\.mb have .* rows 4, 7\. To leave such numbers out, change how the list is read: “Numbers Outside Numbering Plans”\.$/,
		);
		expect(told({})?.isEnded).toBe(true);
		expect(told({})?.message.text).toMatch(
			/^Canceled, 2 rows failed, 2 rows in doubt\. Given: 3 rows, 4,501\.5 MB\..* https:\S+\?key=view-key Campaign “spring-2026”\. Most often, 4 rows: The number is blocked\.$/,
		);
	});

	it.each([
		[
			'<http://evil.example|Approved by the boss>',
			'&lt;http://evil.example|Approved by the boss&gt;',
		],
		['<!channel> & <@U1>', '&lt;!channel&gt; &amp; &lt;＠U1&gt;'],
		['[Approve](http://evil.example)', '(Approve)(http://evil.example)'],
		['a\n\n**Approved**\u2028 `b` ~c~ @all', "a ∗∗Approved∗∗ 'b' ∼c∼ ＠all"],
		['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
		['\u202Edetorppa', 'detorppa'],
		['x'.repeat(600), `${'x'.repeat(400)}`],
	])('shows %j as text on one line', (written, shown) => {
		const texts = [
			asked(written),
			told({ name: written, problem: written }, written)?.message.text,
		];
		for (const text of texts) {
			expect(text).toContain(shown);
			expect(text).not.toMatch(/[<>[\]`*~@\n\u2028\u202E]|&(?!(amp|lt|gt);)/);
		}
	});
});
