/** Appends to the list that an index keeps under a key. */
export function fileUnder<Value>(index: Map<string, Value[]>, key: string, value: Value): void {
	const values = index.get(key);
	if (values) values.push(value);
	else index.set(key, [value]);
}
