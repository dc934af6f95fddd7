import { readInTurns } from '../../lists/readList';
import { finished } from '../../lists/turns';
import { exportedFile, exportedLists, type ExportedList } from '../support/exportedLists';

/** Reads a list as the product does. */
function readBy({ file, each }: ExportedList, { megabytes, ...said }: Record<string, string>) {
	const defaultAmount = megabytes === undefined ? each : Number(megabytes);
	const chosen = { fileName: file, bytes: exportedFile(file) };
	const { rows, bad, questions } = finished(readInTurns({ ...said, defaultAmount, file: chosen }));
	const asked = questions.map(({ field, proposed }) => {
		return proposed === undefined ? field : `${field} ${proposed}`;
	});
	const good = rows.map(({ phone, megabytes: amount }) => `${phone} ${amount}`);
	return { asked, rows: asked.length > 0 ? [] : [...good, ...bad.map(({ row }) => `row ${row}`)] };
}

describe.each(exportedLists)('$file', (list) => {
	const { asked, declared, confirmed, rows } = list;

	test('is asked about with nothing declared, or right', () => {
		expect(readBy(list, {})).toEqual({ asked, rows: asked.length > 0 ? [] : rows });
	});

	test('becomes what is true of it as it is declared', () => {
		const questions = Object.entries(confirmed ?? {}).map(([field, value]) => `${field} ${value}`);
		if (confirmed) expect(readBy(list, declared).asked).toEqual(questions);
		expect(readBy(list, { ...declared, ...confirmed })).toEqual({ asked: [], rows });
	});
});

test('items with megabytes of their own get them, and the others the amount for all', () => {
	const [one, other] = ['+4915123456789', '+4915123456788'];
	const rows = [{ phone: one, megabytes: 7 }, { phone: other }];
	const read = finished(readInTurns({ rows, defaultAmount: 5 }));
	expect(read.rows.map(({ megabytes }) => megabytes)).toEqual([7, 5]);
	const all = finished(readInTurns({ rows, defaultAmount: 5, amountColumn: '-' }));
	expect(all.rows.map(({ megabytes }) => megabytes)).toEqual([5, 5]);
});
