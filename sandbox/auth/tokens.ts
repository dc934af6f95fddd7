import { randomUUID } from 'node:crypto';
import type { Account } from './accounts';

/** One login. Its tokens live and die with it. */
export interface Session {
	id: string;
	account: Account;
	revoked: boolean;
}

export interface IssuedToken {
	session: Session;
	clientId: string;
	scope: string[];
	/** Milliseconds since the Unix epoch. */
	expiresAt: number;
}

export interface IssuedRefreshToken extends IssuedToken {
	used: boolean;
}

/** The sessions and every token issued in them. */
export class Tokens {
	readonly sessions: Session[] = [];
	private readonly access = new Map<string, IssuedToken>();
	private readonly refresh = new Map<string, IssuedRefreshToken>();

	openSession(account: Account): Session {
		const session = { id: randomUUID(), account, revoked: false };
		this.sessions.push(session);
		return session;
	}

	saveAccessToken(text: string, token: IssuedToken): void {
		this.access.set(text, token);
	}

	saveRefreshToken(text: string, token: IssuedToken): void {
		this.refresh.set(text, { ...token, used: false });
	}

	accessToken(text: string): IssuedToken | undefined {
		return this.access.get(text);
	}

	refreshToken(text: string): IssuedRefreshToken | undefined {
		return this.refresh.get(text);
	}

	/** From now on no access token issued so far is valid; refresh tokens stay. Returns how many were. */
	expireAccessTokens(nowMs: number): number {
		let expired = 0;
		for (const token of this.access.values()) {
			if (token.expiresAt < nowMs) continue;
			token.expiresAt = nowMs - 1;
			expired += 1;
		}
		return expired;
	}

	/** Ends every session with its tokens of both kinds. Returns how many were open. */
	revokeSessions(): number {
		const open = this.sessions.filter((session) => !session.revoked);
		for (const session of open) session.revoked = true;
		return open.length;
	}
}
