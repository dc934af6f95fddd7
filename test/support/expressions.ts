/** The expressions in the parameters of a node, with the text around their code. */
export function expressionsIn(value: unknown): string[] {
	if (typeof value === 'string') return value.startsWith('=') ? [value] : [];
	return typeof value === 'object' && value !== null
		? Object.values(value).flatMap(expressionsIn)
		: [];
}

/** Whether an expression is more than the path of a value or a choice: then it's a rule, and rules are code. */
export function isLong({ length }: string): boolean {
	return length > 120;
}
