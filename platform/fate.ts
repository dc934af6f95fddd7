/**
 * What is known of a request: the platform answered it; it cannot have acted on it, so that sending again does no
 * harm; or it may have.
 */
export type Fate = 'answered' | 'notActed' | 'unknown';

/**
 * The fate of a request that was answered (DESIGN.md, “An operation”). Too many requests (429), and a platform that is
 * closed and says for how long (503 with `Retry-After`), cannot have acted. Any other failure of the platform may have
 * struck after it acted. So may a 2xx whose text is no JSON: half an answer, or somebody else's page.
 */
export function fateOfAnswer(status: number, body: unknown, saysWhen: boolean): Fate {
	if (status === 429 || (status === 503 && saysWhen)) return 'notActed';
	// “See other” is what some say after they acted (RFC 9110, 15.4.4).
	if (status >= 500 || status === 303) return 'unknown';
	const isText = typeof body === 'string' && body.trim() !== '';
	return isText && isSuccess(status) ? 'unknown' : 'answered';
}

/** Whether an answer has a status that says that all went well: 2xx (RFC 9110, 15.3). */
export function isSuccess(status: number): boolean {
	return status >= 200 && status <= 299;
}
