import { leftOutByReason, withoutCustomers, type Check } from '../../campaign/check';
import type { LeftOut } from '../../campaign/types';
import { openCsv } from '../../lists/csv';
import type { ListSettings } from '../../lists/propose';
import { finished } from '../../lists/turns';
import { readRows } from '../support/readLists';

it.each<[string, ListSettings]>([
	['0151 23456789', {}],
	['4915', {}],
	['+49 (0) 0151 23456789', {}],
	['+210 1234567', { country: 'FR' }],
	['4.91761E+12', { country: 'DE' }],
	['4917610000000', { country: 'DE' }],
	['0151 23456789 ext 5', { country: 'DE' }],
	['06 12 34 56 78 / 06 12 34 56 79', { country: 'FR' }],
])('no cell of a customer stands in why %j is left out, for who has the view key', (cell, said) => {
	const settings = { phoneColumn: '1', defaultAmount: 5, country: 'international', ...said };
	expectNoDigits(`Phone,Name\n${cell},x`, settings);
});

it.each<[string, ListSettings]>([
	['AT,0151 23456789', { twoWays: 'international' }],
	['BE,0639980101', { country: 'FR' }],
])('no number stands in why the row %j with its own country is left out', (row, said) => {
	expectNoDigits(`Country,Phone\n${row}`, { defaultAmount: 5, ...said });
});

function expectNoDigits(text: string, said: ListSettings): void {
	const { bad } = readRows(openCsv(text).records, said);
	expect(bad).toHaveLength(1);
	const leftOut = finished(leftOutByReason(bad as unknown as LeftOut[]));
	const check = { leftOut, columns: [], list: {} } as unknown as Check;
	expect(JSON.stringify(withoutCustomers(check))).not.toMatch(/\d{6}/);
}
