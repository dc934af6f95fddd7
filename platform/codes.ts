/** What a code of the platform means, what to do, and whether asking again for the same number can't help. */
interface Meaning {
	words: string;
	/** Continues “Nothing was done.” */
	nextStep: string;
	isFinal?: boolean;
}

/** Also for a 403 without a known code. */
export const notAllowed = 'Ask your operator which services and operations the account may use.';

/**
 * The refusals that are published with what they are about (contract, “Subscribe / PIN response” and “Transaction
 * record”; public facts, “Cancel a subscription”). How gifts name theirs isn't shown; a refusal that isn't here keeps the
 * platform's own words.
 */
const meanings: Record<string, Meaning> = {
	SUBSCRIBER_BLACKLISTED: {
		words: 'The number is blacklisted',
		nextStep: "Leave this number out, or ask your operator why it's blacklisted.",
		isFinal: true,
	},
	INVALID_MSISDN: {
		words: 'The platform does not take the number',
		nextStep: 'Correct the phone number, or leave it out.',
		isFinal: true,
	},
	INVALID_OPERATOR_CODE: {
		words: 'The operator code is not known',
		nextStep: 'Pick the operator from the list, or ask your operator for its code.',
	},
	INVALID_MCCMNC: {
		words: 'The network is not known',
		nextStep: "Correct 'Network (MCC and MNC)', or fill in 'Operator' in its place.",
	},
	INVALID_PRICE: {
		words: 'The service does not have this price',
		nextStep: "Correct 'Price': your operator knows the prices of the service.",
	},
	INVALID_SERVICE: {
		words: 'The service is not known',
		nextStep: 'Check the service key, and that the account of the credential has this service.',
	},
	INACTIVE: {
		words: 'The service is not active',
		nextStep: 'Ask your operator to activate the service, then run this item again.',
	},
	UNAUTHORIZED: { words: 'The account may not do this', nextStep: notAllowed },
	DAILY_LIMIT_EXCEEDED: {
		words: 'The limit of the day is reached',
		nextStep: 'Run this item again tomorrow, or ask your operator to raise the limit.',
	},
	MONTHLY_LIMIT_EXCEEDED: {
		words: 'The limit of the month is reached',
		nextStep: 'Run this item again next month, or ask your operator to raise the limit.',
	},
	'Signature validation failed': {
		words: 'The signature is wrong',
		nextStep:
			"Check 'Signature Key' and 'Signature Algorithm' of this service in the service credential.",
	},
	'Action is not supported': {
		words: 'The service does not allow this',
		nextStep: notAllowed,
	},
};

/** Public words that have no code of their own. */
const phrases = Object.keys(meanings).filter((one) => one.includes(' '));

/** What is known in a text, and what it means; undefined where nothing is. */
export function codeIn(text: string): (Meaning & { code: string }) | undefined {
	const codes = text.match(/\b[A-Z]{3,}(?:_[A-Z]+)*\b/g) ?? [];
	const said = phrases.filter((one) => text.includes(one));
	for (const code of [...codes, ...said]) {
		const meaning = Object.hasOwn(meanings, code) ? meanings[code] : undefined;
		if (meaning) return { code, ...meaning };
	}
	return undefined;
}

/** Whether the reason of a row says that it can only fail again. */
export function isFinal(reason = ''): boolean {
	return codeIn(reason)?.isFinal === true;
}
