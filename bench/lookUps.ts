import axios from 'axios';
import { GiftingPlatform } from './giftingHost';
import { giftCall, giftOf, msisdnOf, serviceKey } from './giftingWorkflows';
import { medianOf } from './median';

/** How long the sandbox takes to find the gifts of a number. */
export interface LookUpLine {
	/** Gifts that it holds. */
	gifts: number;
	/** The median of the look-ups, in milliseconds. */
	milliseconds: number;
	/** Against the fewest gifts: the median of what each look-up was of its neighbor. */
	growth: number;
}

/** Looks one number up in turns on sandboxes that hold so many gifts, so that noise strikes all. */
export async function lookUpsOf(sizes: number[], times: number): Promise<LookUpLine[]> {
	const shelves: Shelf[] = [];
	try {
		for (const gifts of sizes) {
			const gifting = await GiftingPlatform.start();
			shelves.push({ gifts, gifting, taken: [] });
			await fill(gifting, gifts);
		}
		for (let n = 0; n < times; n += 1) {
			for (const { gifts, gifting, taken } of shelves) {
				taken.push(await lookedUp(gifting, msisdnOf((n * 997) % gifts)));
			}
		}
		const [fewest] = shelves;
		return shelves.map(({ gifts, taken }) => ({
			gifts,
			milliseconds: medianOf(taken),
			growth: medianOf(taken.map((one, n) => one / (fewest?.taken[n] ?? NaN))),
		}));
	} finally {
		await Promise.all(shelves.map(({ gifting }) => gifting.sandbox.close()));
	}
}

/** A sandbox with so many gifts, and how long each look-up took there. */
interface Shelf {
	gifts: number;
	gifting: GiftingPlatform;
	taken: number[];
}

/** One gift for each number: the first is given, the others are copies in the ledger. */
async function fill({ platform, sandbox }: GiftingPlatform, gifts: number): Promise<void> {
	const { url, headers } = giftCall(platform);
	await axios.post(url, giftOf(msisdnOf(0), 1), { headers, proxy: false });
	const { ledger } = sandbox.world;
	const [given] = ledger.entries;
	if (!given?.gift) throw new Error('The first gift is not in the ledger');
	for (let n = 1; n < gifts; n += 1) {
		ledger.add({ ...given, gift: { ...given.gift, msisdn: msisdnOf(n) } });
	}
}

async function lookedUp({ platform }: GiftingPlatform, msisdn: string): Promise<number> {
	const { url, token } = platform;
	const began = performance.now();
	const { data } = await axios.get<unknown[]>(`${url}/datagifting/v1/transaction`, {
		params: { serviceKey, msisdn },
		headers: { Authorization: `Bearer ${token}` },
		proxy: false,
	});
	const milliseconds = performance.now() - began;
	if (data.length !== 1) throw new Error(`${data.length} gifts of ${msisdn} were found`);
	return milliseconds;
}
