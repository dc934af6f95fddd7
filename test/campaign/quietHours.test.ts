import { isQuiet, endOfQuiet } from '../../campaign/quietHours';
import { placeOf, zonesOf } from '../../campaign/zones';

const night = { quietFrom: '21:00', quietTo: '08:00' };
const noon = { quietFrom: '12:00', quietTo: '13:00' };
const noQuiet = { quietFrom: '', quietTo: '' };
const at = (time: string) => Date.parse(`${time}Z`);

it.each([
	['436601234567', '+43', 'Europe/Vienna'],
	['64211234567', '+64', 'Pacific/Chatham'],
	['18085550100', '+1', 'Pacific/Honolulu'],
	['12125550100', '+1', 'America/Los_Angeles'],
	['79001234567', '+7', 'Asia/Kamchatka'],
	['38344123456', '+383', 'Europe/Belgrade'],
])('a phone number has a place and time zones: %s, %s, %s', (phone, place, zone) => {
	expect(placeOf(phone)).toBe(place);
	expect(zonesOf(place)).toContain(zone);
});

it('an unassigned number has no time zone, and one in the list overrides it', () => {
	expect(zonesOf(placeOf('999000000001'))).toEqual([]);
	expect(zonesOf(placeOf('999000000001', 'Pacific/Apia'))).toEqual(['Pacific/Apia']);
});

it.each<[string, typeof night, string, string, boolean]>([
	['at the start', night, '+43', '2027-01-10T20:00', true],
	['a minute before', night, '+43', '2027-01-10T19:59', false],
	['after midnight', night, '+43', '2027-01-10T23:30', true],
	['at the end', night, '+43', '2027-01-10T07:00', false],
	['a minute before the end', night, '+43', '2027-01-10T06:59', true],
	['in summer time', night, '+43', '2027-07-10T19:00', true],
	['within a day', noon, '+43', '2027-01-10T11:30', true],
	['outside of hours within a day', noon, '+43', '2027-01-10T12:00', false],
	['in the other one of two zones', noon, '+64', '2027-01-09T22:30', true],
	['if they are empty', noQuiet, '+', '2027-01-10T23:30', false],
	['without a known time zone', noon, '+', '2027-01-10T18:00', true],
])('quiet hours are known %s', (_, quiet, place, time, expected) => {
	expect(isQuiet(quiet, place, at(time))).toBe(expected);
});

it.each<[string, typeof night, string, string, string | undefined]>([
	['at once', night, '+43', '2027-01-10T12:00', '2027-01-10T12:00'],
	['in the morning', night, '+43', '2027-01-10T22:30', '2027-01-11T07:00'],
	['when the last zone wakes up', night, '+7', '2027-01-10T09:00', '2027-01-11T06:00'],
	[
		'an hour earlier after a change of clocks',
		night,
		'+43',
		'2027-03-27T22:00',
		'2027-03-28T06:00',
	],
	[
		'never, if no hour suits all time zones',
		{ quietFrom: '17:00', quietTo: '14:00' },
		'+1',
		'2027-01-10T12:00',
		undefined,
	],
	['never, without a time zone', night, '+', '2027-01-10T12:00', undefined],
])('quiet hours end %s', (_, quiet, place, now, expected) => {
	const time = endOfQuiet(quiet, place, at(now));
	expect(time).toBe(expected && at(expected));
});
