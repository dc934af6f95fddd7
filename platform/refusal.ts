import { z } from 'zod';

const text = z.string().trim().min(1);

/**
 * The fields in which a platform says why it refused. The contract shows `status` and `errorMessage` for payments
 * and leaves the error bodies of the other operations open, so the usual names are read as well.
 */
const refusalFields = z.object({
	status: text.optional().catch(undefined),
	code: text.optional().catch(undefined),
	error: text.optional().catch(undefined),
	errorMessage: text.optional().catch(undefined),
	error_description: text.optional().catch(undefined),
	message: text.optional().catch(undefined),
	field: text.optional().catch(undefined),
});

const refusalBody = refusalFields.transform((body) => ({
	code: body.status ?? body.code ?? body.error,
	words: body.errorMessage ?? body.error_description ?? body.message,
	field: body.field,
}));

/** What a platform said when it refused. */
export type Refusal = z.infer<typeof refusalBody>;

/** What else such a body may hold; with any other field it is a record. */
const fieldsOfRefusal = new Set([
	...Object.keys(refusalFields.shape),
	'errorType',
	'timestamp',
	'path',
]);

/** Whether a status word means in any case that nothing came of it. */
export function isFailing(status: unknown): boolean {
	return typeof status === 'string' && /FAIL|REJECT|REFUS|CANCEL|ERROR|DECLIN/i.test(status);
}

/** Whether a body is no record but says that something went wrong, whatever the HTTP status: some platforms say 200. */
export function saysItFailed(body: unknown): boolean {
	if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
	if (!Object.keys(body).every((name) => fieldsOfRefusal.has(name))) return false;
	const { status, code, error, errorMessage } = refusalFields.parse(body);
	return (
		[error, errorMessage].some((words) => words !== undefined) || [status, code].some(isFailing)
	);
}

/** Reads the body of a refusal; a body of any other shape says nothing. */
export function readRefusal(body: unknown): Refusal {
	const read = refusalBody.safeParse(body);
	return read.success ? read.data : { code: undefined, words: undefined, field: undefined };
}
