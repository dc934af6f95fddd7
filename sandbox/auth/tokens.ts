/** A person who may log in. */
export interface Account {
	username: string;
	password: string;
	merchantId: number;
}

/** One login. Its tokens live and die with it. */
export interface Session {
	id: string;
	account: Account;
	revoked: boolean;
}

interface IssuedToken {
	session: Session;
	clientId: string;
	expiresAt: number;
	/** Whether a refresh token was used. */
	used?: boolean;
}

/** Every token that was issued, by its text. */
export class Tokens {
	readonly access = new Map<string, IssuedToken>();
	readonly refresh = new Map<string, IssuedToken>();

	/** The session of an access token that is valid at `nowMs`. */
	sessionOf(accessToken: string, nowMs: number): Session | undefined {
		const token = this.access.get(accessToken);
		return token && !token.session.revoked && token.expiresAt > nowMs ? token.session : undefined;
	}

	/** From now on no access token issued so far is valid; refresh tokens stay. Returns how many were. */
	expireAccessTokens(nowMs: number): number {
		const valid = [...this.access.values()].filter(({ expiresAt }) => expiresAt >= nowMs);
		for (const token of valid) token.expiresAt = nowMs - 1;
		return valid.length;
	}

	/** Ends every session with its tokens of both kinds. */
	revokeSessions(): void {
		for (const { session } of this.access.values()) session.revoked = true;
	}
}
