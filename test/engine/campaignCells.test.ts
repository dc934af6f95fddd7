import {
	readAll,
	readCampaign,
	readPiece,
	readRunner,
	readStoredList,
} from '../../nodes/MobileDataCampaign/tables';
import { newRunner, storedCampaign, takenBy } from '../support/campaign/stored';

const { campaign, pieces, list } = storedCampaign(1, { giftsPerMonth: 2 });
const own = pieces[0];
const without = (row: object, column: string, value: unknown) => ({ ...row, [column]: value });

it('the row of the runner is read only if its cells are valid', () => {
	expect(readRunner(newRunner)).toEqual(newRunner);
	expect(() =>
		readRunner({ ...takenBy('1', [own], Date.now(), '2026-11-21'), taken: null }),
	).toThrow(/'taken' in row 1/);
});

/** The fault found in a row. */
const faultOf = (read: typeof readPiece | typeof readCampaign, row: object) =>
	readAll(read as typeof readPiece, [row]).wrong[0]?.text;
const time = 'a time in UTC from 2000 to 2100, such as 2026-11-21T09:00:00.000Z';

it.each([
	['budget', '1000', 'a number from 0'],
	['budget', NaN, 'a number from 0'],
	['budget', -1, 'a number from 0'],
	['rowsPerSecond', 0.5, 'a whole number from 0'],
	['active', 'true', 'true or false'],
	['quietFrom', '9:00', 'a time of the day, such as 21:00'],
	['quietTo', '08:00', 'a time of the day, such as 08:00, where quietFrom is one'],
	['stopAt', '', `${time}, or nothing`],
	['startAt', '2026-13-01T00:00:00Z', time],
	['startAt', '1999-12-31T23:59:59Z', time],
	['stopAt', '9999-01-01T00:00:00Z', `${time}, or nothing`],
	...['[', '{}', '[null]', '[{}]', '[{"by":"Ada","at":"today","hash":""}]'].map(
		(value): [string, string, string] => ['approvals', value, 'a list of approvals in JSON'],
	),
	...['[]', '{}', '{"x":1}', '{"pools":null}'].map((value): [string, string, string] => [
		'check',
		value,
		'JSON as Plan stored it, or empty',
	]),
	...['{', '[]', '{}', 'null', '{"name":1}'].map((value): [string, string, string] => [
		'approved',
		value,
		'JSON as an approval stored it, or empty',
	]),
	['status', 'runing', 'one of draft, planned, running, paused, canceled, finished'],
])('a cell of a campaign is refused: %s %j', (column, value, type) => {
	const fault = faultOf(readCampaign, { ...campaign, [column]: value });
	expect(fault).toMatch(`'${column}' in row 1 of mobile_data_campaigns must be ${type}`);
});

it.each([
	['rows', 0.5, 'a whole number from 0'],
	['stepMb', 'much', 'a number'],
	['dates', '[', 'JSON'],
	['place', 'Vienna', 'a time zone, or + and the first digits of numbers'],
	['results', '', 'a character for each of its rows'],
	...['{', '[]', 'null', '{"x":1}', '{"x":["0"]}', '{"x":[-1]}', '{"x":[0.5]}', '{"x":[null]}'].map(
		(value): [string, string, string] => ['reasons', value, 'JSON with row positions by reason'],
	),
	['reasons', '{"x":[0,1]}', 'JSON with the positions of its own rows'],
	...[
		'{',
		'[]',
		'{"0":null}',
		'{"0":1}',
		'{"0":{}}',
		'{"0":{"lookUps":-1}}',
		'{"0":{"lookUps":1,"at":"soon"}}',
		'{"0":{"lookUps":1,"at":null}}',
		'{"x":{"lookUps":1}}',
	].map((value): [string, string, string] => [
		'doubts',
		value,
		'JSON with look-ups by row position',
	]),
	['doubts', '{"1":{"lookUps":1}}', 'JSON with the positions of its own rows'],
])('a cell of a piece is refused: %s %j', (column, value, type) => {
	const fault = faultOf(readPiece, { ...own, [column]: value });
	expect(fault).toMatch(`'${column}' in row 1 of mobile_data_pieces must be ${type}`);
});

it.each<[string, object]>([
	['reasons', { reasons: '{"constructor":[0]}' }],
	['doubts', { doubts: '{"0":{"lookUps":3}}', results: 'd' }],
	['a look-up', { doubts: '{"0":{"lookUps":1,"at":"2026-11-21T09:00:00.000Z"}}', results: 'd' }],
])('a piece is read with %s', (_, more) => {
	expect(readAll(readPiece, [{ ...own, ...more }]).wrong).toEqual([]);
});

it.each(['[', '{}', '1', '[null]', '[[]]', '[{"row":1}]', '[{"row":1,"phone":"1"}]', '[1]'])(
	'the list of a campaign is refused: %s',
	(value) => {
		const stored = { id: 7, planId: 'p1', number: 1, list };
		expect(readAll(readStoredList, [stored]).wrong).toEqual([]);
		const [found] = readAll(readStoredList, [without(stored, 'list', value)]).wrong;
		expect(found?.text).toMatch(
			"'list' in row 7 of mobile_data_lists must be a list in JSON, as Plan stored it. ",
		);
	},
);

/** The value in n8n of a deleted column, an empty cell, and a cell of another type. */
const wrong = [undefined, null, ['something else']];
const mayBeNull = ['stopAt', 'finishedAt'];

it.each([
	...Object.keys(campaign).map((column) => ['mobile_data_campaigns', column]),
	...Object.keys(own).map((column) => ['mobile_data_pieces', column]),
])('a cell is read only if it is valid: %s, %s', (table, column = '') => {
	const isOfPiece = table === 'mobile_data_pieces';
	const row = isOfPiece ? own : campaign;
	const values = wrong.filter((value) => value !== null || !mayBeNull.includes(column));
	const broken = values.map((value) => without(row, column, value));
	const { rows, wrong: found } = isOfPiece
		? readAll(readPiece, [...broken, own])
		: readAll(readCampaign, [...broken, campaign]);
	expect(rows).toEqual([row]);
	expect(found).toHaveLength(values.length);
	for (const { planId, text } of found) {
		expect(planId).toBe(column === 'planId' ? undefined : 'p1');
		expect(text).toMatch(`'${column}' `);
		expect(text).toMatch(` ${String(table)}`);
	}
});
