import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Catalogue } from '../catalogue';
import type { Clock } from '../clock';
import type { Settings } from '../settings';
import { type Accounts, checkPassword, type Session, type Tokens } from './tokens';

/** What a login looks at and changes. */
export interface LoginWorld {
	settings: Settings;
	clock: Clock;
	catalogue: Catalogue;
	accounts: Accounts;
	tokens: Tokens;
}

const client = { client_id: z.string().optional(), client_secret: z.string().optional() };

export const tokenForm = z.discriminatedUnion('grant_type', [
	z.object({
		grant_type: z.literal('password'),
		username: z.string(),
		password: z.string(),
		...client,
	}),
	z.object({ grant_type: z.literal('refresh_token'), refresh_token: z.string(), ...client }),
]);

type TokenForm = z.output<typeof tokenForm>;

interface TokenAnswer {
	status: number;
	body: Record<string, unknown>;
}

interface TokenAddress {
	secretRequired: boolean;
	/** Makes the text of a token. */
	newToken?: (kind: 'access' | 'refresh') => string;
}

/** A refusal with the status and the words of Keycloak (docs/platform-interface.md, "Token endpoint"). */
class TokenRefusal extends Error {
	constructor(
		readonly error: string,
		description: string,
		readonly status = 400,
	) {
		super(description);
	}
}

/** Answers a token request as Keycloak does. */
export function grantToken(
	world: LoginWorld,
	form: unknown,
	{ secretRequired, newToken = () => randomUUID() }: TokenAddress,
): TokenAnswer {
	try {
		const asked = parseForm(form);
		const clientId = clientOf(world, asked, secretRequired);
		const session =
			asked.grant_type === 'password'
				? logIn(world, asked.username, asked.password)
				: resume(world, asked.refresh_token, clientId);
		return { status: 200, body: issue(world, { session, clientId }, newToken) };
	} catch (refusal) {
		if (!(refusal instanceof TokenRefusal)) throw refusal;
		const { status, error, message } = refusal;
		return { status, body: { error, error_description: message } };
	}
}

function parseForm(form: unknown): TokenForm {
	const parsed = tokenForm.safeParse(form ?? {});
	if (parsed.success) return parsed.data;
	const [field = 'grant_type'] = parsed.error.issues.flatMap(({ path }) => path);
	const given = (form as Record<string, unknown> | null)?.[field];
	if (field === 'grant_type' && typeof given === 'string') {
		throw new TokenRefusal('unsupported_grant_type', 'Unsupported grant_type');
	}
	throw new TokenRefusal('invalid_request', `Missing form parameter: ${field}`);
}

function clientOf({ catalogue, settings }: LoginWorld, asked: TokenForm, isNewer: boolean): string {
	const { client_id: clientId, client_secret: secret } = asked;
	const known = catalogue.data.clients.find((one) => one.clientId === clientId);
	const words = 'Invalid client or Invalid client credentials';
	if (!known) throw new TokenRefusal('invalid_client', words, 401);
	const isRequired = { newer: isNewer, both: true, optional: false }[settings.clientSecret];
	if (secret ? secret !== known.clientSecret : isRequired) {
		throw new TokenRefusal('unauthorized_client', words, 401);
	}
	return known.clientId;
}

function logIn({ accounts, tokens, settings }: LoginWorld, user: string, password: string) {
	const account = accounts.find(user);
	if (account?.locked) throw new TokenRefusal('invalid_grant', 'Account disabled');
	if (account && checkPassword(account, password, settings.lockAfterWrongPasswords)) {
		return tokens.openSession(account);
	}
	throw new TokenRefusal('invalid_grant', 'Invalid user credentials', 401);
}

/** The session of a refresh token, which works once where the settings say so. */
function resume({ tokens, clock, settings }: LoginWorld, text: string, clientId: string): Session {
	const refuse = (words: string) => new TokenRefusal('invalid_grant', words);
	const token = tokens.refreshToken(text);
	if (token?.clientId !== clientId) throw refuse('Invalid refresh token');
	const { session } = token;
	if (session.revoked) throw refuse('Session not active');
	if (session.account.locked) throw refuse('User disabled');
	if (token.expiresAt <= clock.now()) throw refuse('Token is not active');
	if (!settings.rotateRefreshTokens) return session;
	if (token.used) {
		if (settings.detectRefreshReuse) session.revoked = true;
		throw refuse('Maximum allowed refresh token reuse exceeded');
	}
	token.used = true;
	return session;
}

function issue(
	{ tokens, settings, clock }: LoginWorld,
	issued: { session: Session; clientId: string },
	newToken: NonNullable<TokenAddress['newToken']>,
) {
	const { accessTokenLifetime, refreshTokenLifetime, issueRefreshTokens } = settings;
	const now = clock.now();
	const accessToken = newToken('access');
	tokens.saveAccessToken(accessToken, { ...issued, expiresAt: now + accessTokenLifetime * 1000 });
	const answer = {
		access_token: accessToken,
		expires_in: accessTokenLifetime,
		refresh_expires_in: 0,
		token_type: 'Bearer',
		'not-before-policy': 0,
		session_state: issued.session.id,
		scope: 'profile email',
	};
	if (!issueRefreshTokens) return answer;
	const refreshToken = newToken('refresh');
	const expiresAt = now + refreshTokenLifetime * 1000;
	tokens.saveRefreshToken(refreshToken, { ...issued, expiresAt });
	return { ...answer, refresh_token: refreshToken, refresh_expires_in: refreshTokenLifetime };
}
