import type { Account } from './account';
import { hostOf, isWebAddress } from './trouble';

/**
 * Why no token was given: `refused` what is in the credential, `unreachable` no connection or an untrusted certificate,
 * `unavailable` the endpoint is failing for now.
 */
type LoginTrouble = 'refused' | 'unreachable' | 'unavailable';

/** Why there is no token, or why it was not sent, in words for the person who filled in the credential; no secret. */
export class LoginError extends Error {
	override name = 'LoginError';

	constructor(
		readonly trouble: LoginTrouble,
		message: string,
	) {
		super(message);
	}

	/** Whether the same credential would be refused again. */
	get isRefusal(): boolean {
		return this.trouble === 'refused';
	}
}

/**
 * The two ways to ask for a token (contract, “Token request”). `hasGiven`: this address has given this account tokens
 * before, and is the right one.
 */
export type Grant =
	{ type: 'password'; hasGiven?: boolean } | { type: 'refresh_token'; refreshToken: string };

/**
 * The address tokens are asked from (contract, “Endpoints”, Token): the newer one on the identity provider,
 * the older one on the base address.
 *
 * @throws LoginError when the address is not a web address
 */
export function tokenUrlOf({ authUrl, baseUrl }: Account): string {
	const isOlder = authUrl === '';
	const root = isOlder ? baseUrl : authUrl;
	if (!isWebAddress(root)) {
		throw new LoginError(
			'refused',
			`${addressFieldOf({ authUrl })} in the credential must be a web address. Write it in full, for example https://billing.example.com`,
		);
	}
	return `${root}${isOlder ? '/auth' : ''}/realms/api/protocol/openid-connect/token`;
}

/** The field with the address that gives tokens. */
export function addressFieldOf({ authUrl }: Pick<Account, 'authUrl'>): string {
	return authUrl === '' ? "'Base Address'" : "'Identity Provider Address'";
}

/** Who gives this account its tokens, for messages. @throws LoginError when the address is not a web address */
export function providerOf(account: Account): string {
	const who = account.authUrl === '' ? 'The platform' : 'The identity provider';
	return `${who} ${hostOf(tokenUrlOf(account))}`;
}

/** The form fields of a token request. Either address takes a `client_secret` (public facts, “Token address”). */
export function tokenForm(account: Account, grant: Grant): Record<string, string> {
	const { clientId, clientSecret, username, password } = account;
	return {
		client_id: clientId,
		...(clientSecret !== '' && { client_secret: clientSecret }),
		grant_type: grant.type,
		...(grant.type === 'password' ? { username, password } : { refresh_token: grant.refreshToken }),
	};
}

/** A token request as n8n's HTTP helper takes it. @throws LoginError when the address is not a web address */
export function tokenRequest(account: Account, grant: Grant) {
	return {
		method: 'POST' as const,
		url: tokenUrlOf(account),
		headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
		body: new URLSearchParams(tokenForm(account, grant)),
	};
}
