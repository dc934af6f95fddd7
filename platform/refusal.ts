import { z } from 'zod';

const text = z.string().trim().min(1);

/**
 * The fields in which a platform says why it refused. The contract shows `status` and `errorMessage` for payments
 * and leaves the error bodies of the other operations open, so the usual names are read as well.
 */
const refusalBody = z
	.object({
		status: text.optional().catch(undefined),
		code: text.optional().catch(undefined),
		error: text.optional().catch(undefined),
		errorMessage: text.optional().catch(undefined),
		error_description: text.optional().catch(undefined),
		message: text.optional().catch(undefined),
		field: text.optional().catch(undefined),
	})
	.transform((body) => ({
		code: body.status ?? body.code ?? body.error,
		words: body.errorMessage ?? body.error_description ?? body.message,
		field: body.field,
	}));

/** What a platform said when it refused. */
export type Refusal = z.infer<typeof refusalBody>;

/** Reads the body of a refusal; a body of any other shape says nothing. */
export function readRefusal(body: unknown): Refusal {
	const read = refusalBody.safeParse(body);
	return read.success ? read.data : { code: undefined, words: undefined, field: undefined };
}
