/** A Unix time in seconds, as number or text, as ISO 8601 in UTC; undefined when it is no time. */
export function isoOfUnixSeconds(value: unknown): string | undefined {
	if (
		typeof value !== 'number' &&
		!(typeof value === 'string' && /^\d{1,12}$/.test(value.trim()))
	) {
		return undefined;
	}
	const date = new Date(Number(value) * 1000);
	return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Unix milliseconds as the text of whole Unix seconds, the form of every `timestamp` (contract, “Authentication”, 7). */
export function unixSecondsOf(milliseconds: number): string {
	return String(Math.floor(milliseconds / 1000));
}
