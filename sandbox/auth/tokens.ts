import { randomUUID } from 'node:crypto';

/** A person who may log in. Too many wrong passwords in a row lock an account for good. */
export interface Account {
	username: string;
	password: string;
	merchantId: number;
	wrongPasswordsInARow: number;
	locked: boolean;
}

export class Accounts {
	readonly all: Account[];

	constructor(logins: Pick<Account, 'username' | 'password' | 'merchantId'>[]) {
		this.all = logins.map((login) => ({ ...login, wrongPasswordsInARow: 0, locked: false }));
	}

	find(username: string): Account | undefined {
		return this.all.find((account) => account.username === username);
	}
}

/** Whether the password is right; counts wrong ones and locks the account at `lockAfter` (0: never). */
export function checkPassword(account: Account, password: string, lockAfter: number): boolean {
	const isRight = account.password === password;
	account.wrongPasswordsInARow = isRight ? 0 : account.wrongPasswordsInARow + 1;
	if (lockAfter > 0 && account.wrongPasswordsInARow >= lockAfter) account.locked = true;
	return isRight;
}

/** One login. Its tokens live and die with it. */
export interface Session {
	id: string;
	account: Account;
	revoked: boolean;
}

export interface IssuedToken {
	session: Session;
	clientId: string;
	/** Milliseconds since the Unix epoch. */
	expiresAt: number;
	/** Of a refresh token. */
	used?: boolean;
}

/** The sessions and every token issued in them. */
export class Tokens {
	readonly sessions: Session[] = [];
	private readonly access = new Map<string, IssuedToken>();
	private readonly refresh = new Map<string, IssuedToken>();

	openSession(account: Account): Session {
		const session = { id: randomUUID(), account, revoked: false };
		this.sessions.push(session);
		return session;
	}

	saveAccessToken(text: string, token: IssuedToken): void {
		this.access.set(text, token);
	}

	saveRefreshToken(text: string, token: IssuedToken): void {
		this.refresh.set(text, token);
	}

	accessToken(text: string): IssuedToken | undefined {
		return this.access.get(text);
	}

	refreshToken(text: string): IssuedToken | undefined {
		return this.refresh.get(text);
	}

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

	/** Ends every session with its tokens of both kinds. Returns how many were open. */
	revokeSessions(): number {
		const open = this.sessions.filter(({ revoked }) => !revoked);
		for (const session of open) session.revoked = true;
		return open.length;
	}
}
