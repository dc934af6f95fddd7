import type {
	FastifyError,
	FastifyInstance,
	FastifyReply,
	FastifyRequest,
	HTTPMethods,
} from 'fastify';
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

export function invalid(words: string, field?: string, status = 'INVALID_REQUEST'): Refusal {
	return new Refusal(400, status, words, field);
}

/** Any error as a refusal; an unexpected error becomes a failure of the server. */
export function refusalOf(error: FastifyError | Refusal): Refusal {
	if (error instanceof Refusal) return error;
	const { statusCode = 500, message } = error;
	if (statusCode < 500) return new Refusal(statusCode, 'INVALID_REQUEST', message);
	return new Refusal(500, 'INTERNAL_ERROR', 'the sandbox failed');
}

/** The value as the schema wants it, or a refusal (400 `INVALID_REQUEST`) that names the field. */
export function parseOrRefuse<Schema extends z.ZodTypeAny>(
	schema: Schema,
	value: unknown,
): z.output<Schema> {
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	const field = issue?.path.length ? issue.path.join('.') : undefined;
	const words = issue?.message ?? 'invalid request';
	throw invalid(field ? `${field}: ${words}` : words, field);
}

type Answer<Query extends z.ZodTypeAny, Body extends z.ZodTypeAny> = (
	asked: { params: Record<string, string>; query: z.output<Query>; body: z.output<Body> },
	reply: FastifyReply,
	request: FastifyRequest,
) => unknown;

/** A route such as `POST /clock`, whose query and body are what the schemas say. */
export function route<
	Query extends z.ZodTypeAny = z.ZodUndefined,
	Body extends z.ZodTypeAny = z.ZodUndefined,
>(
	app: FastifyInstance,
	address: string,
	schemas: { query?: Query; body?: Body },
	answer: Answer<Query, Body>,
): void {
	const [method = '', url = ''] = address.split(' ');
	app.route({
		method: method as HTTPMethods,
		url,
		handler: async (request, reply) => {
			const params = request.params as Record<string, string>;
			const query = schemas.query && parseOrRefuse(schemas.query, request.query);
			const body = schemas.body && parseOrRefuse(schemas.body, request.body);
			return answer({ params, query, body }, reply, request);
		},
	});
}
