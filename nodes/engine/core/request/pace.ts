/** How fast a list goes to a host (docs/architecture.md, "Pace"): the pace and an event give the next pace. Monotonic times. */
export interface Pace {
	readonly atOnce: number;
	/** The number before it last grew: it returns there when answers get slower. */
	readonly before: number;
	readonly ceiling: Ceiling;
	readonly latency: Latency;
	readonly rate: Rate;
	readonly backOffs: number;
}

/** The number of requests at the same time that the platform took so far: 4 → 8 → 16 up to it, then in small steps. */
interface Ceiling {
	readonly known: number;
	/** The share by which the next step goes beyond it: 5 %, 10 %, … 40 %. */
	readonly growth: number;
	/** When it may be passed again; 0 where nothing holds it. */
	readonly heldUntil: number;
}

interface Latency {
	/** The latency of the fastest round since it was last measured anew; Infinity before. */
	readonly fastestMs: number;
	/** The number of slow rounds in a row: a single one may be n8n's own delay. */
	readonly slowRounds: number;
}

/** Requests a second; Infinity until the platform has refused some as too many (429). */
interface Rate {
	readonly perSecond: number;
	readonly before: number;
	/** The share by which it grows in a second: 2 %, 4 %, … 40 %. */
	readonly growth: number;
	readonly heldUntil: number;
}

/** A list starts with so many at once, which no platform minds, and never goes below. */
const minAtOnce = 4;
const maxAtOnce = 200;
/** The time for which the ceiling holds after a refusal, and after slower answers. */
const [refusedHoldMs, slowHoldMs] = [8_000, 3_000];
const rateHoldMs = 3_000;
/** A rate of which a smaller share is used limits nothing. */
const usedShare = 0.7;
/** A round is slow by this factor above the fastest one, and above 100 ms: below, n8n's own delay is much of it. */
const slowFactor = 1.5;
const minSlowMs = 100;
/** Three slow rounds in a row are the platform's, and not n8n's own delay. */
const minSlowRounds = 3;
/** The share that is kept of a number that was refused: of 100 at once, 92. */
const kept = 0.92;
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
	/** A quarter of them took no longer. */
	latencyMs: number;
	/** Whether as many ran at once as may; else the list is what limits it. */
	isFull: boolean;
}

/** The states of the diagram in docs/architecture.md, "Pace"; `doubling` and `stepping` are its Growing. */
type Phase = 'doubling' | 'stepping' | 'holding' | 'measuringAnew';

function phaseOf({ atOnce, ceiling: { known, heldUntil } }: Pace, now: number): Phase {
	if (atOnce < known) return 'doubling';
	if (now < heldUntil) return 'holding';
	return heldUntil > 0 ? 'measuringAnew' : 'stepping';
}

export function afterRound(pace: Pace, { latencyMs, isFull }: Round, now: number): Pace {
	const { atOnce, before, ceiling } = pace;
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
			// At half: the platform may be another one by now.
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

/** The platform was busy, or gave no answer, for the first time since it backed off last. */
export function afterTrouble(pace: Pace, now: number): Pace {
	const known = Math.max(minAtOnce, Math.floor(pace.atOnce * kept));
	const heldUntil = now + refusedHoldMs;
	const lower = halved(pace, { known, growth: firstGrowth, heldUntil });
	return { ...lower, backOffs: pace.backOffs + 1 };
}

/** The platform has refused a request as one too many a second (429). */
export function afterTooMany(pace: Pace): Pace {
	return { ...pace, rate: { ...pace.rate, perSecond: pace.rate.before } };
}

/** A second has passed in which so many were answered, and so many refused as too many (429). */
export function afterSecond(
	pace: Pace,
	{ answered, tooMany }: { answered: number; tooMany: number },
	now: number,
): Pace {
	const { rate } = pace;
	const { perSecond, growth, heldUntil } = rate;
	if (tooMany > 0) {
		const found = Math.max(1, Math.min(perSecond, answered));
		// The first one was counted while the pace grew: it may be much higher.
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

/** Nobody has sent anything for long: a new start, quick up to where it was. */
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
