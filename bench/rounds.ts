import axios from 'axios';

/** The figures of one round of one kind. */
export interface Round {
	perSecond: number;
	/** Milliseconds of processor time per gift or call; the load of other programs doesn't change it. */
	processorMs: number;
	/** The platform's share of a core, or n8n's memory in megabytes. */
	load: number;
}

/** Measures the kinds in turns, so that noise affects them all alike; every second round in reverse order. */
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

/** The median of a figure; of an even number of rounds the upper of the two in the middle. */
export function medianOf(rounds: Round[], figure: keyof Round): number {
	const sorted = rounds.map((round) => round[figure]).sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** The speed compared with another kind: the median of the ratios, round by round. */
export function ratioTo(others: Round[] | undefined, rounds: Round[]): string {
	const ratios = rounds.map((round, n) => {
		return { ...round, perSecond: round.perSecond / (others?.[n]?.perSecond ?? NaN) };
	});
	return medianOf(ratios, 'perSecond').toFixed(2);
}

/** The speeds of all rounds, as the text of one cell. */
export const speedsOf = (rounds: Round[], digits: number) =>
	rounds.map(({ perSecond }) => perSecond.toFixed(digits)).join(' ');

/** Reads processor time and memory of an n8n with `N8N_METRICS`. */
export async function usageOf(n8nUrl: string): Promise<{ processorMs: number; megabytes: number }> {
	const { data } = await axios.get<string>(`${n8nUrl}/metrics`, { proxy: false });
	const bytes = /^\w*process_resident_memory_bytes (\S+)/m.exec(data)?.[1];
	const seconds = /^\w*process_cpu_seconds_total (\S+)/m.exec(data)?.[1];
	return { processorMs: Number(seconds) * 1000, megabytes: Math.round(Number(bytes) / 2 ** 20) };
}
