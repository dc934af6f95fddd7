import { planCampaign, type PlannableRow } from '../../campaign/plan';
import { totalsOf } from '../../campaign/results';
import { readSettings, type SettingsInput } from '../../campaign/settings';
import { isSealed } from '../../campaign/seal';
import type { Batch, Campaign } from '../../campaign/types';

const now = Date.UTC(2027, 5, 1, 12);
const asked = { name: 'spring', serviceKey: 'LOYALTYDATA01', budget: 1000 };

interface Planned {
	rows: Partial<PlannableRow>[];
	settings?: SettingsInput;
	optOuts?: unknown[];
	givenBefore?: string[];
	batchRows?: number;
}

const plan = ({ rows, settings, optOuts = [], givenBefore = [], batchRows }: Planned) =>
	planCampaign({
		settings: readSettings({ ...asked, ...settings }, 'UTC', now),
		rows: rows.map((row, n) => ({ row: n + 2, phone: '', megabytes: 10, ...row })),
		...{ optOuts, givenBefore: new Set(givenBefore), now, batchRows },
		keys: { viewKey: 'view', controlKey: 'control' },
	});

const [vienna, auckland, unassigned] = ['436601234567', '64211234567', '999000000001'];
const other = '436601234568';

it.each<[string, Partial<PlannableRow>, string]>([
	['a duplicate, however it is written', { phone: '+43 660 1234567' }, 'Duplicate of row 2'],
	['who opted out', { phone: '00436601234569' }, 'Opted out'],
	['a number without its country', { phone: '0660 1234567' }, "'Phone Number' must include"],
	['no amount', { phone: other, megabytes: '' }, "'Amount (MB)' is required"],
	['a share of a kilobyte', { phone: other, megabytes: 0.0001 }, 'at most three decimals'],
	['a zone that is no zone', { phone: other, zone: 'Vienna' }, "'Zone' must be a time zone"],
])('leaves out %s, and says why', (_, row, reason) => {
	const { campaign, leftOut } = plan({
		rows: [{ phone: vienna }, row],
		optOuts: ['+436601234569'],
	});
	expect(leftOut).toEqual([
		{ row: 3, phone: row.phone, reason: expect.stringContaining(reason) as string },
	]);
	expect(campaign.rows).toBe(1);
});

it('stops at an opt-out that cannot be read, and names it', () => {
	const planning = () => plan({ rows: [{ phone: vienna }], optOuts: ['+436601234569', '0660 1'] });
	expect(planning).toThrow("has an opt-out that can't be read: “0660 1”, number 2");
});

it('cuts the list by place and size, with the share of the budget before each batch', () => {
	const phones = [vienna, auckland, other, '436601234569'];
	const rows = phones.map((phone) => ({ phone, megabytes: 0.1, operator: 'AT_A1' }));
	const planned = plan({ rows, batchRows: 2, givenBefore: [other] });
	const { campaign, batches, lists, operators } = planned;
	expect(
		batches.map(({ place, rows: count, megabytesBefore }) => [place, count, megabytesBefore]),
	).toEqual([
		['+43', 2, 0],
		['+43', 1, 0.1],
		['+64', 1, 0.2],
	]);
	expect(batches.map(({ results }) => results)).toEqual(['-b', '-', '-']);
	expect(campaign).toMatchObject({ batches: 3, rows: 4, megabytes: 0.4, approved: '' });
	expect(operators).toEqual([{ operator: 'AT_A1', rows: 3, megabytes: 0.3 }]);
	const totals = totalsOf(batches as Batch[]);
	expect(totals).toMatchObject({
		rows: 4,
		megabytes: 0.4,
		notSent: 3,
		notSentMb: 0.3,
		givenBefore: 1,
	});
	const sealed = batches.map((batch, n) => {
		return isSealed(campaign as Campaign, batch as Batch, lists[n]?.list ?? '');
	});
	expect(sealed).toEqual([true, true, true]);
});

it.each<[string, Partial<PlannableRow>, string[]]>([
	['a code without a zone', { phone: unassigned }, ['+']],
	['such a number with a zone in the list', { phone: unassigned, zone: 'Europe/Vienna' }, []],
	['a code whose zones share no hour', { phone: '18085550100' }, ['+1']],
	['a code with one zone', { phone: vienna }, []],
])('names the places where it is never loud: %s', (_, row, places) => {
	const settings = { quietFrom: '17:00', quietTo: '14:00' };
	const { neverLoud } = plan({ rows: [row], settings });
	expect(neverLoud.map(({ place }) => place)).toEqual(places);
});

it('names no place where there are no quiet hours', () => {
	expect(plan({ rows: [{ phone: unassigned }] }).neverLoud).toEqual([]);
});

it('plans 100,000 rows in one pass', () => {
	const rows = Array.from({ length: 100_000 }, (_, n) => ({ phone: String(436600000000 + n) }));
	const { campaign, batches, lists } = plan({ rows, batchRows: 1000 });
	expect(campaign).toMatchObject({ rows: 100_000, megabytes: 1_000_000 });
	expect([batches.length, lists.length]).toEqual([100, 100]);
});

it.each<[string, SettingsInput, string, string]>([
	['a name', { name: ' ' }, 'Campaign', 'is required'],
	['a service', { serviceKey: 'a-b' }, 'Service', 'must have 1 to 32 letters and digits'],
	['a budget', { budget: 0 }, 'Budget (MB)', 'must be a positive number'],
	['a start', { startAt: 'soon' }, 'Start', 'must be a time'],
	[
		'a stop before the start',
		{ stopAt: '2027-05-31' },
		'Stop',
		'must be later than the start and now',
	],
	['quiet hours', { quietFrom: '9pm' }, 'Quiet Hours From', 'must be a time of the day'],
	['one end of the quiet hours', { quietFrom: '21:00' }, 'Quiet Hours To', 'must be another time'],
	['a rate', { rowsPerSecond: 1.5 }, 'Rows per Second', 'must be a whole number'],
])('refuses %s that it cannot read', (_, settings, field, words) => {
	const reading = () => readSettings({ ...asked, ...settings }, 'UTC', now);
	expect(reading).toThrow(
		expect.objectContaining({ field, message: expect.stringContaining(words) as string }) as Error,
	);
});

it('reads times in the zone of the workflow, and times of the day in two digits', () => {
	const written = { startAt: '2027-06-02 09:00', quietFrom: '9:30', quietTo: '10:00' };
	expect(readSettings({ ...asked, ...written }, 'Europe/Vienna', now)).toEqual({
		...{ ...asked, startAt: '2027-06-02T07:00:00.000Z', stopAt: null },
		...{ quietFrom: '09:30', quietTo: '10:00', rowsPerSecond: 0 },
	});
});
