import {
	NodeApiError,
	sleep,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
} from 'n8n-workflow';
import { accountOf, hasUsableAccessToken, tokensOf, type Tokens } from '../../platform/account';
import { searchMark } from '../../platform/signature';
import { hostOf, retryAfterOf } from '../../platform/trouble';
import { deadline, orAborted } from './concurrency';
import { accountCredential } from './credentials';
import { listRefused } from './errors';
import { readLongList } from './longList';
import type { Answer, PlatformRequest } from './operation';
import type { Account } from './pipeline';
import { processLimiter } from './rateLimit';
import { classify, pipe, renewToken, type Clock } from './send';

/** What n8n gives to a node that talks to the platform. */
type Context = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** How long the editor's lists and the triggers wait for an answer, in milliseconds. */
const guestTimeout = 60_000;

/** An n8n whose `sleep` knows no signals keeps its timer when the execution is canceled, for so many milliseconds. */
const maxTimer = 500;

/** n8n's time. */
export const clock: Clock = {
	now: () => Date.now(),
	sleep: async (milliseconds, signal) => {
		const end = Date.now() + milliseconds;
		for (let left = milliseconds; left > 0 && !signal?.aborted; left = end - Date.now()) {
			await orAborted(sleep(Math.ceil(signal ? Math.min(left, maxTimer) : left)), signal);
		}
	},
};

/** The newest tokens that a run has seen, with the credential that holds them. */
class HeldTokens {
	private tokens: Tokens;

	/** @param credential n8n writes new tokens into the object it is given: give it a copy */
	constructor(public credential: ICredentialDataDecryptedObject) {
		this.tokens = tokensOf(credential);
	}

	/** Takes over another copy of the credential if its tokens are newer. */
	update(other: ICredentialDataDecryptedObject): void {
		if (other.issuedAt === this.credential.issuedAt) return;
		const others = tokensOf(other);
		if (others.issuedAt > this.tokens.issuedAt) [this.credential, this.tokens] = [other, others];
	}

	/** Whether a request needs a newer token than these. */
	needsLogin({ refusedToken = -1, minTokenLife }: Partial<PlatformRequest>): boolean {
		const isUsable = hasUsableAccessToken(this.tokens, Date.now(), minTokenLife);
		return !isUsable || this.tokens.issuedAt <= refusedToken;
	}

	get secrets(): string[] {
		return [this.tokens.accessToken, this.tokens.refreshToken];
	}
}

/**
 * The account of the node's credential, read once for a whole run. Every request works on a private copy of it, because
 * requests that share one would renew each other's tokens.
 *
 * @throws PlatformError when the base address is no web address
 */
export async function accountIn(context: Context): Promise<Account> {
	const held = new HeldTokens(await context.getCredentials(accountCredential));
	const { baseUrl, password, clientSecret } = accountOf(held.credential);
	if (!/^https?:\/\/[^/]/i.test(baseUrl)) {
		throw listRefused(
			'Base Address in the credential is not a web address',
			'Write it in full, for example https://api.billing.example.com',
		);
	}
	const exchange = async (request: PlatformRequest, logsIn = false): Promise<Answer> => {
		const own: ICredentialDataDecryptedObject = { ...held.credential };
		// `authenticate` reports a missing token as a 401, on which n8n renews it.
		if (logsIn) own.accessToken = '';
		try {
			const { statusCode, body, headers } = await sendWith(context, baseUrl, request, own);
			const retryAfter = retryAfterOf(headers, Date.now());
			return { status: statusCode, body, retryAfter, tokenIssuedAt: Number(own.issuedAt) };
		} finally {
			held.update(own);
		}
	};

	/** The request that logs in: others wait for its tokens, because n8n stores them after each login. */
	let login: Promise<unknown> | undefined;
	const endLogin = () => {
		login = undefined;
	};
	const logIn = async (request: PlatformRequest): Promise<Answer> => {
		// Another execution may have renewed the tokens and stored them.
		held.update(await context.getCredentials(accountCredential));
		return await exchange(request, held.needsLogin(request));
	};
	const transport = async (request: PlatformRequest): Promise<Answer> => {
		if (held.needsLogin(request) && login) await login;
		if (!held.needsLogin(request)) return await exchange(request);
		const sending = logIn(request);
		login = sending.then(endLogin, endLogin);
		return await sending;
	};
	return {
		host: hostOf(baseUrl),
		baseUrl,
		transport,
		isLoggedIn: () => !held.needsLogin({}),
		secrets: () => [...held.secrets, password, clientSecret],
	};
}

/** The way to the platform for what is no list of items: triggers, and the lists of the editor. */
export async function connect(context: Context) {
	const { host, transport } = await accountIn(context);
	const send = pipe(
		renewToken(clock, Math.random),
		processLimiter.policy(host, clock),
		deadline(host, guestTimeout, () => guestTimeout, clock),
	)(classify(host, transport));
	return {
		host,
		/** @throws PlatformError when there is no answer */
		send: async (request: PlatformRequest): Promise<Answer> => {
			const { answer, error } = await send(request);
			if (error) throw error;
			return answer;
		},
	};
}

interface FullResponse {
	statusCode: number;
	body: unknown;
	headers: Record<string, unknown>;
}

async function sendWith(
	context: Context,
	baseUrl: string,
	request: PlatformRequest,
	credential: ICredentialDataDecryptedObject,
): Promise<FullResponse> {
	const { method, path, query, body, tokenHeader, searchLogin, timeout, signal, keep } = request;
	const headers: IDataObject = {};
	if (tokenHeader) headers.token = '';
	if (searchLogin) headers[searchMark] = 'true';
	const options: IHttpRequestOptions = {
		method,
		url: `${baseUrl}${path}`,
		qs: query,
		body,
		headers,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout,
		...(keep && { encoding: 'stream' }),
		abortSignal: signal as IHttpRequestOptions['abortSignal'],
	};
	// n8n puts the execution's signal in the place of ours.
	const caller = Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as Context;
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			caller,
			accountCredential,
			options,
			{ credentialsDecrypted: { id: '', name: '', type: accountCredential, data: credential } },
		)) as FullResponse;
		if (!keep) return response;
		const list = await readLongList(response.body as AsyncIterable<Uint8Array>, keep);
		return { ...response, body: list };
	} catch (error) {
		// n8n's own error holds the request, and with it secrets.
		throw error instanceof NodeApiError && error.cause instanceof Error ? error.cause : error;
	}
}
