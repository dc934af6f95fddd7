import { z } from 'zod';

export type Schema = Record<string, unknown>;

/** The media type of a request's body. */
export function bodyType(tag: string): string {
	const isForm = tag === 'login' || tag === 'pages';
	return isForm ? 'application/x-www-form-urlencoded' : 'application/json';
}

/** What a zod schema takes, as JSON Schema; a check that JSON Schema cannot say is left out. */
export function jsonSchema(schema: z.ZodTypeAny): Schema {
	const { description } = schema;
	return { ...shapeOf(schema), ...(description && { description }) };
}

function shapeOf(schema: z.ZodTypeAny): Schema {
	if (schema instanceof z.ZodOptional) return jsonSchema(schema.unwrap() as z.ZodTypeAny);
	if (schema instanceof z.ZodNullable) return nullable(jsonSchema(schema.unwrap() as z.ZodTypeAny));
	if (schema instanceof z.ZodDefault) {
		const inner = schema.removeDefault() as z.ZodTypeAny;
		return { ...jsonSchema(inner), default: schema.parse(undefined) as unknown };
	}
	if (schema instanceof z.ZodEffects) return jsonSchema(schema.innerType() as z.ZodTypeAny);
	if (schema instanceof z.ZodPipeline) return jsonSchema(schema._def.out as z.ZodTypeAny);
	if (schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion) {
		return { anyOf: (schema.options as z.ZodTypeAny[]).map(jsonSchema) };
	}
	if (schema instanceof z.ZodObject) return objectOf(schema);
	if (schema instanceof z.ZodArray) {
		const least = schema._def.minLength?.value;
		const items = jsonSchema(schema.element as z.ZodTypeAny);
		return { type: 'array', items, ...(least !== undefined && { minItems: least }) };
	}
	if (schema instanceof z.ZodRecord) {
		const additionalProperties = jsonSchema(schema.valueSchema as z.ZodTypeAny);
		return { type: 'object', additionalProperties };
	}
	if (schema instanceof z.ZodEnum) return { type: 'string', enum: schema.options as unknown };
	if (schema instanceof z.ZodLiteral) return { const: schema.value as unknown };
	if (schema instanceof z.ZodBoolean) return { type: 'boolean' };
	if (schema instanceof z.ZodNumber) return numberOf(schema);
	if (schema instanceof z.ZodString) return textOf(schema);
	return {};
}

function objectOf(schema: z.AnyZodObject): Schema {
	const fields = Object.entries(schema.shape as z.ZodRawShape);
	const required = fields.filter(([, field]) => !field.isOptional()).map(([name]) => name);
	return {
		type: 'object',
		...(required.length > 0 && { required }),
		properties: Object.fromEntries(fields.map(([name, field]) => [name, jsonSchema(field)])),
		...(schema._def.unknownKeys === 'strict' && { additionalProperties: false }),
	};
}

function nullable(schema: Schema): Schema {
	if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] };
	const values = Array.isArray(schema.enum) && { enum: [...(schema.enum as unknown[]), null] };
	return { ...schema, type: [schema.type, 'null'], ...values };
}

function numberOf({ isInt, _def: { checks } }: z.ZodNumber): Schema {
	const bounds = checks.flatMap((check) => {
		if (check.kind !== 'min' && check.kind !== 'max') return [];
		if (!Number.isFinite(check.value)) return [];
		const name = check.kind === 'min' ? 'inimum' : 'aximum';
		return [[check.inclusive ? `m${name}` : `exclusiveM${name}`, check.value] as const];
	});
	return { type: isInt ? 'integer' : 'number', ...Object.fromEntries(bounds) };
}

function textOf({ minLength, maxLength, _def: { checks } }: z.ZodString): Schema {
	const pattern = checks.find((check) => check.kind === 'regex')?.regex.source;
	return {
		type: 'string',
		...(minLength !== null && { minLength }),
		...(maxLength !== null && { maxLength }),
		...(pattern !== undefined && { pattern }),
	};
}
