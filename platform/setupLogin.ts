import type { Tokens } from './account';
import { codeSaid, finding, isLetIn, unseen, type Finding, type Probe } from './setup';

/** What logins gave. */
interface LoginProbes {
	login: Probe<Tokens>;
	/** What the refresh token of that login gave. */
	refresh: Probe<Tokens>;
	/** What it gave when it was used again. */
	reuse: Probe<Tokens>;
	searchMode: 'bearer' | 'headers' | 'both';
	/** A search that logs in as the credential says. */
	search: Probe;
	/** The same search with the Bearer token alone. */
	bearerSearch: Probe;
	/** The platform's clock less ours, in seconds; undefined where no answer showed it. */
	clockDifference: number | undefined;
}

/** A token that lives shorter is renewed for almost every request, in seconds. */
const shortLife = 60;
/** A difference that matters to nobody, in seconds: answers take a while, and `Date` has whole seconds. */
const smallDifference = 10;
/** Signed headers are valid for 60 s (public facts, “Search authentication”); the rest is for the way. */
const signedLife = 50;

/** What a merchant must know of logins and clocks. */
export function loginFindings(probes: LoginProbes): Finding[] {
	const { login } = probes;
	const noLogin = { notChecked: 'the login failed' };
	const tokenFindings =
		'answer' in login
			? [
					finding('Login', 'ok', {
						seen: 'the password gives a token',
						meaning: 'Address, client, user and password belong together.',
					}),
					lifetimeFinding(login.answer),
					refreshFinding(login.answer, probes),
				]
			: [
					unseen('Login', login),
					unseen('Token Lifetime', noLogin),
					unseen('Token Refresh', noLogin),
				];
	return [...tokenFindings, searchLoginFinding(probes), clockFinding(probes)];
}

function lifetimeFinding({ accessExpiresAt, issuedAt }: Tokens): Finding {
	const check = 'Token Lifetime';
	if (accessExpiresAt === 0) {
		return finding(check, 'ok', {
			seen: "the token doesn't say when it expires",
			meaning: 'It is renewed once the platform refuses it.',
		});
	}
	const seconds = Math.round((accessExpiresAt - issuedAt) / 1000);
	const seen = `${seconds.toLocaleString('en')} s`;
	if (seconds >= shortLife) {
		return finding(check, 'ok', { seen, meaning: 'A token serves many requests.' });
	}
	return finding(check, 'warning', {
		seen,
		meaning:
			'Lists spend much of their time on logins, and a token may expire before a PIN arrives.',
		advice: 'Ask your operator for tokens that live five minutes.',
	});
}

function refreshFinding({ refreshToken }: Tokens, { refresh, reuse }: LoginProbes): Finding {
	const check = 'Token Refresh';
	const meaning = 'The password is sent for each new token. All else works the same.';
	if (refreshToken === '') return finding(check, 'ok', { seen: 'no refresh token', meaning });
	if ('notChecked' in refresh) return unseen(check, refresh);
	if ('trouble' in refresh) {
		return finding(check, 'warning', {
			seen: `the refresh token doesn't work: ${refresh.trouble}`,
			meaning,
			advice: 'Tell your operator if logins are limited.',
		});
	}
	// Whether the next one is another tells nothing: Keycloak makes one for each refresh in any case.
	if ('answer' in reuse) {
		return finding(check, 'ok', {
			seen: 'a refresh token works several times',
			meaning: 'Tokens are renewed without the password.',
		});
	}
	if ('trouble' in reuse && reuse.isRefusal) {
		return finding(check, 'ok', {
			seen: 'a refresh token works once',
			meaning:
				'Tokens are renewed without the password. Two n8n that share a credential may end the session; the next login is by the password.',
		});
	}
	return unseen(check, reuse);
}

function searchLoginFinding(probes: LoginProbes): Finding {
	const check = 'Search Login';
	const { searchMode, search, bearerSearch } = probes;
	if (!('answer' in search)) return unseen(check, search);
	const acceptsBearer = 'answer' in bearerSearch && isLetIn(bearerSearch.answer);
	const mode = modeNames[searchMode];
	if (isLetIn(search.answer)) {
		const bearerToo = searchMode !== 'bearer' && acceptsBearer;
		return finding(check, 'ok', {
			seen: `the platform accepts ${mode}${bearerToo ? ', and Bearer Token alone' : ''}`,
			meaning: 'Searches, look-ups of payments and the transaction trigger can log in.',
		});
	}
	const seen = `${mode}: ${codeSaid(search.answer)}`;
	if (search.answer.status !== 401) {
		return finding(check, 'warning', {
			seen,
			meaning: "The answer doesn't tell whether the login is right.",
			advice: 'See Searches.',
		});
	}
	return finding(check, 'failed', {
		seen,
		meaning:
			"Searches and the transaction trigger don't work, and a payment without a response ends as outcome unknown.",
		advice: searchAdvice(probes, acceptsBearer),
	});
}

const modeNames = {
	bearer: 'Bearer Token',
	headers: 'Signed Headers',
	both: 'Bearer and Signed Headers',
};

function searchAdvice({ searchMode, clockDifference = 0 }: LoginProbes, acceptsBearer: boolean) {
	const advices = {
		sign: 'Ask your operator for a Search User and a Search Signature Key, and set Search Authentication to Signed Headers.',
		bearer: 'Set Search Authentication to Bearer Token, which the platform accepts.',
		clock: 'Set the clock first: signed headers are valid for 60 seconds.',
		key: 'Check Search User, Search Signature Key and the names of the three headers.',
	};
	if (searchMode === 'bearer') return advices.sign;
	if (acceptsBearer) return advices.bearer;
	return Math.abs(clockDifference) > signedLife ? advices.clock : advices.key;
}

function clockFinding({ clockDifference }: LoginProbes): Finding {
	const check = 'Clock';
	if (clockDifference === undefined) {
		return unseen(check, { notChecked: 'no answer showed the time' });
	}
	const size = Math.abs(clockDifference);
	if (size < smallDifference) {
		return finding(check, 'ok', {
			seen: 'the clocks agree to a few seconds',
			meaning: 'Timestamps are right.',
		});
	}
	return finding(check, 'warning', {
		seen: `the platform's clock is ${size.toLocaleString('en')} s ${clockDifference > 0 ? 'ahead of' : 'behind'} this machine's`,
		meaning:
			size > signedLife
				? 'Signed headers of searches are too old or too new for it, and timestamps of identifications may be.'
				: 'Timestamps are still accepted, with little to spare.',
		advice: "Set this machine's clock by NTP. If it is right, tell your operator.",
	});
}
