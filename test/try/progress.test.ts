import { progressLine } from '../../scripts/host/progress';

it.each([
	[0, 200, 3, '░░░░░░░░░░░░░░░░ 0 of 200 rows'],
	[0, 0, 3, '░░░░░░░░░░░░░░░░ 0 of 0 rows'],
	[50, 200, 0, '████░░░░░░░░░░░░ 50 of 200 rows'],
	[50, 200, 20, '████░░░░░░░░░░░░ 50 of 200 rows, 2.5 rows/s, 1:00 left'],
	[120, 200, 10, '█████████░░░░░░░ 120 of 200 rows, 12 rows/s, 0:07 left'],
	[199, 200, 2, '███████████████░ 199 of 200 rows, 100 rows/s, 0:01 left'],
	[200, 200, 2, '████████████████ 200 of 200 rows, 100 rows/s'],
	[1, 100_000, 10, '░░░░░░░░░░░░░░░░ 1 of 100000 rows, 0.1 rows/s, 16666:30 left'],
])('the line of progress for %d of %d rows after %d s', (done, rows, seconds, line) => {
	expect(progressLine(done, rows, seconds)).toBe(line);
});
