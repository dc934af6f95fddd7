import * as fc from 'fast-check';
import { LargeMap } from '../../platform/largeMap';

test('a large map has what a map has', () => {
	const key = fc.oneof(fc.stringMatching(/^\d{0,4}$/), fc.nat(300));
	fc.assert(
		fc.property(fc.array(fc.tuple(key, fc.nat())), fc.array(key), (entries, others) => {
			const map = new Map(entries);
			const large = new LargeMap<string | number, number>();
			for (const [name, value] of entries) large.set(name, value);
			const seenIn = (of: Pick<typeof map, 'has' | 'get'>) =>
				[...entries.map(([name]) => name), ...others].map((name) => [of.has(name), of.get(name)]);
			expect(seenIn(large)).toEqual(seenIn(map));
		}),
	);
});
