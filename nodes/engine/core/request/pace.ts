/** How fast requests go to a host (docs/architecture.md, "Pace"): each function gives the next pace. Times are monotonic. */
export interface Pace {
	/** The number of requests that may run at once. */
	readonly atOnce: number;
	/** `atOnce` before it last grew: it returns there when answers get slower. */
	readonly before: number;
	readonly ceiling: Ceiling;
	readonly latency: Latency;
	readonly rate: Rate;
	readonly backOffs: number;
}

/** The number at once up to which the pace doubles (4 → 8 → 16), then grows in small steps; 200 until it's known. */
interface Ceiling {
	readonly known: number;
	/** The share by which the next step goes beyond it: 5 %, 10 %, … 40 %. */
	readonly growth: number;
	/** Until when the pace stays at it; 0 if it may grow. */
	readonly heldUntil: number;
}

interface Latency {
	/** The fastest round since the last new measurement; Infinity before the first round. */
	readonly fastestMs: number;
	/** The number of slow rounds in a row: a single one may be n8n's own delay. */
	readonly slowRounds: number;
}

/** Requests a second; Infinity until the first 429. */
interface Rate {
	readonly perSecond: number;
	/** `perSecond` before it last grew. */
	readonly before: number;
	/** The share by which it grows in a second: 2 %, 4 %, … 40 %. */
	readonly growth: number;
	readonly heldUntil: number;
}

/** The number at once at the start, and the least: few enough for any platform. */
const minAtOnce = 4;
const maxAtOnce = 200;
/** How long the ceiling holds after a busy answer, and after slower answers. */
const [refusedHoldMs, slowHoldMs] = [8_000, 3_000];
const rateHoldMs = 3_000;
/** A rate grows only if this share of it is used. */
const usedShare = 0.7;
/** A round is slow above 1.5 times the fastest, and above 100 ms: below, n8n's own delay is much of it. */
const slowFactor = 1.5;
const minSlowMs = 100;
/** Three slow rounds in a row are the platform's, and not n8n's own delay. */
const minSlowRounds = 3;
/** The share that is kept after a busy answer, or when n8n itself is slow: of 100 at once, 92. */
const keptShare = 0.92;
/** If other work of n8n waits longer than this for its turn, n8n itself is slow: more at once brings no more answers. */
const maxTurnMs = 60;
const firstGrowth = 0.05;
const firstRateGrowth = 0.02;
const maxGrowth = 0.4;

const grown = (growth: number) => Math.min(maxGrowth, 2 * growth);

export const firstPace: Pace = {
	atOnce: minAtOnce,
	before: minAtOnce,
	ceiling: { known: maxAtOnce, growth: firstGrowth, heldUntil: 0 },
	latency: { fastestMs: Infinity, slowRounds: 0 },
	rate: { perSecond: Infinity, before: Infinity, growth: firstRateGrowth, heldUntil: 0 },
	backOffs: 0,
};

/** The answers to about half as many requests as may run at once. */
interface Round {
	/** Their first quartile. */
	latencyMs: number;
	/** Whether the pace was used up; if not, the list is the limit. */
	isFull: boolean;
	/** How long other work of this n8n waits for its turn. */
	turnMs: number;
}

/** The states of the diagram in docs/architecture.md, "Pace"; Growing is `doubling` or `stepping`. */
type Phase = 'doubling' | 'stepping' | 'holding' | 'measuringAnew';

function phaseOf({ atOnce, ceiling: { known, heldUntil } }: Pace, now: number): Phase {
	if (atOnce < known) return 'doubling';
	if (now < heldUntil) return 'holding';
	return heldUntil > 0 ? 'measuringAnew' : 'stepping';
}

export function afterRound(pace: Pace, { latencyMs, isFull, turnMs }: Round, now: number): Pace {
	const { atOnce, before, ceiling } = pace;
	if (turnMs > maxTurnMs) {
		return holding(pace, Math.max(minAtOnce, Math.floor(atOnce * keptShare)), now);
	}
	const fastestMs = Math.min(pace.latency.fastestMs, latencyMs);
	const isSlow = latencyMs > Math.max(fastestMs * slowFactor, minSlowMs);
	const slowRounds = isSlow ? pace.latency.slowRounds + 1 : 0;
	const measured = { ...pace, latency: { fastestMs, slowRounds } };
	if (isSlow && atOnce > before) {
		return slowRounds < minSlowRounds ? measured : holding(measured, before, now);
	}
	const same = { ...measured, before: atOnce };
	if (!isFull) return same;
	switch (phaseOf(pace, now)) {
		case 'holding':
			return same;
		case 'doubling':
			return { ...same, atOnce: Math.min(2 * atOnce, ceiling.known) };
		case 'measuringAnew':
			// From half on: the platform may have become faster or slower.
			return halved(pace, { ...ceiling, known: atOnce, heldUntil: 0 });
		case 'stepping':
			return stepped(same, now);
	}
}

function stepped(pace: Pace, now: number): Pace {
	const { atOnce, ceiling } = pace;
	const step = Math.max(1, Math.floor(atOnce * ceiling.growth));
	const more = Math.min(maxAtOnce, atOnce + step);
	if (more === atOnce) return holding(pace, atOnce, now);
	const growth = grown(ceiling.growth);
	return { ...pace, atOnce: more, ceiling: { ...ceiling, known: more, growth } };
}

/** A busy answer or no answer, to a request that was sent after the last back-off. */
export function afterTrouble(pace: Pace, now: number): Pace {
	const known = Math.max(minAtOnce, Math.floor(pace.atOnce * keptShare));
	const heldUntil = now + refusedHoldMs;
	const lower = halved(pace, { known, growth: firstGrowth, heldUntil });
	return { ...lower, backOffs: pace.backOffs + 1 };
}

/** A request got a 429: the rate returns to where it was before it grew. */
export function afterTooMany(pace: Pace): Pace {
	return { ...pace, rate: { ...pace.rate, perSecond: pace.rate.before } };
}

/** A second has passed: refusals (429) set a rate; without refusals, a rate that is used grows. */
export function afterSecond(
	pace: Pace,
	{ answered, tooMany }: { answered: number; tooMany: number },
	now: number,
): Pace {
	const { rate } = pace;
	const { perSecond, growth, heldUntil } = rate;
	if (tooMany > 0) {
		const found = Math.max(1, Math.min(perSecond, answered));
		// The first rate may be far too low: the pace was still growing.
		const isFirst = perSecond === Infinity;
		const next = isFirst
			? { growth: maxGrowth, heldUntil }
			: { growth: firstRateGrowth, heldUntil: now + rateHoldMs };
		const lower = { perSecond: found, before: found, ...next };
		return { ...pace, rate: lower, backOffs: pace.backOffs + 1 };
	}
	if (now < heldUntil || answered < usedShare * Math.floor(perSecond)) return pace;
	const more = { perSecond: perSecond * (1 + growth), before: perSecond, growth: grown(growth) };
	return { ...pace, rate: { ...rate, ...more } };
}

/** After a time without requests: starts anew, and doubles up to the last number at once. */
export function afterRest({ atOnce, backOffs }: Pace): Pace {
	return { ...firstPace, ceiling: { ...firstPace.ceiling, known: atOnce }, backOffs };
}

/** Stays at a number that was fast. */
function holding(pace: Pace, atOnce: number, now: number): Pace {
	const ceiling = { known: atOnce, growth: firstGrowth, heldUntil: now + slowHoldMs };
	return { ...pace, atOnce, before: atOnce, ceiling, latency: { ...pace.latency, slowRounds: 0 } };
}

function halved(pace: Pace, ceiling: Ceiling): Pace {
	const atOnce = Math.max(minAtOnce, Math.floor(pace.atOnce / 2));
	return { ...pace, atOnce, before: atOnce, ceiling, latency: firstPace.latency };
}
