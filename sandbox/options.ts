import { type ParseArgsConfig, parseArgs } from 'node:util';
import { z } from 'zod';
import { DEFAULTS, type Settings, settingsSchema } from './settings';

/** Settings from the command line. Throws an error in words for an unknown flag or an impossible value. */
export function readOptions(args: string[]): { help: boolean; settings: Settings } {
	const keys = Object.keys(settingsSchema.shape);
	const options: ParseArgsConfig['options'] = { help: { type: 'boolean' } };
	for (const key of keys) options[flagOf(key)] = { type: key === 'log' ? 'boolean' : 'string' };
	const { values } = parseArgs({ args, options });
	const given = keys.flatMap((key) => {
		const text = values[flagOf(key)];
		return text === undefined ? [] : [[key, valueOf(text)]];
	});
	const parsed = settingsSchema.safeParse(Object.fromEntries(given));
	if (parsed.success) return { help: values.help === true, settings: parsed.data };
	const [issue] = parsed.error.issues;
	throw new Error(`--${flagOf(String(issue?.path[0]))}: ${issue?.message}`);
}

function flagOf(key: string): string {
	return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function valueOf(text: unknown): unknown {
	if (text === true || text === 'on') return true;
	if (text === 'off') return false;
	const number = Number(text);
	return Number.isNaN(number) ? text : number;
}

/** The text of `--help`. */
export function usage(): string {
	const lines = Object.entries(settingsSchema.shape).map(([key, field]) => {
		const standard = DEFAULTS[key as keyof Settings];
		const text = typeof standard === 'boolean' ? (standard ? 'on' : 'off') : standard;
		const type: z.ZodTypeAny = field.removeDefault();
		const words = type instanceof z.ZodEnum ? `: ${type.options.join(', ')}` : '';
		return `  --${flagOf(key).padEnd(28)}${field.description}${words} [${text}]`;
	});
	return [
		'An embedded mobile billing platform to try things against, on 127.0.0.1 only.',
		'',
		'npx tsx sandbox/main.ts [options]',
		'',
		...lines,
		`  --${'help'.padEnd(28)}this text`,
		'',
		'Switches take on or off.',
		'',
	].join('\n');
}
