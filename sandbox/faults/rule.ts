import { z } from 'zod';
import { Dice } from '../dice';

/** Whether the platform acts on the request before the fault strikes. */
const when = z.enum(['before', 'after']).default('before');
const milliseconds = z.number().positive().max(600_000);

/** The fault. A new kind is one entry here and its case in `inject.ts`. */
const faultSchema = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('delay'), when, ms: milliseconds }).strict(),
	z
		.object({
			kind: z.literal('answer'),
			when,
			status: z.number().int().min(200).max(599),
			headers: z.record(z.string()).default({}),
			/** Adds `Retry-After` as a date, this many seconds ahead. A `Retry-After` in seconds goes into `headers`. */
			retryDateIn: z.number().nonnegative().optional(),
			/** Text is sent as it is, anything else as JSON. */
			body: z.unknown().default(''),
		})
		.strict(),
	z.object({ kind: z.literal('drop'), when }).strict(),
	z.object({ kind: z.literal('hang'), when }).strict(),
	/** The first half of the real answer, as if it were all. */
	z.object({ kind: z.literal('truncate') }).strict(),
	/** The real answer with these fields hidden, wherever they stand: as `null`, or left out. */
	z
		.object({
			kind: z.literal('conceal'),
			fields: z.array(z.string()).min(1),
			how: z.enum(['null', 'omit']),
		})
		.strict(),
	/** The real answer in pieces, spread over this many milliseconds. */
	z.object({ kind: z.literal('slow'), ms: milliseconds }).strict(),
	/** The platform acts after this many milliseconds, even if the client has left; it never answers. */
	z.object({ kind: z.literal('late'), ms: milliseconds }).strict(),
	/** All access tokens are void from this request on; with `sessions`, all refresh tokens, too. */
	z.object({ kind: z.literal('expire'), what: z.enum(['accessTokens', 'sessions']) }).strict(),
]);

export const ruleSchema = z
	.object({
		method: z.string().toUpperCase().optional(),
		/** Path without query; `*` matches any text. */
		path: z.string().default('*'),
		fault: faultSchema,
		times: z.number().int().positive().optional(),
		/** Strikes at every n-th request that matches. */
		every: z.number().int().positive().optional(),
		/** Strikes with this probability, drawn from `seed` and the number of the matching request. */
		chance: z.number().min(0).max(1).optional(),
		seed: z.number().int().default(1),
	})
	.strict();

export type Fault = z.output<typeof faultSchema>;
type Rule = z.output<typeof ruleSchema>;

interface ActiveRule {
	rule: Rule;
	pattern: RegExp;
	matched: number;
	struck: number;
}

/** The fault rules in force. The first rule that strikes decides about a request. */
export class Faults {
	private active: ActiveRule[] = [];

	replace(rules: Rule[]): this {
		this.active = rules.map((rule) => {
			const parts = rule.path.split('*').map((text) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
			return { rule, pattern: new RegExp(`^${parts.join('.*')}$`), matched: 0, struck: 0 };
		});
		return this;
	}

	/** The rules with how often each matched and struck. */
	report() {
		return this.active.map(({ rule, matched, struck }) => ({ ...rule, matched, struck }));
	}

	choose(method: string, path: string): Fault | undefined {
		return this.active.find((one) => {
			const isMeant = one.rule.method === undefined || one.rule.method === method;
			return isMeant && one.pattern.test(path) && strikes(one);
		})?.rule.fault;
	}
}

function strikes(one: ActiveRule): boolean {
	const { times, every, chance, seed } = one.rule;
	one.matched += 1;
	if (times !== undefined && one.struck >= times) return false;
	if (every !== undefined && one.matched % every !== 0) return false;
	// The draw depends on nothing else, so that a seed replays a run.
	if (chance !== undefined && new Dice(seed * 7919 + one.matched).next() >= chance) return false;
	one.struck += 1;
	return true;
}
