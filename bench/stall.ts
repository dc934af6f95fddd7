import { planSteps } from '../campaign/plan';
import { InputError } from '../platform/input';
import { readSource } from '../nodes/MobileDataCampaign/source';
import { inTurns } from '../nodes/engine/n8n/turns';
import { files } from './hostileFiles';

/** How long others waited while a list was planned, in milliseconds. */
interface Waits {
	longest: number;
	/** 99 of 100 waited less. */
	p99: number;
	/** The longest time between two turns, in processor time of this process: other programs don't show in it. */
	processor: number;
}

/** Others ask every so many milliseconds. */
const everyMs = 20;

/** Measures how long others wait while each of the named files, or all, is read and planned in this process, without n8n. */
export async function stallBench(only: string[] = Object.keys(files)): Promise<object[]> {
	const table: object[] = [];
	for (const name of only) {
		const bytes = files[name]?.() ?? new Uint8Array(0);
		const began = performance.now();
		const { user, system } = process.cpuUsage();
		const watch = watchOthers();
		const ends = await planned(bytes);
		const waits = await watch.stop();
		const used = process.cpuUsage({ user, system });
		table.push({
			file: name,
			MB: (bytes.length / 1e6).toFixed(2),
			ends: ends.slice(0, 60),
			seconds: ((performance.now() - began) / 1000).toFixed(2),
			'CPU s': ((used.user + used.system) / 1e6).toFixed(2),
			'longest wait ms': waits.longest.toFixed(0),
			'p99 ms': waits.p99.toFixed(0),
			'longest CPU ms': waits.processor.toFixed(0),
			'memory MB': Math.round(process.resourceUsage().maxRSS / 1024),
		});
	}
	return table;
}

/** Reads and plans a list, as Plan does but for what it asks the platform. */
async function planned(bytes: Uint8Array): Promise<string> {
	const list = { file: { fileName: 'list', bytes }, country: 'international' };
	const { rows, bad, refusal, report, file } = await readSource(list);
	if (refusal) return refusal.message;
	const now = Date.now();
	const steps = planSteps({
		settings,
		rows,
		bad,
		list: { ...report, ...file },
		optOuts: [],
		givenBefore: new Set(),
		keys: { planId: 'p', viewKey: 'v', controlKey: 'c' },
		now,
	});
	try {
		const { campaign } = await inTurns(steps);
		return `${campaign.rows} rows planned`;
	} catch (error) {
		if (error instanceof InputError) return error.message;
		throw error;
	}
}

const settings = {
	name: 'stall',
	serviceKey: 'LOYALTYDATA01',
	budget: 1e9,
	startAt: new Date(0).toISOString(),
	stopAt: null,
	quietFrom: '',
	quietTo: '',
	rowsPerSecond: 0,
	megabytesPerDay: 0,
	giftsPerMonth: 0,
	sendAsEntered: false,
	country: '',
	reading: '',
};

/** Others whose turn is due every 20 ms: how late each comes. */
function watchOthers() {
	const waits: number[] = [];
	let processor = 0;
	let due = performance.now() + everyMs;
	let usage = process.cpuUsage();
	const timer = setInterval(() => {
		const now = performance.now();
		waits.push(Math.max(0, now - due));
		due = now + everyMs;
		const { user, system } = process.cpuUsage(usage);
		usage = process.cpuUsage();
		processor = Math.max(processor, (user + system) / 1000);
	}, everyMs);
	return {
		stop: async (): Promise<Waits> => {
			// The last one may still be waiting.
			await new Promise((resolve) => setTimeout(resolve, everyMs + 1));
			clearInterval(timer);
			waits.sort((one, other) => one - other);
			const p99 = waits[Math.ceil(waits.length * 0.99) - 1] ?? 0;
			return { longest: waits.at(-1) ?? 0, p99, processor };
		},
	};
}
