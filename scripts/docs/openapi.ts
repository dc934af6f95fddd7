import { z } from 'zod';
import { zodToJsonSchema } from 'zod-to-json-schema';

import { createSandbox, type Sandbox } from '../../sandbox/sandbox';

export const openapiFile = 'sandbox/openapi.json';

const bearer = { bearer: [] };
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** How addresses begin, and their tag, its description, the login and the kind of body; the last that fits. */
const sections = [
	['', 'login', 'Tokens', [], form],
	['/datagifting', 'gifting', 'Data gifting', [bearer], json],
	['/api/payment', 'payments', 'Payments and subscriptions', [bearer], json],
	['/v1', 'searches', 'Query APIs', [bearer, { signedHeaders: [] }], json],
	['/payment/pages', 'pages', "Pages of the customer's browser", [], form],
	['/_sandbox', 'control', 'Control API, without login', [], json],
] as const;

/** The sandbox as OpenAPI 3.1, from the schemas of its routes. */
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
	return {
		openapi: '3.1.0',
		info: {
			title: 'Mobile billing sandbox',
			version: '1.0.0',
			description:
				'An embedded mobile billing platform to try everything against. Everything under `/_sandbox` is its control API.',
			license: { name: 'MIT', identifier: 'MIT' },
		},
		servers: [{ url: 'http://127.0.0.1:4010', description: 'npm run sandbox' }],
		tags: sections.map(([, name, description]) => ({ name, description })),
		paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => a.localeCompare(b))),
		components: {
			securitySchemes: {
				bearer: { type: 'http', scheme: 'bearer' },
				signedHeaders: { type: 'apiKey', in: 'header', name: 'CENTILI-ACCESS-SIGN' },
			},
			schemas: { Refusal: refusal },
		},
	};
}

const refusal = {
	type: 'object',
	required: ['status', 'errorMessage'],
	properties: {
		status: { type: 'string' },
		errorMessage: { type: ['string', 'null'] },
		field: { type: 'string' },
	},
};

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
	const [, tag, , security, type] =
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
