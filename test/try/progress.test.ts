import { barLine, duration } from '../../scripts/host/progress';

it.each([
	[0, 200, '░░░░░░░░░░░░░░░░ 0 of 200 rows'],
	[0, 0, '░░░░░░░░░░░░░░░░ 0 of 0 rows'],
	[50, 200, '████░░░░░░░░░░░░ 50 of 200 rows'],
	[199, 200, '███████████████░ 199 of 200 rows'],
	[200, 200, '████████████████ 200 of 200 rows'],
])('the line of progress is a bar with counts: %d of %d rows', (done, rows, line) => {
	expect(barLine(done, rows, 'rows')).toBe(line);
});

it.each([
	[0, '0:00'],
	[59.2, '1:00'],
	[125, '2:05'],
])('a duration has minutes and seconds: %d s', (seconds, text) => {
	expect(duration(seconds)).toBe(text);
});
