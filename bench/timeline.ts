import { basename } from 'node:path';

/** Measurements of probe.cjs. Times are microseconds of the machine's clock. */
export interface Seen {
	/** The end of each turn of the event loop, and the processor time of the main thread until then. */
	turns: [end: number, processor: number][];
	profile: {
		nodes: ProfileNode[];
		startTime: number;
		/** IDs of nodes. */
		samples: number[];
		timeDeltas: number[];
	};
}

interface ProfileNode {
	id: number;
	callFrame: { functionName: string; url: string };
	children?: number[];
}

/** The owner of the code that ran: this package, n8n's code on its behalf (such as expressions of its fields), or n8n. */
export const owners = ['ours', 'called', 'own'] as const;
export type Owner = (typeof owners)[number];

interface Place {
	owner: Owner;
	/** A function, and its file. */
	name: string;
}

/** The work on n8n's main thread, without the time that other programs took from it. */
export class Timeline {
	private readonly ends: number[] = [];
	private readonly places: (Place | undefined)[] = [];
	/** Processor time of each owner until the end of each sample, in microseconds. */
	private readonly sums: Record<Owner, number[]> = { ours: [], called: [], own: [] };

	constructor(private readonly seen: Seen) {
		const { turns, profile } = seen;
		const placeOf = placesIn(profile.nodes);
		let [time, turn] = [profile.startTime, 0];
		let place: Place | undefined;
		const sums = { ours: 0, called: 0, own: 0 };
		for (const [at, id] of profile.samples.entries()) {
			const delta = profile.timeDeltas[at] ?? 0;
			time += delta;
			const found = placeOf.get(id);
			// Garbage collection and native code count for the code before them.
			if (found !== 'before') place = found;
			while (turn < turns.length - 1 && (turns[turn]?.[0] ?? 0) < time) turn++;
			if (place) sums[place.owner] += delta * shareOf(turns, turn);
			this.ends.push(time);
			this.places.push(place);
			for (const owner of owners) this.sums[owner].push(sums[owner]);
		}
	}

	/** The longest turn of an owner's code, in milliseconds of processor time, and the functions that took most of it. */
	longestTurn(owner: Owner): { ms: number; functions: string } {
		let [most, first, last] = [0, 0, 0];
		for (const [at, [end]] of this.seen.turns.entries()) {
			const [began] = this.seen.turns[at - 1] ?? [end];
			const ms = this.taken(owner, began, end);
			if (ms > most) [most, first, last] = [ms, began, end];
		}
		return { ms: most, functions: this.functions(owner, first, last) };
	}

	/** Milliseconds of processor time that an owner's code took between two moments. */
	private taken(owner: Owner, from: number, to: number): number {
		const sums = this.sums[owner];
		return ((sums[this.at(to)] ?? 0) - (sums[this.at(from)] ?? 0)) / 1000;
	}

	/** The three functions of an owner that took most time between two moments. */
	private functions(owner: Owner, from: number, to: number): string {
		const taken = new Map<string, number>();
		for (let at = this.at(from) + 1; at <= this.at(to); at++) {
			const place = this.places[at];
			if (place?.owner !== owner) continue;
			const ms = this.taken(owner, this.ends[at - 1] ?? 0, this.ends[at] ?? 0);
			taken.set(place.name, (taken.get(place.name) ?? 0) + ms);
		}
		const most = [...taken].sort(([, one], [, other]) => other - one).slice(0, 3);
		return most.map(([name, ms]) => `${name} ${ms.toFixed(0)}`).join(', ');
	}

	/** The index of the last sample before a moment. */
	private at(moment: number): number {
		let [low, high] = [0, this.ends.length - 1];
		while (low < high) {
			const middle = Math.ceil((low + high) / 2);
			if ((this.ends[middle] ?? 0) <= moment) low = middle;
			else high = middle - 1;
		}
		return low;
	}
}

/** The share of a turn in which the thread had a processor. */
function shareOf(turns: Seen['turns'], turn: number): number {
	const [[began, before] = [0, 0], [end, after] = [0, 0]] = [turns[turn - 1], turns[turn]];
	return end - began < 2_000 ? 1 : Math.min(1, (after - before) / (end - began));
}

const ofPackage = 'n8n-nodes-mobile-billing/dist/';
const ofN8n =
	/\/node_modules\/(?:n8n|n8n-core|n8n-workflow|n8n-nodes-base|@n8n\/[^/]+)\/(?!.*node_modules)/;

/**
 * The place of each node of a profile: undefined for idle time, and `before` for garbage collection and native code.
 * Libraries and Node.js count for their callers.
 */
function placesIn(nodes: ProfileNode[]): Map<number, Place | 'before' | undefined> {
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const places = new Map<number, Place | 'before' | undefined>();
	const left: [id: number, parent: Place][] = [
		[nodes[0]?.id ?? 0, { owner: 'own', name: 'Node.js' }],
	];
	for (let next = left.pop(); next; next = left.pop()) {
		const [id, parent] = next;
		const { callFrame, children = [] } = byId.get(id) ?? {};
		if (!callFrame) continue;
		const place = placeIn(callFrame, parent);
		places.set(
			id,
			outside.has(callFrame.functionName) ? outside.get(callFrame.functionName) : place,
		);
		for (const child of children) left.push([child, place]);
	}
	return places;
}

const outside = new Map([
	['(idle)', undefined],
	['(program)', 'before'],
	['(garbage collector)', 'before'],
] as const) as ReadonlyMap<string, 'before' | undefined>;

function placeIn({ functionName, url }: ProfileNode['callFrame'], parent: Place): Place {
	const isOurs = url.includes(ofPackage);
	if (!isOurs && !ofN8n.test(url)) return parent;
	const name = `${functionName || 'anonymous'} (${basename(url)})`;
	if (isOurs) return { owner: 'ours', name };
	return { owner: parent.owner === 'own' ? 'own' : 'called', name };
}
