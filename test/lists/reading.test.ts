import { readOptOuts } from '../../campaign/optOuts';
import { defaultReading, type Reading } from '../../lists/reading';
import { readAnyhow } from '../support/readLists';

const listOf = (rows: unknown[][], reading: Partial<Reading>) => {
	const columns = { phone: 0, megabytes: 1 };
	const records = rows.map((cells, at) => ({ row: at + 1, cells }));
	return readAnyhow(records, { ...defaultReading, columns, ...reading });
};

/** Phone number and MB of each row, or why it's refused. */
const endsOf = (rows: unknown[][], reading: Partial<Reading>) => {
	const list = listOf(rows, reading);
	return [
		...list.rows.map(({ phone, megabytes }) => `${phone} ${megabytes}`),
		...list.bad.map(({ reason }) => reason),
	];
};

test('rows without an amount get the default one, also where no column has amounts', () => {
	const rows = [
		['phone', 'points'],
		['+33639980101', '7'],
	];
	expect(endsOf(rows, { columns: { phone: 0 }, defaultAmount: 100 })).toEqual(['33639980101 100']);
	expect(endsOf(rows, { columns: { phone: 0 } })).toEqual(["'Amount (MB)' is required"]);
	expect(endsOf(rows, { columns: { phone: 4 } })).toEqual(['The list has no column 5']);
});

test('opt-outs are read as the list is, and one that could be two numbers protects both', () => {
	const read = (values: unknown[], reading: Partial<Reading>) => [...readOptOuts(values, reading)];
	expect(read(['0151 12345678', '+33639980101'], { country: 'DE' })).toEqual([
		'4915112345678',
		'33639980101',
	]);
	expect(read(['33612345678'], { country: 'DE', twoWays: 'international' })).toEqual([
		'4933612345678',
		'33612345678',
	]);
	expect(() => read(['+33639980101', '0151 12345678'], {})).toThrow(
		"has an opt-out that can't be read: “0151 12345678”, entry 2",
	);
	expect(() => read(['0639980101'], { country: 'ES' })).toThrow("can't be read");
	// A number that was read once is read again under another country.
	expect(read(['0612345678'], { country: 'FR' })).toEqual(['33612345678']);
	expect(read(['0612345678'], { country: 'NL' })).toEqual(['31612345678']);
	expect(read(['0612345678'], { country: 'FR' })).toEqual(['33612345678']);
});
