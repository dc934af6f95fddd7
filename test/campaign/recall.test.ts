import type { Check } from '../../campaign/check';
import { columnsKeyOf, recall } from '../../campaign/recall';

const header = ['Kunde', 'Handy', 'Datenvolumen'];
const check: Pick<Check, 'columnsKey' | 'chosen' | 'columns'> = {
	columnsKey: columnsKeyOf(header),
	// Other customers are marked in the next list.
	chosen: { country: 'DE', unit: 'GB', markedRows: 'give' },
	columns: [
		{ number: 2, name: 'Handy', field: 'phone', samples: [] },
		{ number: 3, name: 'Datenvolumen', samples: [] },
		{ number: 4, name: 'Gewinner', field: 'onlyYes', samples: [] },
		{ number: 5, name: 'Gekündigt', field: 'onlyNo', samples: [] },
		// It may make a difference in the next list.
		{ number: 6, name: 'Student', field: 'allRows', samples: [] },
	],
};
const stored = {
	name: 'May',
	plannedAt: '2026-05-01T00:00:00.000Z',
	approvals: '[{}]',
	check: JSON.stringify(check),
};
const chosen = {
	country: 'DE',
	unit: 'GB',
	column2: 'phone',
	column3: 'unused',
	column4: 'onlyYes',
	column5: 'onlyNo',
	column6: 'unused',
};

it.each([
	['the same columns', header, [stored], 'May'],
	['names that differ in case and accents', ['KUNDE', 'Händy', 'Datenvolumen'], [stored], 'May'],
	['other columns', ['Kunde', 'Handy', 'MB'], [stored], undefined],
	['another order', ['Handy', 'Kunde', 'Datenvolumen'], [stored], undefined],
	['a campaign that nobody approved', header, [{ ...stored, approvals: '' }], undefined],
	['a check that was damaged', header, [{ ...stored, check: `{${stored.check}` }], undefined],
	[
		'two campaigns, the newest counts',
		header,
		[{ ...stored, name: 'April', plannedAt: '2026-04-01T00:00:00.000Z' }, stored],
		'May',
	],
])('a list is read as in an earlier campaign, or not: %s', (_, names, campaigns, campaign) => {
	expect(recall(campaigns, columnsKeyOf(names))).toEqual(campaign && { campaign, chosen });
});
