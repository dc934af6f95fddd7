import type { Load } from './platform';
import { fixed, goodput, play, type Scene } from './play';

/** A scene with what must hold of it, in seconds. */
interface PaceScene extends Scene {
	/** From when on it's steady, and until when. */
	steady: [from: number, to: number];
	/** The load for measuring the best fixed setting, if the platform changes. */
	best?: Load;
	/** The most milliseconds that a person waits for an answer. */
	longestWaitMs?: number;
}

const second = 1_000;
const always = (load: Load) => () => load;
const ordinary: Load = { capacity: 50, serviceMs: 100 };
const limited: Load = { capacity: 200, serviceMs: 100, perSecond: 100 };
const strong: Load = { capacity: 80, serviceMs: 100, queue: 20 };
const busyMinute = { from: 15 * second, to: 75 * second };

/** The behavior of platforms. */
export const scenes: Record<string, PaceScene> = {
	'a platform that queues': { loadAt: always(ordinary), seconds: 30, steady: [10, 30] },
	'a quick one that queues': {
		loadAt: always({ capacity: 10, serviceMs: 20 }),
		seconds: 20,
		steady: [10, 20],
	},
	'a slow one that queues': {
		loadAt: always({ capacity: 100, serviceMs: 300 }),
		seconds: 30,
		steady: [10, 30],
	},
	'one that gets slower under load': {
		loadAt: always({ capacity: 40, serviceMs: 100, isThrashing: true }),
		seconds: 30,
		steady: [10, 30],
	},
	'one that queues, from a busy n8n': {
		loadAt: always({ ...ordinary, lateMs: 100 }),
		seconds: 25,
		steady: [10, 25],
	},
	'a quick one, from a busy n8n': {
		loadAt: always({ capacity: 15, serviceMs: 20, lateMs: 100 }),
		seconds: 20,
		steady: [10, 20],
	},
	'a slow one, from an n8n that hardly gets to it': {
		loadAt: always({ capacity: 50, serviceMs: 300, lateMs: 400 }),
		seconds: 25,
		steady: [10, 25],
	},
	'one that is quicker than n8n': {
		loadAt: always({ capacity: 200, serviceMs: 20, readMs: 1.2 }),
		seconds: 25,
		steady: [10, 25],
		longestWaitMs: 140,
	},
	'one that refuses what is too much at once': {
		loadAt: always({ ...ordinary, queue: 0 }),
		seconds: 40,
		steady: [10, 40],
	},
	'one that takes ten at once': {
		loadAt: always({ capacity: 10, serviceMs: 50, queue: 0 }),
		seconds: 40,
		steady: [10, 40],
	},
	'one that refuses beyond a rate': { loadAt: always(limited), seconds: 40, steady: [10, 40] },
	'one that refuses beyond a high rate': {
		loadAt: always({ capacity: 200, serviceMs: 20, perSecond: 300 }),
		seconds: 30,
		steady: [10, 30],
	},
	'one that stalls for a minute': {
		loadAt: (ms) => (ms > busyMinute.from && ms < busyMinute.to ? undefined : ordinary),
		seconds: 105,
		steady: [90, 105],
		best: ordinary,
	},
	'one that gets slower by the hour': {
		loadAt: (ms) => ({ capacity: 50, serviceMs: 100 + ms / 100 }),
		seconds: 60,
		steady: [40, 60],
		best: { capacity: 50, serviceMs: 600 },
	},
	'one that moves to other machines, farther away': {
		loadAt: (ms) =>
			ms < 10 * second ? { capacity: 6, serviceMs: 30 } : { capacity: 60, serviceMs: 200 },
		seconds: 40,
		steady: [25, 40],
		best: { capacity: 60, serviceMs: 200 },
	},
	'a weak one that recovers': {
		loadAt: (ms) => ({ ...strong, capacity: ms < 20 * second ? 10 : 80 }),
		seconds: 50,
		steady: [35, 50],
		best: strong,
	},
	'a rate that is raised': {
		loadAt: (ms) => ({ ...limited, perSecond: ms < 20 * second ? 50 : 400 }),
		seconds: 50,
		steady: [35, 50],
		best: { ...limited, perSecond: 400 },
	},
	'one that turns most away at first': {
		loadAt: (ms) => ({ capacity: 50, serviceMs: 300, flaky: ms < 5 * second ? 0.7 : 0 }),
		seconds: 30,
		steady: [18, 30],
		best: { capacity: 50, serviceMs: 300 },
	},
	'a list that is slow at first': {
		loadAt: always({ capacity: 20, serviceMs: 100, queue: 0 }),
		seconds: 60,
		steady: [20, 60],
		concurrencyAt: (ms) => (ms < 20 * second ? 3 : 200),
	},
	'two processes at one that queues': {
		loadAt: always({ capacity: 60, serviceMs: 100 }),
		seconds: 30,
		steady: [10, 30],
		processes: 2,
	},
	'two processes at one that refuses': {
		loadAt: always({ ...ordinary, queue: 20 }),
		seconds: 60,
		steady: [10, 60],
		processes: 2,
	},
	'four processes at one that refuses beyond a rate': {
		loadAt: always({ ...limited, perSecond: 300 }),
		seconds: 40,
		steady: [10, 40],
		processes: 4,
	},
};

/** Settings that a person may try. */
const settings = [10, 20, 50, 200];

/** Plays a scene, and returns its faults. */
export async function checkScene(scene: PaceScene): Promise<string[]> {
	const { steady, processes = 1, loadAt } = scene;
	const played = await play(scene);
	const given = goodput(played, ...steady);
	const best = await bestFixed({ loadAt: always(scene.best ?? loadAt(0) ?? ordinary), processes });
	const refused = sumOf(played.refused.slice(...steady)) / (steady[1] - steady[0]);
	const wrong: string[] = [];
	if (given < 0.9 * best)
		wrong.push(`${round(given)} a second, of ${round(best)} with the best setting`);
	if (refused > 0.02 * (given + refused))
		wrong.push(`${round(refused)} of ${round(given)} refused`);
	const fairShare = given / processes;
	for (const own of played.given) {
		const share = sumOf(own.slice(...steady)) / (steady[1] - steady[0]);
		if (share < 0.1 * fairShare) wrong.push(`a process has ${round(share)} of ${round(given)}`);
	}
	for (let at = steady[0]; at < steady[1] - 1; at++) {
		const answer = Math.max(...played.slowest.slice(at - 1, at + 2));
		const wait = played.waits[at] ?? 0;
		if (wait > Math.min(2 * answer, scene.longestWaitMs ?? Infinity))
			wrong.push(`a person waits ${round(wait)} ms, of answers in ${round(answer)} ms`);
	}
	return wrong;
}

async function bestFixed(scene: Omit<Scene, 'seconds'>): Promise<number> {
	let best = 0;
	for (const setting of settings) {
		const each = Math.max(1, Math.round(setting / (scene.processes ?? 1)));
		best = Math.max(best, goodput(await play({ ...scene, seconds: 4 }, fixed(each)), 2, 4));
	}
	return best;
}

const sumOf = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0);
const round = (number: number) => number.toFixed(1);

/** Plays the scenes until something is wrong: the words for it. */
export async function findWrong(): Promise<string | undefined> {
	for (const [name, scene] of Object.entries(scenes)) {
		const [wrong] = await checkScene(scene);
		if (wrong !== undefined) return `${name}: ${wrong}`;
	}
	return undefined;
}
