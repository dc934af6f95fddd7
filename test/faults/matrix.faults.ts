import pLimit from 'p-limit';
import { runCell, strengthsFor, type Strength } from './support/cell';
import { kinds, type Kind } from './support/kinds';
import { samples, subjects, type Subject } from './support/samples';
import { say, seed } from './support/seed';
import { matrixText, type Cell } from './support/table';
import { emptyTally, sumOf, type Tally } from './support/tally';

/** Most cells only wait for a time-out. */
const limit = pLimit(40);

const cells: (Cell & { bad: string[] })[] = [];

beforeAll(async () => {
	const wanted = subjects.flatMap((subject) => kinds.map((kind) => ({ subject, kind })));
	cells.push(...(await Promise.all(wanted.map(cellOf))));
	say(`\nEach fault and each operation, FAULT_SEED=${seed}\n\n${matrixText(cells)}\n`);
});

test('every operation has a sample, and every sample an operation', () => {
	expect(Object.keys(samples).sort()).toEqual(subjects.map(({ key }) => key).sort());
});

test.each(subjects)(
	'$key is done once or not at all, and said to be what it is, whatever goes wrong',
	({ key }) => {
		const row = cells.filter((cell) => cell.row === key);
		expect(row).toHaveLength(kinds.length);
		expect(row.flatMap(({ column, bad }) => bad.map((one) => `${column}, ${one}`))).toEqual([]);
	},
);

async function cellOf({ subject, kind }: { subject: Subject; kind: Kind }) {
	const strengths = strengthsFor[subject.operation.effect];
	const results = await Promise.all(
		strengths.map(async (strength) => {
			const run = async () => await checkedCell(subject, kind, strength);
			return await limit(run).catch((error: unknown) => ({
				tally: emptyTally,
				bad: [`${strength.name}: ${String(error)}`],
			}));
		}),
	);
	return {
		row: subject.key,
		column: kind.name,
		tally: sumOf(results.map(({ tally }) => tally)),
		bad: results.flatMap(({ bad }) => bad),
	};
}

/** @throws Error when the cell shows nothing, because the fault did not strike */
async function checkedCell(
	subject: Subject,
	kind: Kind,
	strength: Strength,
): Promise<{ tally: Tally; bad: string[] }> {
	const sample = samples[subject.key];
	if (!sample) throw new Error('there is no sample to try it with');
	const { struck, requests, ...result } = await runCell(subject, sample, kind, strength);
	const isAsMeant = sample.path === undefined ? requests === 0 : strength.chance < 1 || struck > 0;
	if (!isAsMeant) throw new Error(`${struck} of ${requests} requests were struck`);
	return result;
}
