/** Some of many values, from all over the list. @param max how many; all values if they are fewer */
export function sampleOf<Value>(values: Value[], max: number): Value[] {
	const size = Math.min(values.length, Math.floor(max));
	const step = values.length / size;
	return Array.from({ length: size }, (_, at) => values[Math.floor(at * step)] as Value);
}
