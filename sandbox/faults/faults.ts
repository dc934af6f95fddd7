import { createHash } from 'node:crypto';
import type { Fault, Rule } from './rule';

interface ActiveRule {
	rule: Rule;
	pattern: RegExp;
	matched: number;
	struck: number;
}

/** The fault rules in force. The first rule that strikes decides about a request. */
export class Faults {
	private active: ActiveRule[] = [];

	replace(rules: Rule[]): void {
		this.active = rules.map((rule) => ({
			rule,
			pattern: patternOf(rule.path),
			matched: 0,
			struck: 0,
		}));
	}

	/** The rules with how often each matched and struck. */
	report() {
		return this.active.map(({ rule, matched, struck }) => ({ ...rule, matched, struck }));
	}

	choose(method: string, path: string): Fault | undefined {
		return this.active.find((one) => matches(one, method, path) && strikes(one))?.rule.fault;
	}
}

function matches({ rule, pattern }: ActiveRule, method: string, path: string): boolean {
	return (rule.method === undefined || rule.method === method) && pattern.test(path);
}

function strikes(one: ActiveRule): boolean {
	const { times, every, chance, seed } = one.rule;
	one.matched += 1;
	if (times !== undefined && one.struck >= times) return false;
	if (every !== undefined && one.matched % every !== 0) return false;
	if (chance !== undefined && draw(seed, one.matched) >= chance) return false;
	one.struck += 1;
	return true;
}

// A number in [0, 1) that depends on nothing but its arguments, so that a seed replays a run.
function draw(seed: number, n: number): number {
	return createHash('sha256').update(`${seed}:${n}`).digest().readUInt32BE() / 2 ** 32;
}

function patternOf(path: string): RegExp {
	const literal = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
	return new RegExp(`^${path.split('*').map(literal).join('.*')}$`);
}
