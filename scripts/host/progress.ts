const barWidth = 16;

/** A bar with the count that is done and the total. */
export function barLine(done: number, total: number, what: string): string {
	const part = Math.min(done / Math.max(total, 1), 1);
	const bar = '█'.repeat(Math.floor(barWidth * part)).padEnd(barWidth, '░');
	return `${bar} ${done} of ${total} ${what}`;
}

/** The progress of a list in one line: a bar, its rows, their rate so far, and the time left at that rate. */
export function progressLine(done: number, rows: number, seconds: number): string {
	const line = barLine(done, rows, 'rows');
	if (done === 0 || seconds <= 0) return line;
	const rate = done / seconds;
	const shown = `${line}, ${rate.toFixed(rate < 10 ? 1 : 0)} rows/s`;
	return done < rows ? `${shown}, ${duration((rows - done) / rate)} left` : shown;
}

/** Minutes and seconds. */
export function duration(seconds: number): string {
	const whole = Math.ceil(seconds);
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
