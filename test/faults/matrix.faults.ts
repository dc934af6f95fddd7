import pLimit from 'p-limit';
import { runCell } from './support/cell';
import { kinds } from './support/kinds';
import { subjects } from './support/samples';
import { say, seed } from './support/seed';
import { matrixText, type Cell } from './support/table';
import { tallyOf } from './support/tally';

/** Most cells only wait for a timeout. */
const limit = pLimit(40);

let cells: Cell[];

beforeAll(async () => {
	const made = subjects.flatMap((subject) =>
		kinds.map(async (kind): Promise<Cell> => {
			const [row, column] = [subject.key, kind.name];
			const cell = limit(async () => await runCell(subject, kind));
			return await cell.catch((error) => ({ row, column, tally: tallyOf([]), bad: [`${error}`] }));
		}),
	);
	cells = await Promise.all(made);
	say(`\nEach fault and each operation, FAULT_SEED=${seed}\n\n${matrixText(cells)}\n`);
});

test.each(subjects)(
	'$key is done once or not at all, and said to be what it is, whatever goes wrong',
	({ key }) => {
		const row = cells.filter((cell) => cell.row === key);
		expect(row.flatMap(({ column, bad }) => bad.map((one) => `${column}, ${one}`))).toEqual([]);
	},
);
