import fc from 'fast-check';
import { claimEvent, type StoredEvents } from '../../nodes/MobileBillingTrigger/deduplicate';

let triggers = 0;
/** A trigger in a process that remembers nothing of it yet. */
const newTrigger = () => `workflow/${++triggers}`;
const turn = () => new Promise((resolve) => setImmediate(resolve));
const answered = () => Promise.resolve();
const digestsIn = ({ seen }: StoredEvents) => (typeof seen === 'string' ? seen.split(' ') : []);

/** A delivery whose execution n8n stores; whether it was the first. */
async function deliver(trigger: string, event: string, stored: StoredEvents): Promise<boolean> {
	const markStored = await claimEvent(trigger, event, stored, answered);
	markStored?.();
	return markStored !== undefined;
}

it('an event starts once, whatever order deliveries and answers come in and whatever n8n fails to store', async () => {
	const step = fc.oneof(
		fc.record({ event: fc.constantFrom('a', 'b', 'c') }),
		fc.record({ answer: fc.nat(), isStored: fc.boolean() }),
	);
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
			const trigger = newTrigger();
			const open: { event: string; end: (isStored: boolean) => void }[] = [];
			const started: string[] = [];
			let [waiting, early] = [0, 0];
			const begin = (event: string) => {
				let resolve: () => void = () => undefined;
				const answer = new Promise<void>((done) => (resolve = done));
				waiting++;
				void claimEvent(trigger, event, {}, () => answer).then((markStored) => {
					waiting--;
					if (!markStored) return void (early += started.includes(event) ? 0 : 1);
					const end = (isStored: boolean) => {
						if (isStored) {
							markStored();
							started.push(event);
						}
						resolve();
					};
					open.push({ event, end });
				});
			};
			for (const one of steps) {
				if ('event' in one) begin(one.event);
				else if (open.length > 0) open.splice(one.answer % open.length, 1)[0]?.end(one.isStored);
				await turn();
				expect(new Set(open.map(({ event }) => event)).size).toBe(open.length);
			}
			const events = new Set(steps.flatMap((one) => ('event' in one ? [one.event] : [])));
			events.forEach(begin);
			for (await turn(); open.length > 0; await turn()) open.shift()?.end(true);
			expect(started.toSorted()).toEqual([...events].toSorted());
			expect([waiting, early]).toEqual([0, 0]);
		}),
		{ numRuns: 150 },
	);
});

describe('the static data', () => {
	it('makes a new process drop what an old one stored, also when two processes share it', async () => {
		const [one, two] = [newTrigger(), newTrigger()];
		const stored: StoredEvents = {};
		for (let event = 0; event < 2_001; event++) {
			await deliver(event < 1_000 || event === 2_000 ? one : two, `${event}`, stored);
		}
		const restarted = newTrigger();
		for (let event = 1_001; event < 2_001; event++) {
			expect(await deliver(restarted, `${event}`, { ...stored })).toBe(false);
		}
		expect(await deliver(restarted, 'new', { ...stored })).toBe(true);
	});

	it('names every event of concurrent calls, so that the last save has them all', async () => {
		const trigger = newTrigger();
		const calls: StoredEvents[] = Array.from({ length: 50 }, () => ({}));
		const never = () => new Promise<void>(() => undefined);
		const claims = await Promise.all(
			calls.map((stored, event) => claimEvent(trigger, `${event}`, stored, never)),
		);
		for (const markStored of claims) markStored?.();
		expect(calls.map((stored) => digestsIn(stored).length)).toEqual(calls.map((_, n) => n + 1));
	});

	it('does not name an event that n8n failed to store', async () => {
		const trigger = newTrigger();
		await claimEvent(trigger, 'lost', {}, answered);
		const stored: StoredEvents = {};
		await deliver(trigger, 'a', stored);
		expect(digestsIn(stored)).toHaveLength(1);
		expect(await deliver(trigger, 'lost', stored)).toBe(true);
	});

	it('holds 1,000 short digests and nothing readable of an event', async () => {
		const [trigger, stored] = [newTrigger(), {} as StoredEvents];
		for (let event = 0; event < 1_200; event++) await deliver(trigger, `event ${event}`, stored);
		expect(stored.seen).toMatch(/^[\w-]{12}( [\w-]{12}){999}$/);
	});

	it.each([undefined, null, 7, '', ['a'], { a: 1 }])('can be damaged: %j', async (seen) => {
		const trigger = newTrigger();
		expect(await deliver(trigger, 'a', { seen })).toBe(true);
		expect(await deliver(trigger, 'a', { seen })).toBe(false);
	});
});

it('a process remembers the last 20,000 events of a trigger', async () => {
	const trigger = newTrigger();
	for (let event = 0; event < 20_500; event++) await deliver(trigger, `${event}`, {});
	expect(await deliver(trigger, '501', {})).toBe(false);
	expect(await deliver(trigger, '0', {})).toBe(true);
});
