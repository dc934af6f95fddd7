import { checkLimits } from '../../nodes/MobileBilling/operations/page/checkLimits';

import { alpha } from '../support/triggers/webhookEvents';

type Params = Parameters<typeof checkLimits.compute>[0];
type CountedRequest = Params['requests'][number];

const isPassedOn = (id: number, requests: CountedRequest[], limits: Params['limits']) => {
	const { records } = checkLimits.compute(
		{ request: { id }, requests, limits },
		{ service: alpha, baseUrl: '', now: 0 },
	);
	return records[0]?.outcome === 'passed';
};

const limits = { perNumber: 3, perAddress: 4, perHour: 6 };

/** Requests for a number from an address each, in their order. */
const requests = (...all: [phone: string, address: string][]): CountedRequest[] =>
	all.map(([phone, address], at) => ({ id: at + 1, phone, address }));

const passedOf = (all: CountedRequest[], own: object = limits) =>
	all.map(({ id }) => isPassedOn(id, all, { ...limits, ...own }));
const each = (count: number, of: (n: number) => [string, string]) =>
	requests(...Array.from({ length: count }, (_, n) => of(n)));

it.each<[string, CountedRequest[], number[]]>([
	['eight at once for a number: the first three', each(8, (n) => ['1', `a${n}`]), [1, 2, 3]],
	['many from an address: the first four', each(8, (n) => [String(n), 'a']), [1, 2, 3, 4]],
	['many in all: the first six', each(8, (n) => [String(n), `a${n}`]), [1, 2, 3, 4, 5, 6]],
	[
		'a number about which nothing was done: whoever asks',
		requests(['', 'a'], ['', 'a'], ['', 'b'], ['1', 'c']),
		[1, 2, 3, 4],
	],
	[
		'what was refused: it keeps out nobody else',
		requests(['1', 'a'], ['2', 'a'], ['3', 'a'], ['4', 'a'], ['5', 'a'], ['5', 'b'], ['6', 'c']),
		[1, 2, 3, 4, 6, 7],
	],
])('of %s are passed on', (_, all, passed) => {
	const found = passedOf([...all].reverse()).reverse();
	expect(all.filter((__, at) => found[at]).map(({ id }) => id)).toEqual(passed);
});

it('a request that is not in the list is not passed on, and a number without a limit has no limit', () => {
	expect(isPassedOn(9, requests(['1', 'a']), limits)).toBe(false);
	const all = each(4, (n) => ['1', `a${n}`]);
	expect(passedOf(all, { perNumber: undefined })).toEqual([true, true, true, true]);
});
