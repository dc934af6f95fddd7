import { phrase, phraseOf, texts, translated, type Phrase } from './say';

/** The words for a code, the next step, and whether asking again for the same number can't help. */
interface CodeMeaning {
	words: string;
	/** After a refusal by the platform or the token address. */
	nextStep?: string;
	isFinal?: boolean;
}

/** Also for a 403 without a known code. */
export const notAllowed = 'Ask your operator which services and operations the account may use.';

const wrongClient = {
	words: texts('Wrong client ID or client secret'),
	nextStep: "Check 'Client ID' and 'Client Secret' in the credential.",
};

/**
 * Codes of Node.js for failed connections, of the token endpoint (RFC 6749, 5.2), and published refusals (contract,
 * “Subscribe / PIN response”, “Transaction record”; public facts, “Cancel a subscription”). Other codes are shown in the
 * platform's words.
 */
const meanings: Record<string, CodeMeaning> = {
	ECONNREFUSED: { words: 'nothing answers at this address (connection refused)' },
	ECONNRESET: { words: 'the connection was cut before a response arrived' },
	EPIPE: { words: 'the connection was cut before a response arrived' },
	ENOTFOUND: { words: 'this host name does not exist' },
	EAI_AGAIN: { words: 'the host name could not be resolved' },
	EHOSTUNREACH: { words: 'no route to the host' },
	ENETUNREACH: { words: 'no route to the network' },
	ETIMEDOUT: { words: 'no response in time' },
	ECONNABORTED: { words: 'no response in time' },
	ERR_INVALID_URL: { words: 'this is not a complete web address' },
	ERR_BAD_REQUEST: { words: 'this is not a complete web address' },
	invalid_grant: {
		words: texts('Wrong user name or password, or a locked account'),
		nextStep: "Check 'User Name' and 'Password' in the credential.",
	},
	invalid_client: wrongClient,
	unauthorized_client: wrongClient,
	SUBSCRIBER_BLACKLISTED: {
		words: texts('The number is blacklisted'),
		nextStep: "Leave this number out, or ask your operator why it's blacklisted.",
		isFinal: true,
	},
	INVALID_MSISDN: {
		words: texts('The platform does not take the number'),
		nextStep: 'Correct the phone number, or leave it out.',
		isFinal: true,
	},
	INVALID_OPERATOR_CODE: {
		words: texts('The operator code is not known'),
		nextStep: 'Pick the operator from the list, or ask your operator for its code.',
	},
	INVALID_MCCMNC: {
		words: texts('The network is not known'),
		nextStep: "Correct 'Network (MCC and MNC)', or fill in 'Operator' in its place.",
	},
	INVALID_PRICE: {
		words: texts('The service does not have this price'),
		nextStep: "Correct 'Price': your operator knows the prices of the service.",
	},
	INVALID_SERVICE: {
		words: texts('The service is not known'),
		nextStep: 'Check the service key, and that the account of the credential has this service.',
	},
	INACTIVE: {
		words: texts('The service is not active'),
		nextStep: 'Ask your operator to activate the service, then retry.',
	},
	UNAUTHORIZED: { words: texts('The account may not do this'), nextStep: notAllowed },
	DAILY_LIMIT_EXCEEDED: {
		words: texts('The limit of the day is reached'),
		nextStep: 'Retry tomorrow, or ask your operator to raise the limit.',
	},
	MONTHLY_LIMIT_EXCEEDED: {
		words: texts('The limit of the month is reached'),
		nextStep: 'Retry next month, or ask your operator to raise the limit.',
	},
	'Signature validation failed': {
		words: texts('The signature is wrong'),
		nextStep:
			"Check 'Signature Key' and 'Signature Algorithm' of this service in the service credential.",
	},
	'Action is not supported': {
		words: texts('The service does not allow this'),
		nextStep: notAllowed,
	},
};

/** Public words that have no code of their own. */
const phrases = Object.keys(meanings).filter((key) => key.includes(' '));

export function meaningOf(code: string): CodeMeaning | undefined {
	return Object.hasOwn(meanings, code) ? meanings[code] : undefined;
}

/** The known code among the platform's words, with its meaning; undefined where there is no known code. */
export function codeIn(
	text: string,
): (CodeMeaning & { code: string; nextStep: string }) | undefined {
	const codes = text.match(/\b[A-Z]{3,}(?:_[A-Z]+)*\b/g) ?? [];
	const phraseCodes = phrases.filter((phrase) => text.includes(phrase));
	for (const code of [...codes, ...phraseCodes]) {
		const { nextStep, ...meaning } = meaningOf(code) ?? { words: '' };
		if (nextStep) return { code, ...meaning, nextStep };
	}
	return undefined;
}

/** A known code as people read it: `The number is blacklisted (SUBSCRIBER_BLACKLISTED)`. */
export function codeWords(known: { code: string; words: string }): string {
	return translated(codePhrase(known));
}

export function codePhrase({ code, words }: { code: string; words: string }): Phrase {
	return phrase`${phraseOf(words)} (${phraseOf(code)})`;
}

/** Whether the reason of a row says that it can only fail again. */
export function isFinal(reason = ''): boolean {
	return codeIn(reason)?.isFinal === true;
}
