import { type ParseArgsConfig, parseArgs } from 'node:util';
import { DEFAULTS, type Settings, settingsSchema } from './settings';
import { withVariant } from './variant';

const KEYS = Object.keys(settingsSchema.shape);

type Env = Record<string, string | undefined>;

/**
 * Settings from the command line and the environment; a flag wins over a variable. Throws an error in
 * words for an unknown flag or an impossible value.
 */
export function readOptions(args: string[], env: Env): { help: boolean; settings: Settings } {
	const options: ParseArgsConfig['options'] = { help: { type: 'boolean' } };
	for (const key of KEYS) options[flagOf(key)] = { type: key === 'log' ? 'boolean' : 'string' };
	const { values } = parseArgs({ args, options });
	const given: Record<string, unknown> = {};
	for (const key of KEYS) {
		const text = values[flagOf(key)] ?? env[variableOf(key)];
		if (text !== undefined && text !== '') given[key] = valueOf(text);
	}
	const parsed = settingsSchema.safeParse(withVariant(given));
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		const key = String(issue?.path[0]);
		throw new Error(`--${flagOf(key)} (${variableOf(key)}): ${issue?.message}`);
	}
	return { help: values.help === true, settings: parsed.data };
}

function flagOf(key: string): string {
	return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function variableOf(key: string): string {
	return `SANDBOX_${flagOf(key).replaceAll('-', '_').toUpperCase()}`;
}

function valueOf(text: unknown): unknown {
	if (text === true || text === 'on' || text === 'true') return true;
	if (text === 'off' || text === 'false') return false;
	const number = Number(text);
	return Number.isNaN(number) ? text : number;
}

/** The text of `--help`. */
export function usage(): string {
	const lines = Object.entries(settingsSchema.shape).map(([key, field]) => {
		const standard = DEFAULTS[key as keyof Settings];
		const shown = typeof standard === 'boolean' ? (standard ? 'on' : 'off') : standard;
		return `  --${flagOf(key).padEnd(28)}${field.description} [${shown}]`;
	});
	return [
		'An embedded mobile billing platform to try things against, on 127.0.0.1 only.',
		'',
		'npx tsx sandbox/main.ts [options]',
		'',
		...lines,
		`  --${'help'.padEnd(28)}this text`,
		'',
		`Switches take on or off. Every option is also a variable: --latency-ms is ${variableOf('latencyMs')}.`,
		'',
	].join('\n');
}
