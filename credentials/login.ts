import {
	accountOf,
	fingerprintOf,
	hasUsableAccessToken,
	hasUsableRefreshToken,
	tokensOf,
	type Account,
	type Tokens,
} from '../platform/account';
import {
	addressFieldOf,
	type Grant,
	LoginError,
	providerOf,
	readTokenAnswer,
	tokenRequest,
} from '../platform/token';
import { exchange, type HttpRequest } from './requests';

/** A login that several requests share; `brought` has its tokens once it has succeeded. */
interface Flight {
	tokens: Promise<Tokens>;
	brought?: Tokens;
}

/** A refused login; its error holds no credential and no token. */
interface RefusedLogin {
	error: LoginError;
	times: number;
	quietUntil: number;
}

/** How long new tokens are kept: n8n is still storing them while other requests bring older ones. */
const keptAfterwardsMs = 5_000;
/** The pause after a refused login; each further refusal doubles it. */
const firstQuietMs = 60_000;
const maxQuietMs = 3_600_000;

/** The logins of this process by fingerprint: a changed password starts afresh. Tokens are kept for `keptAfterwardsMs`. */
export class Logins {
	private readonly flights = new Map<string, Flight>();
	private readonly refused = new Map<string, RefusedLogin>();

	/**
	 * @param now Unix milliseconds, by which tokens expire
	 * @param after runs `act` after so many milliseconds, and keeps no process alive for it
	 * @param elapsed milliseconds of a monotonic clock, by which pauses end
	 */
	constructor(
		private readonly now: () => number = () => Date.now(),
		private readonly after = (ms: number, act: () => void) => {
			AbortSignal.timeout(ms).addEventListener('abort', act);
		},
		private readonly elapsed: () => number = () => performance.now(),
	) {}

	/**
	 * Gives newer tokens than the stored ones: those of a login under way, else by refresh token, then by password. A
	 * refusal is thrown again for a minute, doubling up to an hour: each attempt could lock the account. @throws LoginError
	 */
	async renew(httpRequest: HttpRequest, credential: object): Promise<Tokens> {
		const account = accountOf(credential);
		const held = tokensOf(credential);
		const fingerprint = fingerprintOf(account);
		const flight = this.flights.get(fingerprint);
		if (flight && this.isNewer(flight, held)) return await flight.tokens;
		const refusal = this.refused.get(fingerprint);
		if (refusal && this.elapsed() < refusal.quietUntil) throw refusal.error;
		return await this.start(fingerprint, held, () =>
			this.refreshOrLogIn(httpRequest, account, held),
		);
	}

	/**
	 * Logs in with the password, even during the pause after a refusal: “Test” is about the current password. @throws
	 * LoginError
	 */
	async logInAfresh(httpRequest: HttpRequest, credential: object): Promise<Tokens> {
		const account = accountOf(credential);
		return await this.start(fingerprintOf(account), tokensOf(credential), () =>
			this.ask(httpRequest, account, { type: 'password' }),
		);
	}

	private isNewer({ brought }: Flight, held: Tokens): boolean {
		if (brought === undefined) return true;
		return brought.issuedAt > held.issuedAt && hasUsableAccessToken(brought, this.now());
	}

	private async start(
		fingerprint: string,
		held: Tokens,
		ask: () => Promise<Tokens>,
	): Promise<Tokens> {
		const flight: Flight = { tokens: ask().then((tokens) => newerThan(held, tokens)) };
		this.flights.set(fingerprint, flight);
		const drop = () => {
			if (this.flights.get(fingerprint) === flight) this.flights.delete(fingerprint);
		};
		flight.brought = await flight.tokens.catch((error: unknown) => {
			drop();
			if (error instanceof LoginError && error.isRefusal) this.noteRefusal(fingerprint, error);
			throw error;
		});
		this.refused.delete(fingerprint);
		this.after(keptAfterwardsMs, drop);
		return flight.brought;
	}

	private noteRefusal(fingerprint: string, error: LoginError): void {
		const times = (this.refused.get(fingerprint)?.times ?? 0) + 1;
		const quietMs = Math.min(firstQuietMs * 2 ** (times - 1), maxQuietMs);
		this.refused.set(fingerprint, { error, times, quietUntil: this.elapsed() + quietMs });
	}

	private async refreshOrLogIn(
		httpRequest: HttpRequest,
		account: Account,
		held: Tokens,
	): Promise<Tokens> {
		if (hasUsableRefreshToken(held, this.now())) {
			const grant: Grant = { type: 'refresh_token', refreshToken: held.refreshToken };
			const refreshed = await this.ask(httpRequest, account, grant).catch((error: unknown) => {
				// After a refused refresh token the password may still work. An endpoint that is down fails both.
				if (error instanceof LoginError && error.isRefusal) return undefined;
				throw error;
			});
			if (refreshed) return refreshed;
		}
		return await this.ask(httpRequest, account, { type: 'password', hasGiven: held.issuedAt > 0 });
	}

	private async ask(httpRequest: HttpRequest, account: Account, grant: Grant): Promise<Tokens> {
		const whom = `${providerOf(account)} (${addressFieldOf(account)})`;
		const answer = await exchange(httpRequest, tokenRequest(account, grant), whom);
		return readTokenAnswer(account, grant, answer, this.now());
	}
}

/** The tokens with an `issuedAt` after that of the held ones, even in the same millisecond or after a clock was set back. */
function newerThan(held: Tokens, tokens: Tokens): Tokens {
	return { ...tokens, issuedAt: Math.max(tokens.issuedAt, held.issuedAt + 1) };
}

export const logins = new Logins();
