import type { Pace } from './pace';

/** Answers counted by their latency in steps of 5 %, which is enough for a median of any number of answers. */
export class LatencyCounts {
	private counts: number[] = [];

	note(ms: number): void {
		const bucket = Math.round(Math.log(Math.max(1, ms)) / bucketSize);
		this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
	}

	since(): () => LatencyCounts {
		const before = [...this.counts];
		return () => {
			const noted = new LatencyCounts();
			noted.counts = Array.from(this.counts, (count = 0, bucket) => count - (before[bucket] ?? 0));
			return noted;
		};
	}

	get total(): number {
		return this.counts.reduce((sum, count) => sum + count, 0);
	}

	within(share: number): number {
		let left = this.total * share;
		const bucket = this.counts.findIndex((count) => (left -= count) <= 0);
		return Math.round(Math.exp(Math.max(0, bucket) * bucketSize));
	}
}

const bucketSize = Math.log(1.05);

/** The pace to a host while a run sent, of all runs of this process. */
export interface PaceFigures {
	requests: number;
	perSecond: number;
	/** Milliseconds within which half of them were answered. */
	medianMs: number;
	/** Milliseconds that the slowest twentieth took at least. */
	slowestMs: number;
	atOnce: number;
	backOffs: number;
	heldBackBy: 'n8n itself' | 'the platform' | 'a setting, or the list';
}

/** A share of its time in which n8n computes, and has no time to send more. */
const busyShare = 0.9;

/** @param load the share of `ms` in which n8n was busy @param isFull whether more would have been sent at a higher pace */
export function paceFiguresOf(
	noted: LatencyCounts,
	pace: { before: Pace; after: Pace; isFull: boolean },
	{ ms, load }: { ms: number; load: number },
): PaceFigures {
	const { before, after, isFull } = pace;
	const isPaced = isFull || after.rate.perSecond < Infinity;
	return {
		requests: noted.total,
		perSecond: Math.round((noted.total / Math.max(1, ms)) * 1000),
		medianMs: noted.within(0.5),
		slowestMs: noted.within(0.95),
		atOnce: after.atOnce,
		backOffs: after.backOffs - before.backOffs,
		heldBackBy:
			load > busyShare ? 'n8n itself' : isPaced ? 'the platform' : 'a setting, or the list',
	};
}

export function paceWords(figures: PaceFigures): string {
	const { requests, perSecond, medianMs, slowestMs, atOnce, backOffs, heldBackBy } = figures;
	const sent = `${requests} ${requests === 1 ? 'request' : 'requests'}, ${perSecond} per second`;
	const lowered = backOffs === 1 ? 'once' : `${backOffs} times`;
	return `${sent}, ${atOnce} at the same time. Half were answered within ${medianMs} ms, the slowest twentieth took ${slowestMs} ms or more. The pace was lowered ${lowered}; it was held back by ${heldBackBy}.`;
}
