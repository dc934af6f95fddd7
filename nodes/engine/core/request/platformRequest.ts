import type { PlatformAnswer, PlatformRecord } from '../../../../platform/answer';

type Fields = Record<string, unknown>;

export interface PlatformRequest {
	method: 'GET' | 'POST';
	/** Starts with a slash and is already percent-encoded. */
	path: string;
	query?: Fields;
	body?: Fields;
	/** Carries the access token in the header `token` as well (contract, "Data gifting", 2). */
	tokenHeader?: boolean;
	/** Logs in the way the credential sets for searches (contract, "Authentication", 4). */
	searchLogin?: boolean;
	/** How long the access token must still live; a shorter one is renewed first. */
	minTokenLifeMs?: number;
	/** When it may leave at the latest, Unix milliseconds. */
	sendUntil?: number;
	/** When the token that was refused had been issued, Unix milliseconds: it is sent again with a newer one. */
	refusedTokenIssuedAt?: number;
	/** Which records of a long list to keep; the others never reach memory. */
	keep?: (record: PlatformRecord) => boolean;
	/** With `keep`: the number of records after which reading stops. */
	maxRecords?: number;
	/** A look-up or a retry: where requests wait, it goes before first sends. */
	isFollowUp?: boolean;
	timeoutMs?: number;
	signal?: AbortSignal;
}

export interface Answer extends PlatformAnswer {
	/** When the token it was sent with had been issued, Unix milliseconds; undefined where it was sent without one. */
	tokenIssuedAt?: number;
	/** The platform's clock as it answered (RFC 9110, `Date`), Unix milliseconds; undefined where it doesn't say. */
	platformTime?: number;
	/** Whether it was signed with the credential's key for searches. */
	isSigned?: boolean;
	mask?<Part>(part: Part): Part;
}

/** A part of an answer as it may be shown. The answer itself is judged as it came: a reference may hold a password. */
export function masked<Part>({ mask }: Pick<Answer, 'mask'>, part: Part): Part {
	return mask ? mask(part) : part;
}
