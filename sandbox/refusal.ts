import type { z } from 'zod';

/** A request the platform refuses. Becomes `{ status, errorMessage, field? }` with the HTTP status. */
export class Refusal extends Error {
	constructor(
		readonly httpStatus: number,
		readonly status: string,
		message: string,
		readonly field?: string,
	) {
		super(message);
	}

	get body() {
		return { status: this.status, errorMessage: this.message, field: this.field };
	}
}

/** The value as the schema wants it, or a refusal (400 `INVALID_REQUEST`) that names the field. */
export function parseOrRefuse<Schema extends z.ZodTypeAny>(
	schema: Schema,
	value: unknown,
): z.output<Schema> {
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;
	const issue = parsed.error.issues[0];
	const field = issue?.path.length ? issue.path.join('.') : undefined;
	const words = issue?.message ?? 'invalid request';
	throw new Refusal(400, 'INVALID_REQUEST', field ? `${field}: ${words}` : words, field);
}
