const barWidth = 16;

/** A bar with the count that is done and the total. */
export function barLine(done: number, total: number, what: string): string {
	const part = Math.min(done / Math.max(total, 1), 1);
	const bar = '█'.repeat(Math.floor(barWidth * part)).padEnd(barWidth, '░');
	return `${bar} ${done} of ${total} ${what}`;
}

/** Minutes and seconds. */
export function duration(seconds: number): string {
	const whole = Math.ceil(seconds);
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
