import { backoffOf } from '../../platform/backoff';
import { fateOfAnswer, isSuccess, type Fate } from '../../platform/fate';
import { LoginError } from '../../platform/loginError';
import { blamesTheRequest, saysItFailed } from '../../platform/refusal';
import type { Answer } from './operation';
import { pause } from './pause';
import { PlatformError } from './platformError';

/** How often and how long something is tried. Times in milliseconds. */
export interface Patience {
	tries: number;
	retryFor: number;
	signal?: AbortSignal;
}

/** What became of sending something once. */
export type Try =
	| { fate: Fate; answer: Answer; error?: undefined }
	| { fate: Fate; error: PlatformError | LoginError; answer?: undefined };

type FateOf = (answer: Answer) => Fate;

/**
 * Sends until there is an answer, or patience ends: then the last try is what there is. It waits longer each time, and
 * as long as the platform asks for.
 *
 * @param whenUnknown called with a try after which the platform may have acted; what it returns ends the matter
 * @param fateOf what an answer tells of what was sent
 * @throws whatever is no trouble of the platform's
 */
export async function persist<Known>(
	send: () => Promise<Answer>,
	{ tries, retryFor, signal }: Patience,
	whenUnknown?: (tried: Try) => Promise<Known | undefined>,
	fateOf: FateOf = fateOfWrite,
): Promise<Try | Known> {
	let deadline: number | undefined;
	for (let count = 1; ; count++) {
		const tried = await tryOnce(send, fateOf);
		// From the first failure on, because a request may wait long for its turn.
		deadline ??= Date.now() + retryFor;
		if (tried.fate === 'answered') return tried;
		if (tried.fate === 'unknown') {
			const known = await whenUnknown?.(tried);
			if (known !== undefined) return known;
		}
		const wait = Math.max(backoffOf(count, Math.random()), tried.answer?.retryAfter ?? 0);
		if (count >= tries || Date.now() + wait > deadline || signal?.aborted) return tried;
		await pause(wait, signal);
		if (signal?.aborted) return tried;
	}
}

/** The fate of a question. One that was answered with an error, whatever its HTTP status, can be asked again. */
export function fateOfRead(answer: Answer): Fate {
	const { status, body } = answer;
	const isError = isSuccess(status) && saysItFailed(body) && !blamesTheRequest(body);
	return isError ? 'unknown' : fateOfWrite(answer);
}

/** The fate of what was to change something. */
export function fateOfWrite({ status, body, retryAfter }: Answer): Fate {
	return fateOfAnswer(status, body, retryAfter !== undefined);
}

function tryOnce(send: () => Promise<Answer>, fateOf: FateOf): Promise<Try> {
	return send().then(
		(answer): Try => ({ answer, fate: fateOf(answer) }),
		(error: unknown): Try => {
			if (error instanceof PlatformError) return { error, fate: error.more.fate ?? 'answered' };
			if (!(error instanceof LoginError)) throw error;
			// Nothing leaves without a token. A refused login stays refused.
			return { error, fate: error.isRefusal ? 'answered' : 'notActed' };
		},
	);
}

/** The answer of a try. @throws PlatformError or LoginError when there is none */
export function answerOf(tried: Try): Answer {
	if (tried.error) throw tried.error;
	return tried.answer;
}
