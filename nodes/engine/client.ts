import {
	NodeApiError,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
} from 'n8n-workflow';
import { accountOf, hasUsableAccessToken, tokensOf } from '../../platform/account';
import { isSuccess } from '../../platform/fate';
import { LoginError } from '../../platform/loginError';
import { isPartial } from '../../platform/partial';
import { readRefusal } from '../../platform/refusal';
import { searchMark } from '../../platform/searchLogin';
import { retryAfterOf } from '../../platform/retryAfter';
import { codeOf, hostOf, neverLeft, troubleOf } from '../../platform/trouble';
import { accountCredential } from './credentials';
import type { Answer, PlatformRequest } from './operation';
import { limitedTo } from './limited';
import { pause } from './pause';
import { cancelled, PlatformError } from './platformError';

/** How requests are sent that are not part of a run with options of its own. */
const unhurried = { timeout: 60_000 };

/** So often a request is sent whose token another process may have ended; n8n logs in and repeats it each time. */
const mostSends = 6;

/** n8n may log in before a request: two token requests of half a minute at most (`credentials/login.ts`). */
const longestLogin = 65_000;

/** How the requests of a run are sent. */
export interface Manner {
	/** Milliseconds to wait for an answer. */
	timeout: number;
	/** Ends what is repeated here. */
	signal?: AbortSignal;
	/** Waits until the next request, `isReady` unless it logs in first, may leave; what it returns is called once that one is answered, or has failed. */
	pace?(host: string, isReady: boolean): Promise<() => void>;
}

/** The way to the platform for one run. */
export interface Connection {
	/** The base address, without a trailing slash. */
	baseUrl: string;
	/** Its host, for messages. */
	host: string;
	/** What must not be shown of this account, should the platform repeat it. */
	secrets(): string[];
	/** Sends one request; an answer of any status is handed on. @throws PlatformError or LoginError */
	send(request: PlatformRequest): Promise<Answer>;
}

/**
 * Reads the account's credential once for a whole run and gives the way to send with it.
 *
 * Every request works on a private copy of the credential: n8n writes new tokens into the object it was given, and
 * fifty requests sharing one would refresh each other's tokens (DESIGN.md, “Tokens”). A copy that comes back with
 * tokens strictly newer than the run's hands them over.
 *
 * @throws PlatformError when the base address is no web address
 */
export async function connect(
	context: IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions,
	manner: Manner = unhurried,
): Promise<Connection> {
	let credential = await context.getCredentials(accountCredential);
	let tokens = tokensOf(credential);
	const account = accountOf(credential);
	const { baseUrl } = account;
	const host = hostOf(baseUrl);
	if (!/^https?:\/\/[^/]/i.test(baseUrl)) {
		throw new PlatformError(
			'Base Address in the credential is not a web address',
			'Write it in full, for example https://api.billing.example.com',
		);
	}

	const isLoggedIn = () => hasUsableAccessToken(tokens, Date.now());

	const takeOver = (copy: ICredentialDataDecryptedObject) => {
		if (copy.issuedAt === credential.issuedAt) return;
		const renewed = tokensOf(copy);
		if (renewed.issuedAt > tokens.issuedAt) [credential, tokens] = [copy, renewed];
	};

	const inTime = limitedTo(manner.timeout + longestLogin, manner.signal);

	/** @param held the credential to send with, as it is, in place of the run's */
	const transmit = async (
		request: PlatformRequest,
		held?: ICredentialDataDecryptedObject,
	): Promise<Transmitted> => {
		const ended = manner.pace && (await manner.pace(host, isLoggedIn()));
		if (manner.signal?.aborted) {
			ended?.();
			throw cancelled();
		}
		const used: ICredentialDataDecryptedObject = { ...(held ?? credential) };
		if (!held && !isLoggedIn()) used.accessToken = '';
		try {
			const { statusCode, body, headers } = (await inTime(
				context.helpers.httpRequestWithAuthentication.call(
					context,
					accountCredential,
					httpOptionsOf(baseUrl, request, manner.timeout),
					{ credentialsDecrypted: { id: '', name: '', type: accountCredential, data: used } },
				),
			)) as FullResponse;
			const retryAfter = retryAfterOf(headers, Date.now());
			const isPart = isPartial(statusCode, headers);
			return { answer: { status: statusCode, body, retryAfter, isPart }, used };
		} catch (error) {
			const refused = unauthorizedAnswer(error);
			if (refused === undefined) throw troubleWith(host, error);
			return { answer: refused, used };
		} finally {
			ended?.();
			takeOver(used);
		}
	};

	/** The request that logs in, while it does. */
	let first: Promise<Transmitted> | undefined;

	const exchange = (request: PlatformRequest): Promise<Transmitted> => {
		const sendNow = () => transmit(request);
		if (isLoggedIn()) return sendNow();
		// Each request that logs in has n8n store the tokens once more; the others wait for those of the first.
		if (first) return first.then(sendNow, sendNow);
		first = sendNow().finally(() => {
			first = undefined;
		});
		return first;
	};

	/** Whether a refusal was for the token it came with, as the platform says by now; undefined when nobody knows. */
	const hadTokenEnded = async (
		{ body }: Answer,
		used: ICredentialDataDecryptedObject,
	): Promise<boolean | undefined> => {
		const probe = await transmit({ ...tokenProbe, once: true }, used).catch(() => undefined);
		if (probe === undefined) return undefined;
		const { status } = probe.answer;
		if (isSuccess(status) || status === 403) return false;
		if (status !== 401) return undefined;
		// The token may have ended only since; a refusal for it would have said the same.
		const [said, ofToken] = [readRefusal(body), readRefusal(probe.answer.body)];
		const isSaid = said.code !== undefined || said.words !== undefined;
		const isSame = said.code === ofToken.code && said.words === ofToken.words;
		return isSaid && isSame ? true : undefined;
	};

	/** Whether the platform has taken a token in this run. */
	let isTaken = false;
	/** The addresses that have refused every token since they took one. */
	const closed = new Set<string>();

	const send = async (request: PlatformRequest) => {
		const { path, once } = request;
		for (let count = 1; ; count++) {
			const { answer, used } = await exchange(request);
			if (once) return { ...answer, hadTokenEnded: () => hadTokenEnded(answer, used) };
			if (isSuccess(answer.status)) {
				isTaken = true;
				closed.delete(path);
			}
			if (answer.status !== 401 || manner.signal?.aborted) return answer;
			// In between another process may have used the refresh token, which ends the session of n8n's new token too;
			// a refused request was not acted on, so it may be sent again.
			if (count >= (isTaken && !closed.has(path) ? mostSends : 2)) {
				closed.add(path);
				return answer;
			}
			await pause(Math.random() * 50 * 2 ** count, manner.signal);
		}
	};

	const secrets = () => {
		const { accessToken, refreshToken } = tokens;
		return [accessToken, refreshToken, account.password, account.clientSecret];
	};

	return { baseUrl, host, secrets, send };
}

/**
 * A request that changes nothing; whatever it answers, the token is good afterwards. n8n repeats a request whose token
 * is refused, so what must leave only once is sent behind this one, which may repeat.
 */
export const tokenProbe: PlatformRequest = { method: 'GET', path: '/datagifting/v1/services' };

function httpOptionsOf(
	baseUrl: string,
	request: PlatformRequest,
	timeout: number,
): IHttpRequestOptions {
	// That JSON is sent and wanted n8n's helper says by itself.
	const headers: IDataObject = {};
	if (request.tokenHeader) headers.token = '';
	if (request.searchLogin) headers[searchMark] = 'true';
	return {
		method: request.method,
		url: `${baseUrl}${request.path}`,
		qs: request.query,
		body: request.body,
		headers,
		returnFullResponse: true,
		// 401 stays an exception: it is what makes n8n renew the token and send again.
		ignoreHttpStatusErrors: { ignore: true, except: request.once ? [] : [401] },
		disableFollowRedirect: true,
		timeout,
	};
}

/** An answer, and the credential its request left with. */
interface Transmitted {
	answer: Answer;
	used: ICredentialDataDecryptedObject;
}

interface FullResponse {
	statusCode: number;
	body: unknown;
	headers: Record<string, unknown>;
}

/** The answer behind n8n's exception when the token was refused, after it had been renewed. */
function unauthorizedAnswer(error: unknown): Answer | undefined {
	if (!(error instanceof NodeApiError) || error.httpCode !== '401') return undefined;
	return error.cause instanceof LoginError ? undefined : { status: 401, body: error.context.data };
}

function troubleWith(host: string, error: unknown): PlatformError | LoginError {
	const cause = error instanceof NodeApiError ? error.cause : error;
	if (cause instanceof LoginError) return cause;
	const code = codeOf(cause);
	const fate = neverLeft(cause) ? 'notActed' : 'unknown';
	return new PlatformError(
		`${host} cannot be reached: ${troubleOf(code)}`,
		fate === 'notActed'
			? 'Nothing was sent. Check Base Address in the credential and the connection of this n8n.'
			: {
					write: 'Whether the platform acted is not known: look before you send this again.',
					read: 'Asking changes nothing: run this again later.',
				},
		{ fate },
	);
}
