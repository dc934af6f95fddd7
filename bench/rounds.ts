import axios from 'axios';

/** What one round of one kind gave. */
export interface Round {
	perSecond: number;
	/** Milliseconds of processor time for one: what other programs take away does not show in it. */
	processorMs: number;
	/** The share of a core that the platform took, or n8n's memory in megabytes. */
	load: number;
}

/** Has the kinds take turns, so that noise strikes all; every second round goes the other way round. */
export async function inTurns<Kind extends string>(
	kinds: readonly Kind[],
	count: number,
	measure: (kind: Kind) => Promise<Round>,
): Promise<Map<Kind, Round[]>> {
	const all = new Map(kinds.map((kind) => [kind, [] as Round[]]));
	for (let n = 0; n < count; n += 1) {
		const turns = n % 2 === 0 ? [...kinds] : [...kinds].reverse();
		for (const kind of turns) all.get(kind)?.push(await measure(kind));
	}
	return all;
}

/** The middle one of the rounds, the upper of two. */
export function medianOf(rounds: Round[], figure: keyof Round): number {
	const sorted = rounds.map((round) => round[figure]).sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** How fast it is against something else: the median of what each round was of its neighbor. */
export function ratioTo(others: Round[] | undefined, rounds: Round[]): string {
	const ratios = rounds.map((round, n) => {
		return { ...round, perSecond: round.perSecond / (others?.[n]?.perSecond ?? NaN) };
	});
	return medianOf(ratios, 'perSecond').toFixed(2);
}

/** All rounds in one cell. */
export const speedsOf = (rounds: Round[], digits: number) =>
	rounds.map(({ perSecond }) => perSecond.toFixed(digits)).join(' ');

/** Processor time and memory of an n8n that has its metrics on. */
export async function usageOf(n8nUrl: string): Promise<{ processorMs: number; megabytes: number }> {
	const { data } = await axios.get<string>(`${n8nUrl}/metrics`, { proxy: false });
	const bytes = /^\w*process_resident_memory_bytes (\S+)/m.exec(data)?.[1];
	const seconds = /^\w*process_cpu_seconds_total (\S+)/m.exec(data)?.[1];
	return { processorMs: Number(seconds) * 1000, megabytes: Math.round(Number(bytes) / 2 ** 20) };
}
