import { columnNames, columnsOf } from '../../campaign/columns';
import { alike, gives } from '../support/examples';

gives('columnsOf', (...names: string[]) => columnsOf(names).at, [
	...Object.entries(columnNames).flatMap(([field, names]) =>
		names.map((name): [string, unknown] => [name, { [field]: 0 }]),
	),
	...alike<string>(
		{ phone: 0 },
		'PHONE',
		' Phone ',
		'phone_number',
		'PhoneNumber',
		'Phone-No.',
		'Téléphone',
		'M.S.I.S.D.N.',
		'\uFEFFphone',
		'mo\u00ADbile',
		'Phone #',
		'“phone”',
		'Ｐｈｏｎｅ',
	),
	...alike<string>({ zone: 0 }, 'timezone', 'Time-Zone'),
	...alike<string>({ megabytes: 0 }, 'mb', 'Megabytes', 'Amount [MB]', 'AMOUNT (mb):', 'Data (MB)'),
	...alike<string>(
		{},
		'GB',
		'Amount (GB)',
		'Amount (€)',
		'Amount $',
		'Amount %',
		'amount + tax',
		'Volume',
		'number',
		'phones',
		'',
		'   ',
		'__proto__',
		'constructor',
	),
]);

gives('columnsOf', (names: unknown[]) => columnsOf(names), [
	[
		['Mobile', 'Notes', '', 'phone', 'Customer', 17, 'row', 'createdAt', 'Next step'],
		{
			names: [
				'Mobile',
				'Notes',
				'column 3',
				'phone',
				'Customer',
				'17',
				'row',
				'createdAt',
				'Next step',
			],
			at: { phone: 0, customer: 4 },
			duplicates: [{ field: 'phone', at: 3 }],
			unknown: [1, 2, 5],
		},
	],
	[['n'.repeat(80)], { names: ['n'.repeat(60)], at: {}, duplicates: [], unknown: [0] }],
]);

test('each name of a column is that of one field only', () => {
	const all = Object.values(columnNames).flat();
	const keys = all.map((name) => name.toLowerCase().replace(/\W/g, ''));
	expect(new Set(keys).size).toBe(all.length);
});
