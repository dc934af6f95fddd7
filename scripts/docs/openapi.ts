import { z } from 'zod';
import { zodToJsonSchema } from 'zod-to-json-schema';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { pageText } from './pages';

export const openapiFile = 'sandbox/openapi.json';

const bearer = { bearer: [] };
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** How addresses begin, and their tag, login and kind of body; the last that fits. */
const sections = [
	['', 'login', [], form],
	['/datagifting', 'gifting', [bearer], json],
	['/api/payment', 'payments', [bearer], json],
	['/v1', 'searches', [bearer, { signedHeaders: [] }], json],
	['/payment/pages', 'pages', [], form],
	['/_sandbox', 'control', [], json],
] as const;

/** The sandbox as OpenAPI 3.1: its page with the paths written anew, from the schemas of the routes. */
export async function openapi(): Promise<object> {
	const sandbox = await createSandbox({ port: 0 });
	await sandbox.close();
	const paths: Record<string, Record<string, object>> = {};
	for (const route of sandbox.routes.filter(({ config }) => config?.about)) {
		// The inbox takes every method; what OpenAPI has no word for is left out.
		for (const method of [route.method].flat().map((name) => name.toLowerCase())) {
			if (!['get', 'post', 'put', 'patch', 'delete'].includes(method)) continue;
			const path = route.url.replace(/:(\w+)/g, '{$1}');
			(paths[path] ??= {})[method] = operationOf(route, method);
		}
	}
	const sorted = Object.entries(paths).sort(([a], [b]) => a.localeCompare(b));
	return { ...(JSON.parse(pageText(openapiFile)) as object), paths: Object.fromEntries(sorted) };
}

/** What a zod schema takes; a check that JSON Schema cannot say is left out. */
function jsonSchema(schema: z.ZodTypeAny): object {
	const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodTypeAny) : schema;
	const options = { $refStrategy: 'none', removeAdditionalStrategy: 'strict' } as const;
	// The dialect is that of OpenAPI, more fields are the default, and JSON has no infinite bounds.
	const isNeedless = (name: string, value: unknown) =>
		name === '$schema' || (name === 'additionalProperties' && value === true) || value === Infinity;
	const text = JSON.stringify(zodToJsonSchema(inner, options), (name, value: unknown) =>
		isNeedless(name, value) ? undefined : value,
	);
	return JSON.parse(text) as object;
}

function operationOf({ url, config }: Sandbox['routes'][number], method: string): object {
	const { summary = '', query, body } = config?.about ?? {};
	const [, tag, security, type] =
		sections.findLast(([start]) => url.startsWith(start)) ?? sections[0];
	const inPath = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => {
		return { name, in: 'path', required: true, schema: { type: 'string' } };
	});
	const fields = query instanceof z.ZodObject ? Object.entries(query.shape as z.ZodRawShape) : [];
	const inQuery = fields.map(([name, field]) => {
		return { name, in: 'query', required: !field.isOptional(), schema: jsonSchema(field) };
	});
	const parameters = [...inPath, ...inQuery];
	const content = body && { [type]: { schema: jsonSchema(body) } };
	const refused = { [json]: { schema: { $ref: '#/components/schemas/Refusal' } } };
	return {
		operationId: [method, ...(url.match(/[A-Za-z0-9]+/g) ?? [])].join('_'),
		summary,
		tags: [tag],
		security,
		...(parameters.length > 0 && { parameters }),
		...(body && { requestBody: { required: !body.isOptional(), content } }),
		responses: {
			'200': { description: 'The answer' },
			'4XX': { description: 'Refused, with a status and words', content: refused },
		},
	};
}
