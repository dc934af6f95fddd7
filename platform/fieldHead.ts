/** The head of a field of the panel; `preset` is its value on a new node, `example` such as `order-17`. */
export const field = <Type extends string, Preset>(
	type: Type,
	displayName: string,
	name: string,
	preset: Preset,
	example?: string,
) => ({
	displayName,
	name,
	type,
	default: preset,
	...(example !== undefined && { placeholder: `e.g. ${example}` }),
});

/** The head of a field for text, empty on a new node. */
export const text = (displayName: string, name: string, example: string) =>
	field('string', displayName, name, '', example);

export const option = (name: string, value: string, description: string) => ({
	name,
	value,
	description,
});

/** The choices of a dropdown: words, and the platform's code in brackets. */
export function choicesOf(words: Record<string, string>): { name: string; value: string }[] {
	return Object.entries(words).map(([value, name]) => ({
		name: name === value ? name : `${name} (${value})`,
		value,
	}));
}
