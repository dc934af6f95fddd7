import { z } from 'zod';
import { zodToJsonSchema } from 'zod-to-json-schema';

import { createSandbox, type Sandbox } from '../../sandbox/sandbox';

export const openapiFile = 'sandbox/openapi.json';

type Route = Sandbox['routes'][number];

/** The sandbox as OpenAPI 3.1, from the schemas of its routes. */
export async function openapi(): Promise<object> {
	const sandbox = await createSandbox({ port: 0 });
	await sandbox.close();
	const paths: Record<string, Record<string, object>> = {};
	for (const route of sandbox.routes) {
		const methods = [route.method].flat().map((method) => method.toLowerCase());
		// The inbox takes every method; what OpenAPI has no word for is left out.
		for (const method of methods.filter((name) =>
			['get', 'post', 'put', 'patch', 'delete'].includes(name),
		)) {
			if (!route.config?.about) continue;
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
		tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
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

const tags = {
	login: 'Tokens',
	gifting: 'Data gifting',
	payments: 'Payments and subscriptions',
	searches: 'Query APIs',
	pages: "Pages of the customer's browser",
	control: 'Control API, without login',
};

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
	const written = zodToJsonSchema(inner, {
		$refStrategy: 'none',
		removeAdditionalStrategy: 'strict',
	});
	// The dialect is that of OpenAPI, more fields are the default, and JSON has no infinite bounds.
	const isNeedless = (name: string, value: unknown) =>
		name === '$schema' || (name === 'additionalProperties' && value === true) || value === Infinity;
	const text = JSON.stringify(written, (name, value: unknown) =>
		isNeedless(name, value) ? undefined : value,
	);
	return JSON.parse(text) as object;
}

function operationOf({ url, config }: Route, method: string): object {
	const { summary = '', query, body } = config?.about ?? {};
	const tag = tagOf(url);
	const name = url.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_|_$/g, '');
	const inPath = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => {
		return { name, in: 'path', required: true, schema: { type: 'string' } };
	});
	const fields = query instanceof z.ZodObject ? Object.entries(query.shape as z.ZodRawShape) : [];
	const inQuery = fields.map(([name, field]) => {
		return { name, in: 'query', required: !field.isOptional(), schema: jsonSchema(field) };
	});
	const parameters = [...inPath, ...inQuery];
	const isForm = tag === 'login' || tag === 'pages';
	const bodyType = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
	const refused = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } };
	return {
		operationId: `${method}_${name}`,
		summary,
		tags: [tag],
		security: securityOf(tag),
		...(parameters.length > 0 && { parameters }),
		...(body && {
			requestBody: {
				required: !body.isOptional(),
				content: { [bodyType]: { schema: jsonSchema(body) } },
			},
		}),
		responses: {
			'200': { description: 'The answer' },
			'4XX': { description: 'Refused, with a status and words', content: refused },
		},
	};
}

function tagOf(url: string): keyof typeof tags {
	if (url.startsWith('/_sandbox')) return 'control';
	if (url.startsWith('/datagifting')) return 'gifting';
	if (url.startsWith('/api/payment')) return 'payments';
	if (url.startsWith('/v1')) return 'searches';
	return url.startsWith('/payment/pages') ? 'pages' : 'login';
}

function securityOf(tag: keyof typeof tags): object[] {
	if (tag === 'searches') return [{ bearer: [] }, { signedHeaders: [] }];
	return tag === 'gifting' || tag === 'payments' ? [{ bearer: [] }] : [];
}
