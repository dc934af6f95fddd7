/** What a code of the platform means for a number, and whether asking again can't help. */
interface Meaning {
	words: string;
	isFinal?: boolean;
}

/**
 * The codes that may be about one customer (contract, “Subscribe / PIN response” and “Transaction record”). How gifts
 * name theirs isn't shown; a code that isn't here keeps the platform's own words.
 */
const meanings = new Map<string, Meaning>([
	['SUBSCRIBER_BLACKLISTED', { words: 'The number is blacklisted', isFinal: true }],
	['INVALID_MSISDN', { words: 'The platform does not take the number', isFinal: true }],
	['INVALID_OPERATOR_CODE', { words: 'The operator code is not known' }],
	['INVALID_SERVICE', { words: 'The service is not known' }],
	['INACTIVE', { words: 'The service is not active' }],
	['DAILY_LIMIT_EXCEEDED', { words: 'The limit of the day is reached' }],
	['MONTHLY_LIMIT_EXCEEDED', { words: 'The limit of the month is reached' }],
]);

/** A known code in a text, and what it means; undefined without one. */
export function codeIn(text: string): (Meaning & { code: string }) | undefined {
	const codes = text.match(/\b[A-Z]{3,}(?:_[A-Z]+)*\b/g) ?? [];
	for (const code of codes) {
		const meaning = meanings.get(code);
		if (meaning) return { code, ...meaning };
	}
	return undefined;
}
