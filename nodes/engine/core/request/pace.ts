/**
 * How fast a list goes to a host, found by how the host answers (docs/architecture.md, "Pace"). Pure rules: what was
 * found, and what happened, give what is found now. Times in milliseconds of a monotonic clock.
 */
export interface Pace {
	/** How many requests run at the same time. */
	readonly atOnce: number;
	/** How many did before it last grew: it returns there when answers get slower. */
	readonly before: number;
	/** Up to here it doubles each round; from here on it grows by `growth`. */
	readonly known: number;
	/** The share by which it grows in a round; it doubles each time. */
	readonly growth: number;
	readonly heldUntil: number;
	/** The latency of the fastest round since it was measured last; Infinity before. */
	readonly fastestMs: number;
	/** So many in a row were slower: one alone may be n8n's own delay. */
	readonly slowRounds: number;
	/** Requests a second; Infinity until the platform has refused some as too many. */
	readonly perSecond: number;
	/** Before it last grew. */
	readonly perSecondBefore: number;
	readonly rateGrowth: number;
	readonly rateHeldUntil: number;
	/** How often it backed off. */
	readonly backOffs: number;
}

/** It starts with so many at once, which no platform minds, and never goes below. */
const fewest = 4;
const most = 200;
/** So long it stays at what it found, after a refusal and after slower answers. */
const holdMs = 8_000;
const slowHoldMs = 3_000;
const rateHoldMs = 3_000;
/** A rate of which less is used is no limit. */
const used = 0.7;
/** Slower than the fastest round by this factor is slow; what is quick is not: there n8n's own delay is much of it. */
const slowFactor = 1.5;
const quickMs = 100;
/** So many slow rounds in a row are the platform's, and not n8n's own delay. */
const enoughSlowRounds = 3;
/** What it gives up of what was too much. */
const kept = 0.92;
const firstGrowth = 0.05;
const firstRateGrowth = 0.02;
const mostGrowth = 0.4;

export const firstPace: Pace = {
	atOnce: fewest,
	before: fewest,
	known: most,
	growth: firstGrowth,
	heldUntil: 0,
	fastestMs: Infinity,
	slowRounds: 0,
	perSecond: Infinity,
	perSecondBefore: Infinity,
	rateGrowth: firstRateGrowth,
	rateHeldUntil: 0,
	backOffs: 0,
};

/** What the answers to about as many requests as run at once have shown. */
interface Round {
	/** A quarter of them took no longer. */
	latencyMs: number;
	/** Whether as many ran at once as may; else the list is what limits it. */
	isFull: boolean;
}

export function afterRound(pace: Pace, { latencyMs, isFull }: Round, now: number): Pace {
	const { atOnce, before, known, growth } = pace;
	const fastestMs = Math.min(pace.fastestMs, latencyMs);
	const isSlow = latencyMs > Math.max(fastestMs * slowFactor, quickMs);
	const slowRounds = isSlow ? pace.slowRounds + 1 : 0;
	const measured = { ...pace, fastestMs, slowRounds };
	if (isSlow && atOnce > before) {
		return slowRounds < enoughSlowRounds ? measured : held(measured, before, now);
	}
	if (!isFull || (atOnce >= known && now < pace.heldUntil)) return { ...measured, before: atOnce };
	if (atOnce < known) return { ...measured, before: atOnce, atOnce: Math.min(2 * atOnce, known) };
	// What it held is measured anew, at half: the platform may be another one by now.
	if (pace.heldUntil > 0) return { ...halved(pace), known: atOnce, heldUntil: 0 };
	const more = Math.min(most, atOnce + Math.max(1, Math.floor(atOnce * growth)));
	if (more === atOnce) return held(measured, atOnce, now);
	const next = Math.min(mostGrowth, 2 * growth);
	return { ...measured, before: atOnce, atOnce: more, known: more, growth: next };
}

/** The platform was busy, or gave no answer, for the first time since it backed off last. */
export function afterTrouble(pace: Pace, now: number): Pace {
	const known = Math.max(fewest, Math.floor(pace.atOnce * kept));
	return {
		...halved(pace),
		known,
		growth: firstGrowth,
		heldUntil: now + holdMs,
		backOffs: pace.backOffs + 1,
	};
}

/** The platform has refused a request as one too many a second (429). */
export function afterTooMany(pace: Pace): Pace {
	return { ...pace, perSecond: pace.perSecondBefore };
}

/** A second has passed in which so many were answered, and so many refused as too many (429). */
export function afterSecond(
	pace: Pace,
	{ answered, tooMany }: { answered: number; tooMany: number },
	now: number,
): Pace {
	const { perSecond, rateGrowth, rateHeldUntil } = pace;
	if (tooMany > 0) {
		const found = Math.max(1, Math.min(perSecond, answered));
		const rate = { perSecond: found, perSecondBefore: found, backOffs: pace.backOffs + 1 };
		// The first time it was counted while the pace grew: it may be much higher.
		if (perSecond === Infinity) return { ...pace, ...rate, rateGrowth: mostGrowth };
		const rateHeldUntil = now + rateHoldMs;
		return { ...pace, ...rate, rateGrowth: firstRateGrowth, rateHeldUntil };
	}
	if (now < rateHeldUntil || answered < used * Math.floor(perSecond)) return pace;
	const next = Math.min(mostGrowth, 2 * rateGrowth);
	const more = perSecond * (1 + rateGrowth);
	return { ...pace, perSecond: more, perSecondBefore: perSecond, rateGrowth: next };
}

/** Nobody has sent anything for long: a new start, quick up to where it was. */
export function afterRest({ atOnce, backOffs }: Pace): Pace {
	return { ...firstPace, known: atOnce, backOffs };
}

function held(pace: Pace, atOnce: number, now: number): Pace {
	const found = { atOnce, before: atOnce, known: atOnce };
	return { ...pace, ...found, growth: firstGrowth, slowRounds: 0, heldUntil: now + slowHoldMs };
}

function halved(pace: Pace): Pace {
	const atOnce = Math.max(fewest, Math.floor(pace.atOnce / 2));
	return { ...pace, atOnce, before: atOnce, fastestMs: Infinity, slowRounds: 0 };
}
