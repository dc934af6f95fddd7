import fc from 'fast-check';
import { isFirstDelivery } from '../../nodes/MobileBillingTrigger/deduplicate';

let triggers = 0;
/** A trigger in a process that remembers nothing of it yet. */
const newTrigger = () => `workflow/${++triggers}`;
const turn = () => new Promise((resolve) => setImmediate(resolve));

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
				let resolve: (isStored: boolean) => void = () => undefined;
				const answer = new Promise<boolean>((done) => (resolve = done));
				waiting++;
				void isFirstDelivery(trigger, event, () => answer).then((isFirst) => {
					waiting--;
					if (!isFirst) return void (early += started.includes(event) ? 0 : 1);
					const end = (isStored: boolean) => {
						if (isStored) started.push(event);
						resolve(isStored);
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

it('a process remembers the last 20,000 events of a trigger', async () => {
	const trigger = newTrigger();
	const deliver = async (event: string) =>
		await isFirstDelivery(trigger, event, () => Promise.resolve(true));
	for (let event = 0; event < 20_500; event++) await deliver(`${event}`);
	expect(await deliver('501')).toBe(false);
	expect(await deliver('0')).toBe(true);
});
