import OAuth2Server, {
	type PasswordModel,
	type RefreshTokenModel,
} from '@node-oauth/oauth2-server';
import type { Catalogue } from '../catalogue';
import type { Clock } from '../clock';
import type { Settings } from '../settings';
import { type Accounts, checkPassword, type Session, type Tokens } from './tokens';

const { InvalidClientError, InvalidGrantError, UnauthorizedClientError } = OAuth2Server;
export const WRONG_CLIENT = 'Invalid client or Invalid client credentials';

/** What a login looks at and changes. */
export interface LoginWorld {
	settings: Settings;
	clock: Clock;
	catalogue: Catalogue;
	accounts: Accounts;
	tokens: Tokens;
}

/**
 * What `@node-oauth/oauth2-server` asks of the platform. Refusals carry the status and the words of
 * Keycloak (docs/platform-interface.md, "Token endpoint").
 */
export function oauthModel(
	world: LoginWorld,
	{ secretRequired }: { secretRequired: boolean },
): PasswordModel & RefreshTokenModel {
	const sessionOf = (user: OAuth2Server.User): Session => user.session;

	return {
		async getClient(clientId, clientSecret) {
			const client = world.catalogue.data.clients.find((one) => one.clientId === clientId);
			if (!client) throw new InvalidClientError(WRONG_CLIENT, { code: 401 });
			const required = { newer: secretRequired, both: true, optional: false };
			const isMissing = !clientSecret && required[world.settings.clientSecret];
			if (isMissing || (clientSecret && clientSecret !== client.clientSecret)) {
				throw new UnauthorizedClientError(WRONG_CLIENT, { code: 401 });
			}
			return { id: client.clientId, grants: ['password', 'refresh_token'] };
		},

		async getUser(username, password) {
			const account = world.accounts.find(username);
			if (account?.locked) throw new InvalidGrantError('Account disabled');
			if (!account || !checkPassword(account, password, world.settings.lockAfterWrongPasswords)) {
				throw new InvalidGrantError('Invalid user credentials', { code: 401 });
			}
			return { session: world.tokens.openSession(account) };
		},

		async validateScope(_user, _client, scope) {
			return [...(scope ?? []), 'profile', 'email'];
		},

		async getRefreshToken(refreshToken) {
			const token = world.tokens.refreshToken(refreshToken);
			if (!token) throw new InvalidGrantError('Invalid refresh token');
			if (token.session.revoked) throw new InvalidGrantError('Session not active');
			if (token.session.account.locked) throw new InvalidGrantError('User disabled');
			if (token.expiresAt <= world.clock.now()) {
				throw new InvalidGrantError('Token is not active');
			}
			return {
				refreshToken,
				client: { id: token.clientId, grants: [] },
				user: { session: token.session },
				scope: token.scope,
			};
		},

		async revokeToken({ refreshToken }) {
			const token = world.tokens.refreshToken(refreshToken);
			if (!token || !world.settings.rotateRefreshTokens) return true;
			if (token.used) {
				if (world.settings.detectRefreshReuse) token.session.revoked = true;
				throw new InvalidGrantError('Maximum allowed refresh token reuse exceeded');
			}
			token.used = true;
			return true;
		},

		async saveToken({ accessToken, refreshToken = '', scope = [] }, client, user) {
			const { accessTokenLifetime, refreshTokenLifetime, issueRefreshTokens } = world.settings;
			const session = sessionOf(user);
			const now = world.clock.now();
			const issued = { session, clientId: client.id, scope };
			world.tokens.saveAccessToken(accessToken, {
				...issued,
				expiresAt: now + accessTokenLifetime * 1000,
			});
			if (issueRefreshTokens) {
				world.tokens.saveRefreshToken(refreshToken, {
					...issued,
					expiresAt: now + refreshTokenLifetime * 1000,
				});
			}
			// Left out: `accessTokenExpiresAt`, from which the library would count seconds on the real clock.
			return {
				accessToken,
				...(issueRefreshTokens && { refreshToken }),
				scope,
				client,
				user,
				expires_in: accessTokenLifetime,
				refresh_expires_in: issueRefreshTokens ? refreshTokenLifetime : 0,
				'not-before-policy': 0,
				session_state: session.id,
			};
		},

		async getAccessToken(accessToken) {
			const token = world.tokens.accessToken(accessToken);
			if (!token || token.session.revoked) return undefined;
			return {
				accessToken,
				accessTokenExpiresAt: world.clock.toRealTime(token.expiresAt),
				client: { id: token.clientId, grants: [] },
				user: { session: token.session },
			};
		},
	};
}
