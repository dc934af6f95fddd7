import { inEnglish } from '../../platform/say';
import { problemOf, settingsIn } from '../../desk/planProblems';
import { InputError } from '../../platform/input';
import { readPlanRequest } from '../../desk/planRequest';
import {
	readCampaignSettings,
	similarTo,
	type Named,
	type SettingsInput,
} from '../../campaign/settings';

const now = Date.UTC(2026, 10, 25, 12);
const body = { campaign: 'spring', service: 'LOYALTYDATA01', budget: 1000 };
const settingsOf = (more: object) => {
	return readCampaignSettings(readPlanRequest({ ...body, ...more }).settings, 'Europe/Vienna', now);
};

it('what is missing, or empty in a form, sets no limit', () => {
	const empty = { startAt: '', stopAt: '', quietFrom: '', quietTo: '', rowsPerSecond: '' };
	const settings = {
		name: 'spring',
		serviceKey: 'LOYALTYDATA01',
		budget: 1000,
		startAt: '2026-11-25T12:00:00.000Z',
		stopAt: null,
		quietFrom: '',
		quietTo: '',
		rowsPerSecond: 0,
		megabytesPerDay: 0,
		giftsPerMonth: 0,
		sendAsEntered: false,
		leaveOutGiven: false,
		addsRows: false,
		country: '',
		reading: '',
	};
	expect(settingsOf({})).toEqual(settings);
	expect(settingsOf({ ...empty, megabytes: '', list: 'file' })).toEqual(settings);
});

it('times are those of the zone, and limits are read from text', () => {
	const times = { startAt: '2026-11-26T09:00', stopAt: '2026-11-30T21:00' };
	const limits = { quietFrom: '9:00', quietTo: '08:30', rowsPerSecond: '50' };
	expect(settingsOf({ ...times, ...limits, budget: '1000' })).toMatchObject({
		startAt: '2026-11-26T08:00:00.000Z',
		stopAt: '2026-11-30T20:00:00.000Z',
		quietFrom: '09:00',
		quietTo: '08:30',
		rowsPerSecond: 50,
		budget: 1000,
	});
});

it('what all customers get together may be more than one may get', () => {
	const { settings } = readPlanRequest({ ...body, budget: '100000000' });
	const limited = { ...settings, megabytesPerDay: 20_000_000 };
	expect(readCampaignSettings(limited, 'UTC', now)).toMatchObject({
		budget: 100_000_000,
		megabytesPerDay: 20_000_000,
	});
});

it.each([
	[{ megabytes: '500' }, { megabytes: '500', entered: { campaign: 'spring', megabytes: '500' } }],
	[{ rows: [{ phone: '1' }] }, { rows: [{ phone: '1' }] }],
	[{ rows: [] }, { rows: [] }],
	[{ unit: 'GB', sheet: ' A ' }, { reading: { unit: 'GB', sheet: 'A' } }],
	[{ column2: 'phone', country: '' }, { reading: { column2: 'phone' } }],
	[{ phone: '+33 6 39 98 00 11' }, { rows: [{ phone: '+33639980011' }] }],
	[{ phone: '0171 1234567', country: 'DE' }, { rows: [{ phone: '+491711234567' }] }],
	[{ phone: '+33 6 39 98 00 11', country: 'international' }, { rows: [{ phone: '+33639980011' }] }],
	[{ phone: '+33 999', sendAsEntered: 'true' }, { rows: [{ phone: '+33999' }] }],
	[{ phone: '+33 999', sendAsEntered: true }, { rows: [{ phone: '+33999' }] }],
])('of %j it takes %j', (more, request) => {
	expect(readPlanRequest({ ...body, ...more })).toMatchObject(request);
});

it('what was entered is kept as a form has it, without list and token', () => {
	const more = { sendAsEntered: true, token: 'x', list: 'x', rows: [], quietFrom: null };
	expect(readPlanRequest({ ...body, ...more }).entered).toEqual({
		campaign: 'spring',
		service: 'LOYALTYDATA01',
		budget: '1000',
		sendAsEntered: 'true',
	});
});

/** The errors of a request, by field. */
const wrongIn = (more: object, others: Named[] = []) => {
	const asked = readPlanRequest({ ...body, ...more });
	const read = settingsIn(asked, { others, zone: 'Europe/Vienna', now });
	return { ...read, fields: read.problems.map(({ field }) => field) };
};

it.each<[string, object, string[]]>([
	['nothing', {}, []],
	[
		'all that is missing',
		{ campaign: '', service: '', budget: '' },
		['campaign', 'service', 'budget'],
	],
	['quiet hours without an end', { quietFrom: '21:00' }, ['quietTo']],
	['times', { startAt: 'soon', stopAt: 'late' }, ['startAt', 'stopAt']],
	['an amount', { megabytes: 'a lot' }, ['megabytes']],
	['an amount that is too large', { megabytes: '10000001', budget: 'x' }, ['megabytes', 'budget']],
])('says at once what is wrong: %s', (_, more, fields) => {
	expect(wrongIn(more).fields.sort()).toEqual(fields.sort());
});

it('has the settings and the amount that can be read', () => {
	const { settings, defaultAmount } = wrongIn({ megabytes: '500', budget: 'x', quietFrom: '9:00' });
	expect([settings.name, settings.serviceKey, defaultAmount]).toEqual([
		'spring',
		'LOYALTYDATA01',
		500,
	]);
	expect(wrongIn({ megabytes: 0 }).defaultAmount).toBeUndefined();
});

it.each([
	['Column 3', 'column3'],
	['Phone Number', 'phoneColumn'],
	['Country of Numbers', 'country'],
	['MB for rows without an amount', 'megabytes'],
	['Opt-Outs', undefined],
	[undefined, undefined],
])('an error of %j is at the field %j', (label, field) => {
	const problem = problemOf(new InputError('is wrong', 'Correct it.', label));
	const text = label === undefined ? 'is wrong. Correct it.' : `'${label}' is wrong. Correct it.`;
	expect({ ...problem, text: inEnglish(problem.text) }).toEqual({ ...(field && { field }), text });
});

it.each<[string, unknown, string]>([
	['no fields', undefined, 'The request has no fields'],
	['a list', [body], 'The request has no fields'],
	['a misspelled limit', { ...body, quietform: '21:00' }, 'an unknown field “quietform”'],
	['a name of JavaScript', JSON.parse('{"__proto__": 1}'), 'an unknown field “__proto__”'],
	['rows as text', { ...body, rows: '[]' }, "'rows' must be a list of customers"],
	['rows that are no objects', { ...body, rows: ['1'] }, "'rows' must be a list of customers"],
])('refuses %s', (_, request, words) => {
	expect(() => readPlanRequest(request)).toThrow(words);
});

it.each<[SettingsInput, string, string]>([
	[{ name: '' }, 'Campaign Name', 'is required'],
	[{ serviceKey: '' }, 'Service', 'is required'],
	[{ budget: 'a lot' }, 'Budget (MB)', 'must be a positive number'],
	[{ budget: 1e12 + 1 }, 'Budget (MB)', 'must be at most 1 EB'],
	[{ megabytesPerDay: 1e12 + 1 }, 'Daily Limit (MB)', 'must be at most 1 EB'],
	[{ megabytesPerDay: -1 }, 'Daily Limit (MB)', 'must be a positive number'],
	[{ startAt: 'soon' }, 'Start', 'must be a time'],
	[{ startAt: '+275760-09-12' }, 'Start', 'must be a time from 2000 to 2100'],
	[{ stopAt: '2102-01-01' }, 'Stop', 'must be a time from 2000 to 2100'],
	[{ stopAt: '2026-11-25T10:00' }, 'Stop', 'must be later than the start and now'],
	[{ quietFrom: '9 pm' }, 'Quiet Hours From', 'must be a time of the day'],
	[{ quietFrom: '21:00' }, 'Quiet Hours To', 'must be another time'],
	[{ quietFrom: '21:00', quietTo: '21:00' }, 'Quiet Hours To', 'must be another time'],
	[{ rowsPerSecond: '1001' }, 'Rows per Second', 'must be a whole number up to 1000'],
	[{ rowsPerSecond: '0.5' }, 'Rows per Second', 'must be a whole number up to 1000'],
])('refuses %j by the name of its field', (input, field, words) => {
	const { settings } = readPlanRequest(body);
	expect(() => readCampaignSettings({ ...settings, ...input }, 'Europe/Vienna', now)).toThrow(
		expect.objectContaining({ field, message: expect.stringContaining(words) as string }) as Error,
	);
});

it.each([
	['spring', 'spring', {}, true],
	['Spring', 'sPRING', { status: 'finished' }, true],
	['spring', 'spring-2', {}, false],
	['spring', 'spr%', {}, false],
	['spring', 'spring', { status: 'draft', approvals: '' }, false],
	['spring', 'spring', { status: 'planned', approvals: '' }, false],
	['spring', 'spring', { status: 'canceled', approvals: '' }, false],
	['spring', 'spring', { status: 'canceled' }, true],
] as const)('the name %j is used up by %j, %j: %s', (name, other, more, isOne) => {
	const serviceKey = 'LOYALTYDATA01';
	const stored = { name: other, serviceKey, status: 'running', approvals: '[]', ...more } as const;
	const { problems } = wrongIn({ campaign: name }, [{ ...stored, name: 'other' }, stored]);
	const text = expect.stringContaining('has a name that') as string;
	const told = problems.map((one) => ({ ...one, text: inEnglish(one.text) }));
	expect(told).toEqual(isOne ? [{ field: 'campaign', text }] : []);
});

const lastMonth = '2026-09-25T12:00:00.000Z';

it.each([
	['spring-2026', 'Spring 2026', lastMonth, true],
	['été', 'ETE', lastMonth, true],
	['ｓｐｒｉｎｇ', 'spring', lastMonth, true],
	['spring-2026', 'spring-2025', lastMonth, false],
	['spring-2026', 'Spring 2026', '2025-10-20T12:00:00.000Z', false],
	['spring', 'SPRING', lastMonth, false],
])('the name %s looks like %s of %s: %j', (name, other, plannedAt, isSo) => {
	const stored = [{ name: other, plannedAt, status: 'planned', approvals: '' } as const];
	expect(similarTo({ name }, stored, now)).toEqual(isSo ? [{ name: other, plannedAt }] : []);
});
