import { withinLimits, type ListRecord } from '../lists/csv';
import { proposeFor } from '../lists/propose';
import { shownColumns } from '../lists/shownList';
import { finished, takeSome } from '../lists/turns';

/** Makes a cell, by the kind of its column and its row. */
const kinds: Record<string, (row: number) => unknown> = {
	name: (row) => `Customer ${row}`,
	date: (row) => `2026-11-${10 + (row % 20)} 10:11:12`,
	price: (row) => `${row % 90}.${10 + (row % 90)}`,
	code: (row) => `a${row}f7-41c2-9d1e-0242ac${120000 + row}`,
	text: (row) => `Called on Monday, wants to hear of the offer again in ${row} days`,
	status: (row) => (row % 3 === 0 ? 'active' : 'paused'),
	id: (row) => String(1_000_000_000 + row * 7919),
	count: (row) => row,
	empty: () => '',
};

/** Lists with a phone number and an amount, by their width and the kinds of their other columns. */
const shapes: [name: string, columns: number, kinds: string[]][] = [
	['ordinary', 300, Object.keys(kinds)],
	['ordinary', 900, Object.keys(kinds)],
	['IDs', 300, ['id']],
	['texts', 300, ['text']],
	['empty', 16_000, ['empty']],
	['half empty', 900, ['empty', 'name']],
];

function wideList(columns: number, ofKinds: string[], rows: number): ListRecord[] {
	const kindAt = (at: number) => ofKinds[at % ofKinds.length] ?? 'empty';
	const others = Array.from({ length: columns - 2 }, (_, at) => kinds[kindAt(at)]);
	const names = others.map((_, at) => (kindAt(at) === 'empty' ? '' : `${kindAt(at)} ${at}`));
	const header = ['Phone', 'Data (MB)', ...names];
	const cells = (row: number) => [
		`+336399${80000 + row}`,
		500,
		...others.map((cellOf) => cellOf?.(row)),
	];
	return Array.from({ length: rows + 1 }, (_, row) => ({
		row: row + 1,
		cells: row === 0 ? header : cells(row),
	}));
}

/** Measures the processor time to propose the columns of wide lists: the median of several rounds. */
export function lookBench({ rows, rounds }: { rows: number; rounds: number }): Promise<object[]> {
	const figures = shapes.map(([name, columns, ofKinds]) => {
		const list = wideList(columns, ofKinds, rows);
		const times = Array.from({ length: rounds }, () => {
			const start = process.cpuUsage();
			const proposal = finished(
				proposeFor(finished(takeSome(withinLimits(list), rows + 1)).items, {}),
			);
			const [question] = proposal.questions;
			if (question || shownColumns(proposal, []).length < 2) throw new Error(question?.field);
			const { user, system } = process.cpuUsage(start);
			return (user + system) / 1_000;
		}).sort((one, other) => one - other);
		const [least = 0, most = 0] = [times[0], times.at(-1)];
		const median = times[Math.floor(rounds / 2)] ?? 0;
		return {
			list: name,
			columns,
			ms: median.toFixed(0),
			from: least.toFixed(0),
			to: most.toFixed(0),
		};
	});
	return Promise.resolve(figures);
}
