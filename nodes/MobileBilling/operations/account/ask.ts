import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { accountOf, type Tokens } from '../../../../platform/account';
import { readLongList, type ReadBudget } from '../../../../platform/longList';
import type { Probe } from '../../../../platform/setup';
import { LoginError, providerOf, tokenRequest, type Grant } from '../../../../platform/token';
import { readTokenAnswer } from '../../../../platform/tokenAnswer';
import { codeOf, troubleOf } from '../../../../platform/trouble';
import { orAborted } from '../../../engine/concurrency';
import type { Answer, PlatformRequest } from '../../../engine/operation';
import type { Send } from '../../../engine/send';

/** What all requests of a check share. */
export interface Limits {
	/** Ends the check. */
	signal: AbortSignal;
	budget: ReadBudget;
	/** How long to wait for one answer, in milliseconds. */
	timeout: number;
}

const late = { notChecked: 'the time is up' };
const full = { notChecked: 'enough data was read' };

/** So much is read of one answer, in bytes: of a list to keep, and of one whose first records are enough. */
const maxList = 150_000;
const maxSample = 30_000;
/** Two pieces of a stream are on their way when an answer is cut. */
const readAhead = 130_000;

/** Sends a read, and keeps the first records of a list unless the request says more. */
export async function ask(
	send: Send,
	request: PlatformRequest,
	{ signal, budget }: Limits,
): Promise<Probe<Answer>> {
	if (budget.bytes <= 0) return full;
	const share = Math.min(request.keep ? maxList : maxSample, budget.bytes);
	const own = { bytes: share };
	const { answer, error } = await send({ keep: () => false, ...request, budget: own });
	budget.bytes -= share - own.bytes + (own.bytes < 0 ? readAhead : 0);
	if (answer) return { answer };
	return signal.aborted ? late : { trouble: error.message };
}

/** Asks for a token of its own, so that the stored ones are not used up. */
export async function askForToken(
	{ helpers }: IExecuteFunctions,
	credential: object,
	grant: Grant,
	{ signal, budget, timeout }: Limits,
): Promise<Probe<Tokens>> {
	const account = accountOf(credential);
	const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
	const request = {
		...tokenRequest(account, grant),
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// The password goes to the address the person typed and nowhere else.
		disableFollowRedirect: true,
		encoding: 'stream' as const,
		timeout,
	};
	const unreachable = (code: string | undefined) => ({
		trouble: `${providerOf(account)} can't be reached: ${troubleOf(code)}`,
	});
	const exchange = async () => {
		const response = (await helpers.httpRequest({
			...request,
			abortSignal: abortSignal as IHttpRequestOptions['abortSignal'],
		})) as {
			statusCode: number;
			body: AsyncIterable<Uint8Array>;
		};
		const body = await readLongList(response.body, () => false, budget);
		return readTokenAnswer(account, grant, { status: response.statusCode, body }, Date.now());
	};
	try {
		const tokens = await orAborted(exchange(), abortSignal);
		if (tokens) return { answer: tokens };
		return signal.aborted ? late : unreachable('ETIMEDOUT');
	} catch (error) {
		if (signal.aborted) return late;
		if (error instanceof LoginError) {
			return { trouble: error.message, isRefusal: error.isRefusal };
		}
		// The caught error holds the request and with it the password; only its code goes on.
		return unreachable(codeOf(error));
	}
}
