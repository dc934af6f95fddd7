import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Catalogue, CatalogueData } from '../catalogue';
import type { Clock } from '../clock';
import { Refusal } from '../refusal';
import type { Configured } from '../settings';
import type { Account, Session, Tokens } from './tokens';

/** The data that a login reads and changes. */
export interface LoginWorld extends Configured {
	clock: Clock;
	catalogue: Catalogue;
	accounts: Account[];
	tokens: Tokens;
}

const client = { client_id: z.string().optional(), client_secret: z.string().optional() };
const password = z.literal('password');

const tokenForm = z.discriminatedUnion('grant_type', [
	z.object({ grant_type: password, username: z.string(), password: z.string(), ...client }),
	z.object({ grant_type: z.literal('refresh_token'), refresh_token: z.string(), ...client }),
]);

type TokenForm = z.output<typeof tokenForm>;

/** Answers a token request as Keycloak does (docs/platform-interface.md, "Token endpoint"). */
export function grantToken(
	world: LoginWorld,
	form: unknown,
	{ secretRequired }: { secretRequired: boolean },
): { status: number; body: Record<string, unknown> } {
	try {
		const asked = parseForm(form);
		const clientId = clientOf(world.catalogue.data.clients, asked, secretRequired);
		const session =
			asked.grant_type === 'password'
				? logIn(world.accounts, asked.username, asked.password)
				: resume(world, asked.refresh_token, clientId);
		return { status: 200, body: issue(world, { session, clientId }) };
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		const { httpStatus, status, message } = error;
		return { status: httpStatus, body: { error: status, error_description: message } };
	}
}

function parseForm(form: unknown): TokenForm {
	const parsed = tokenForm.safeParse(form ?? {});
	if (parsed.success) return parsed.data;
	const [field = 'grant_type'] = parsed.error.issues.flatMap(({ path }) => path);
	const given = (form as Record<string, unknown> | null)?.[field];
	if (field === 'grant_type' && typeof given === 'string') {
		throw new Refusal(400, 'unsupported_grant_type', 'Unsupported grant_type');
	}
	throw new Refusal(400, 'invalid_request', `Missing form parameter: ${field}`);
}

function clientOf(
	clients: CatalogueData['clients'],
	asked: TokenForm,
	isRequired: boolean,
): string {
	const { client_id: clientId, client_secret: secret } = asked;
	const known = clients.find((one) => one.clientId === clientId);
	const words = 'Invalid client or Invalid client credentials';
	if (!known) throw new Refusal(401, 'invalid_client', words);
	if (secret ? secret !== known.clientSecret : isRequired) {
		throw new Refusal(401, 'unauthorized_client', words);
	}
	return known.clientId;
}

function logIn(accounts: Account[], user: string, given: string): Session {
	const account = accounts.find(({ username }) => username === user);
	if (account?.password === given) return { id: randomUUID(), account, revoked: false };
	throw new Refusal(401, 'invalid_grant', 'Invalid user credentials');
}

/** The session of a refresh token, which works once where the settings say so. */
function resume({ tokens, clock, settings }: LoginWorld, text: string, clientId: string): Session {
	const refuse = (words: string) => new Refusal(400, 'invalid_grant', words);
	const token = tokens.refresh.get(text);
	if (token?.clientId !== clientId) throw refuse('Invalid refresh token');
	const { session } = token;
	if (session.revoked) throw refuse('Session not active');
	if (token.expiresAt <= clock.now()) throw refuse('Token is not active');
	if (!settings.rotateRefreshTokens) return session;
	if (token.used) {
		session.revoked = true;
		throw refuse('Maximum allowed refresh token reuse exceeded');
	}
	token.used = true;
	return session;
}

function issue(
	{ tokens, settings, clock }: LoginWorld,
	issued: { session: Session; clientId: string },
) {
	const { accessTokenLifetime, refreshTokenLifetime } = settings;
	const expiryOf = (seconds: number) => ({ ...issued, expiresAt: clock.now() + seconds * 1000 });
	const accessToken = randomUUID();
	const refreshToken = randomUUID();
	tokens.access.set(accessToken, expiryOf(accessTokenLifetime));
	tokens.refresh.set(refreshToken, expiryOf(refreshTokenLifetime));
	return {
		access_token: accessToken,
		expires_in: accessTokenLifetime,
		refresh_token: refreshToken,
		refresh_expires_in: refreshTokenLifetime,
		token_type: 'Bearer',
		'not-before-policy': 0,
		session_state: issued.session.id,
		scope: 'profile email',
	};
}
