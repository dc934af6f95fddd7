import { firstPace } from '../../nodes/engine/core/request/pace';
import {
	paceFiguresOf,
	LatencyCounts,
	paceWords,
} from '../../nodes/engine/core/request/paceFigures';

/** Answers by their times; only the last `new` ones are new. */
function noted(latencies: number[], isNew: number): LatencyCounts {
	const counts = new LatencyCounts();
	const old = latencies.slice(0, latencies.length - isNew);
	for (const ms of old) counts.note(ms);
	const since = counts.since();
	for (const ms of latencies.slice(old.length)) counts.note(ms);
	return since();
}

const after = { ...firstPace, atOnce: 64, backOffs: 3 };
const before = { ...firstPace, backOffs: 1 };

test.each([
	['n8n itself', { load: 0.95, isFull: true }],
	['the platform', { load: 0.5, isFull: true }],
	['a setting, or the list', { load: 0.5, isFull: false }],
] as const)('a run is held back by: %s', (heldBackBy, { load, isFull }) => {
	const answers = [5, 5, 5, ...Array<number>(90).fill(100), ...Array<number>(10).fill(400)];
	const figures = paceFiguresOf(
		noted(answers, 100),
		{ before, after, isFull },
		{ ms: 2_000, load },
	);
	expect(figures).toMatchObject({
		requests: 100,
		perSecond: 50,
		atOnce: 64,
		backOffs: 2,
		heldBackBy,
	});
	// Within the 5 % of a step.
	expect(figures.medianMs / 100).toBeCloseTo(1, 1);
	expect(figures.slowestMs / 400).toBeCloseTo(1, 1);
});

test('the figures are told in words', () => {
	const figures = paceFiguresOf(
		noted([1], 1),
		{ before, after, isFull: true },
		{ ms: 1_000, load: 0 },
	);
	expect(paceWords(figures)).toBe(
		'1 request, 1 per second, 64 at the same time. Half were answered within 1 ms, the slowest twentieth took 1 ms or more. The pace was lowered 2 times; it was held back by the platform.',
	);
	expect(paceWords({ ...figures, requests: 2, backOffs: 1 })).toMatch(
		/^2 requests,.* lowered once;/,
	);
});
