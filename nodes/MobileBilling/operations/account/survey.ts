import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Tokens } from '../../../../platform/account';
import type { PlatformRecord } from '../../../../platform/answer';
import { mask, withoutSecrets } from '../../../../platform/redact';
import type { Service } from '../../../../platform/service';
import { isLetIn, reachProbes, type Finding, type Probe } from '../../../../platform/setup';
import { giftFindings } from '../../../../platform/setupGifts';
import { loginFindings } from '../../../../platform/setupLogin';
import { productFindings } from '../../../../platform/setupProducts';
import { searchIsSigned, searchNeedsToken } from '../../../../platform/signature';
import { httpDateOf } from '../../../../platform/trouble';
import type { RunOptions } from '../../../engine/options';
import { senderOf } from '../../../engine/pipeline';
import { processLimiter } from '../../../engine/rateLimit';
import { renewToken } from '../../../engine/send';
import { accountCredential, accountIn, clock } from '../../../engine/transport';
import { ask, askForToken, type Limits } from './ask';
import { probeGifts, probePools, probeShape, type Read } from './reads';

/** How long the whole check takes at most, and how long it waits for one answer, in milliseconds. */
const maxTime = 60_000;
const maxWait = 15_000;
/** The last answer may take a little more; 1 MB is promised. */
const maxBytes = 750_000;

/** Asks the platform what it does, and gives a finding for each check. It only reads, and names no secret. */
export async function surveySetup(
	context: IExecuteFunctions,
	{ requestsPerSecond, timeout }: RunOptions,
	services: Service[],
	serviceKey: string | undefined,
): Promise<PlatformRecord[]> {
	const credential = await context.getCredentials(accountCredential);
	const account = await accountIn(context);
	const canceled = context.getExecutionCancelSignal();
	const limits: Limits = {
		signal: AbortSignal.any([AbortSignal.timeout(maxTime), ...(canceled ? [canceled] : [])]),
		budget: { bytes: maxBytes },
		timeout: Math.min(timeout, maxWait),
	};
	const { searchSecret } = credential;
	const secrets = () => [
		...services.flatMap((one) => [one.panelPasswordHash, one.signingSecret]),
		...account.secrets(),
		typeof searchSecret === 'string' ? searchSecret : '',
	];
	const ports = { limiter: processLimiter, clock, signal: limits.signal };
	const send = senderOf({ ...account, secrets }, limits.timeout, ports);
	const endLimit = processLimiter.limit(account.host, requestsPerSecond);
	try {
		const renewing = renewToken(clock, Math.random, limits.signal)(send);
		const tokens = await probeTokens(context, credential, limits);
		const isIn = 'answer' in tokens.login;
		const differences: number[] = [];
		const read: Read = async (request) => {
			const needsToken = !request.searchLogin || searchNeedsToken(credential);
			if (needsToken && !isIn) return { notChecked: 'the login failed' };
			const probe = await ask(renewing, request, limits);
			const date = 'answer' in probe ? httpDateOf(probe.answer.date) : undefined;
			if (date) differences.push(date - Date.now());
			return probe;
		};
		const findings = await findingsOf(read, { ...tokens, credential, differences, serviceKey });
		return findings.map((one) => sendable(one, secrets()));
	} finally {
		endLimit();
	}
}

interface Tried {
	login: Probe<Tokens>;
	refresh: Probe<Tokens>;
	reuse: Probe<Tokens>;
	credential: IDataObject;
	/** The platform's clock less ours for each answer, in milliseconds. */
	differences: number[];
	serviceKey: string | undefined;
}

async function findingsOf(read: Read, tried: Tried): Promise<Finding[]> {
	const { credential, differences, serviceKey } = tried;
	const reach = reachProbes(Date.now());
	const isSigned = searchIsSigned(credential);
	const [gifting, payments, search] = await Promise.all([
		read({ ...reach.gifting, keep: () => true }),
		read(reach.payments),
		read({ ...reach.searches, searchLogin: true }),
	]);
	const bearerSearch = isSigned ? await read(reach.searches) : search;
	const usesBearer = !isUsable(search) && isUsable(bearerSearch);
	const searches = usesBearer ? bearerSearch : search;
	// An answer is older than it was on arrival, never younger; `Date` leaves out half a second on average.
	const difference = differences.length > 0 ? Math.max(...differences) + 500 : undefined;
	const now = Date.now() + (difference ?? 0);
	const gifts = await probeGifts(read, gifting, serviceKey);
	const shape = await probeShape(read, searches, { isBearer: usesBearer, now });
	const pools = await probePools(read, gifting);
	const logins = {
		...tried,
		search,
		bearerSearch,
		searchMode: isSigned ? (searchNeedsToken(credential) ? 'both' : 'headers') : 'bearer',
		clockDifference: difference && Math.round(difference / 1000),
	} as const;
	return [
		...loginFindings(logins),
		...productFindings({ gifting, payments, searches, shape }),
		...giftFindings({ gifting, gifts, pools, now }),
	];
}

function isUsable(probe: Probe): boolean {
	return 'answer' in probe && isLetIn(probe.answer);
}

/**
 * A login of its own, and its refresh token used twice: that may end this session, and no other. A refused login is not
 * repeated.
 */
async function probeTokens(context: IExecuteFunctions, credential: object, limits: Limits) {
	const login = await askForToken(context, credential, { type: 'password' }, limits);
	const refreshToken = 'answer' in login ? login.answer.refreshToken : '';
	const missing = { notChecked: 'no refresh token' };
	if (refreshToken === '') return { login, refresh: missing, reuse: missing };
	const grant = { type: 'refresh_token' as const, refreshToken };
	const refresh = await askForToken(context, credential, grant, limits);
	if (!('answer' in refresh)) return { login, refresh, reuse: missing };
	return { login, refresh, reuse: await askForToken(context, credential, grant, limits) };
}

/** Digits in a row, also with spaces or hyphens between: what can be a phone number. */
const maybeNumber = /\+?\d(?:[\s-]?\d){6,}/g;

/** A finding that may be sent to anybody. */
function sendable(one: Finding, secrets: string[]): PlatformRecord {
	return { ...one, seen: withoutSecrets(one.seen.replace(maybeNumber, mask), secrets) };
}
