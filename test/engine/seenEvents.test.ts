import fc from 'fast-check';
import { SeenEvents, seenEventsOf, type StoredEvents } from '../../nodes/engine/seenEvents';

const taken = () => Promise.resolve(true);
const notTaken = () => Promise.resolve(false);
/** A delivery that n8n takes: it has the execution written down, and asks for what it shall keep. */
async function take(seen: SeenEvents, event: string, stored: StoredEvents): Promise<boolean> {
	const isFirst = await seen.isFirst(event, stored, taken);
	if (isFirst) seen.writeDown(event, stored);
	return isFirst;
}

const storedIn = ({ seen }: StoredEvents) => (typeof seen === 'string' ? seen.split(' ') : []);

/** An answer that n8n gives when the test says so. */
function later() {
	let settle: (isTaken: boolean) => void = () => undefined;
	const answer = new Promise<boolean>((resolve) => (settle = resolve));
	return { answered: () => answer, settle };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('an event that comes again', () => {
	it('is the first once', async () => {
		const seen = new SeenEvents();
		expect(await seen.isFirst('a', {}, taken)).toBe(true);
		expect(await seen.isFirst('a', {}, taken)).toBe(false);
		expect(await seen.isFirst('b', {}, taken)).toBe(true);
	});

	it('is the first again when n8n could not take it', async () => {
		const seen = new SeenEvents();
		expect(await seen.isFirst('a', {}, notTaken)).toBe(true);
		await turn();
		expect(await seen.isFirst('a', {}, taken)).toBe(true);
		expect(await seen.isFirst('a', {}, taken)).toBe(false);
	});

	it('waits while the first is under way, and one of the waiting takes its place if it fails', async () => {
		const seen = new SeenEvents();
		const [one, two] = [later(), later()];
		expect(await seen.isFirst('a', {}, one.answered)).toBe(true);
		const results: (boolean | undefined)[] = [undefined, undefined, undefined];
		results.forEach((_, index) => {
			void seen.isFirst('a', {}, two.answered).then((isFirst) => (results[index] = isFirst));
		});
		await turn();
		expect(results).toEqual([undefined, undefined, undefined]);
		one.settle(false);
		await turn();
		expect(results).toEqual([true, undefined, undefined]);
		two.settle(true);
		await turn();
		expect(results).toEqual([true, false, false]);
	});

	it('asks for the answer only of the delivery that starts the flow', async () => {
		const seen = new SeenEvents();
		await seen.isFirst('a', {}, taken);
		const answered = jest.fn(taken);
		await seen.isFirst('a', {}, answered);
		expect(answered).not.toHaveBeenCalled();
	});

	it('does not hold up another event', async () => {
		const seen = new SeenEvents();
		expect(await seen.isFirst('a', {}, later().answered)).toBe(true);
		expect(await seen.isFirst('b', {}, later().answered)).toBe(true);
	});

	it('starts once, whatever order deliveries and answers come in and whatever n8n could not take', async () => {
		const step = fc.oneof(
			fc.record({ event: fc.constantFrom('a', 'b', 'c') }),
			fc.record({ settle: fc.nat(), isTaken: fc.boolean() }),
		);
		await fc.assert(
			fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
				const seen = new SeenEvents();
				const open: { event: string; settle: (isTaken: boolean) => void }[] = [];
				const done: Record<string, number> = {};
				let [waiting, early] = [0, 0];
				const settle = (index: number, isTaken: boolean) => {
					const [start] = open.splice(index, 1);
					if (start && isTaken) done[start.event] = (done[start.event] ?? 0) + 1;
					start?.settle(isTaken);
				};
				const deliver = (event: string) => {
					const { answered, settle: answer } = later();
					waiting++;
					void seen.isFirst(event, {}, answered).then((isFirst) => {
						waiting--;
						if (isFirst) open.push({ event, settle: answer });
						else if (!done[event]) early++;
					});
				};
				for (const one of steps) {
					if ('event' in one) deliver(one.event);
					else if (open.length > 0) settle(one.settle % open.length, one.isTaken);
					await turn();
					expect(new Set(open.map(({ event }) => event)).size).toBe(open.length);
				}
				const names = new Set(steps.flatMap((one) => ('event' in one ? [one.event] : [])));
				names.forEach(deliver);
				await turn();
				while (open.length > 0) {
					settle(0, true);
					await turn();
				}
				expect(done).toEqual(Object.fromEntries([...names].map((event) => [event, 1])));
				expect([waiting, early]).toEqual([0, 0]);
			}),
			{ numRuns: 150 },
		);
	});
});

describe('what n8n keeps over a restart', () => {
	it('makes a new process drop what the old one took', async () => {
		const stored: StoredEvents = {};
		await take(new SeenEvents(), 'a', stored);
		expect(await new SeenEvents().isFirst('a', { ...stored }, taken)).toBe(false);
		expect(await new SeenEvents().isFirst('b', { ...stored }, taken)).toBe(true);
	});

	it('is not changed by an event that came before', async () => {
		const seen = new SeenEvents();
		const stored: StoredEvents = {};
		await take(seen, 'a', stored);
		const again = Object.freeze({ ...stored });
		expect(await take(seen, 'a', again)).toBe(false);
	});

	it('does not name an event that n8n could not take', async () => {
		const seen = new SeenEvents();
		await seen.isFirst('lost', {}, notTaken);
		await turn();
		const stored: StoredEvents = {};
		await take(seen, 'b', stored);
		expect(storedIn(stored)).toHaveLength(1);
	});

	it('is left to those still on their way, twenty times at most, and never names what they bring', async () => {
		const seen = new SeenEvents();
		const stored: StoredEvents = {};
		await seen.isFirst('on its way', {}, later().answered);
		for (let event = 1; event < 20; event++) await take(seen, `${event}`, stored);
		expect(storedIn(stored)).toEqual([]);
		await take(seen, '20', stored);
		expect(storedIn(stored)).toHaveLength(20);
		await take(seen, '21', stored);
		expect(storedIn(stored)).toHaveLength(20);
		seen.writeDown('on its way', stored);
		expect(storedIn(stored)).toHaveLength(22);
	});

	it('does not name an event any more that n8n asked about and then could not take', async () => {
		const seen = new SeenEvents();
		const { answered, settle } = later();
		await seen.isFirst('lost', {}, answered);
		seen.writeDown('lost', {});
		settle(false);
		await turn();
		const stored: StoredEvents = {};
		await take(seen, 'b', stored);
		expect(storedIn(stored)).toHaveLength(1);
		expect(await take(seen, 'lost', stored)).toBe(true);
	});

	it('may be asked for twice', async () => {
		const seen = new SeenEvents();
		const stored: StoredEvents = {};
		await take(seen, 'a', stored);
		seen.writeDown('a', stored);
		expect(storedIn(stored)).toHaveLength(1);
		await turn();
		seen.writeDown('a', stored);
		expect(storedIn(stored)).toHaveLength(1);
	});

	it('names all that are under way, so that of calls at once the last one has them all', async () => {
		const seen = new SeenEvents();
		const calls: StoredEvents[] = Array.from({ length: 50 }, () => ({}));
		await Promise.all(calls.map((stored, n) => seen.isFirst(`${n}`, stored, later().answered)));
		calls.forEach((stored, n) => {
			seen.writeDown(`${n}`, stored);
		});
		expect(calls.map((stored) => storedIn(stored).length).filter(Boolean)).toEqual([20, 40, 50]);
	});

	it('is mended by the next event when one call overwrote what another had saved', async () => {
		const seen = new SeenEvents();
		const [first, second] = [{}, {}];
		await take(seen, 'a', first);
		await take(seen, 'b', second);
		await turn();
		const third: StoredEvents = { ...first };
		await take(seen, 'c', third);
		const fresh = new SeenEvents();
		for (const event of ['a', 'b', 'c']) {
			expect(await fresh.isFirst(event, { ...third }, taken)).toBe(false);
		}
	});

	it('is also what another process saved, and neither pushes out what the other took last', async () => {
		const [one, two] = [new SeenEvents(), new SeenEvents()];
		const stored: StoredEvents = {};
		const takeMany = async (seen: SeenEvents, from: number, to: number) => {
			for (let event = from; event < to; event++) await take(seen, `${event}`, stored);
		};
		await takeMany(one, 0, 1_000);
		await takeMany(two, 1_000, 2_000);
		await takeMany(one, 2_000, 2_001);
		const fresh = new SeenEvents();
		for (let event = 1_001; event < 2_001; event++) {
			expect(await fresh.isFirst(`${event}`, { ...stored }, taken)).toBe(false);
		}
		expect(await one.isFirst('1500', {}, taken)).toBe(false);
	});

	it('says nothing about the event to whoever reads it, and stays small', async () => {
		const seen = new SeenEvents();
		const stored: StoredEvents = {};
		for (let event = 0; event < 1_500; event++) {
			await take(seen, `transaction-${event}\n`, stored);
		}
		expect(storedIn(stored)).toHaveLength(1_000);
		expect(stored.seen).toMatch(/^[\w-]{12}( [\w-]{12})*$/);
		expect(String(stored.seen).length).toBeLessThan(13_500);
	});

	it.each([undefined, null, 7, '', ['a'], { a: 1 }])('may have been spoiled: %j', async (seen) => {
		const memory = new SeenEvents();
		expect(await take(memory, 'a', { seen })).toBe(true);
		expect(await take(memory, 'a', { seen })).toBe(false);
	});
});

describe('the memory of a process', () => {
	it('holds the last 20,000 events of a trigger and no more', async () => {
		const seen = new SeenEvents();
		for (let event = 0; event < 20_500; event++) await seen.isFirst(`${event}`, {}, taken);
		expect(await seen.isFirst('501', {}, taken)).toBe(false);
		expect(await seen.isFirst('0', {}, taken)).toBe(true);
	}, 30_000);

	it('is one for each node of each workflow', async () => {
		const seen = seenEventsOf('workflow', 'node');
		await seen.isFirst('a', {}, taken);
		expect(seenEventsOf('workflow', 'node')).toBe(seen);
		expect(seenEventsOf('workflow', 'other')).not.toBe(seen);
		expect(seenEventsOf('other', 'node')).not.toBe(seen);
	});

	it('lets go of the triggers that have been quiet longest, beyond a hundred', () => {
		const [busy, quiet] = [seenEventsOf('busy', '1'), seenEventsOf('quiet', '1')];
		for (let workflow = 0; workflow < 150; workflow++) {
			seenEventsOf(`${workflow}`, '1');
			seenEventsOf('busy', '1');
		}
		expect(seenEventsOf('busy', '1')).toBe(busy);
		expect(seenEventsOf('quiet', '1')).not.toBe(quiet);
	});
});
