/** The middle one of the numbers, the upper of two. */
export function medianOf(numbers: number[]): number {
	const sorted = [...numbers].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
