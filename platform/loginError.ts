/**
 * Why no token was given:
 * `user` wrong user name or password, `client` wrong client id or secret, `address` not a token endpoint,
 * `unreachable` no connection or a certificate nobody trusts, `unavailable` the endpoint is failing for now.
 */
export type LoginTrouble = 'user' | 'client' | 'address' | 'unreachable' | 'unavailable';

/** A login that gave no token, in words for the person who filled in the credential. Holds no secret. */
export class LoginError extends Error {
	override name = 'LoginError';

	constructor(
		readonly trouble: LoginTrouble,
		message: string,
	) {
		super(message);
	}

	/** Whether asking again with the same credential can only be refused again. */
	get isRefusal(): boolean {
		return this.trouble === 'user' || this.trouble === 'client' || this.trouble === 'address';
	}
}
