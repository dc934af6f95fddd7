const barWidth = 16;

/** How far a list is, in one line: a bar, its rows, their rate so far, and the time left at that rate. */
export function progressLine(done: number, rows: number, seconds: number): string {
	const bar = '█'.repeat(Math.floor((barWidth * done) / Math.max(rows, 1))).padEnd(barWidth, '░');
	const line = `${bar} ${done} of ${rows} rows`;
	if (done === 0 || seconds <= 0) return line;
	const rate = done / seconds;
	const shown = `${line}, ${rate.toFixed(rate < 10 ? 1 : 0)} rows/s`;
	return done < rows ? `${shown}, ${duration((rows - done) / rate)} left` : shown;
}

function duration(seconds: number): string {
	const whole = Math.ceil(seconds);
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
