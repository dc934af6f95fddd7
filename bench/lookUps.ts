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
	/** Against the fewest gifts: the median of what each look-up was of the one beside it. */
	growth: number;
}

/** Looks one number up in turns on sandboxes that hold so many gifts, so that noise strikes all. */
export async function lookUpsOf(sizes: number[], times: number): Promise<LookUpLine[]> {
	const platforms: GiftingPlatform[] = [];
	try {
		for (const size of sizes) platforms.push(await holding(size));
		const taken = sizes.map((): number[] => []);
		for (let n = 0; n < times; n += 1) {
			for (const [which, size] of sizes.entries()) {
				const msisdn = msisdnOf((n * 997) % size);
				taken[which]?.push(await lookedUp(platforms[which], msisdn));
			}
		}
		return sizes.map((gifts, which) => {
			const own = taken[which] ?? [];
			const growths = own.map((one, n) => one / (taken[0]?.[n] ?? NaN));
			return { gifts, milliseconds: medianOf(own), growth: medianOf(growths) };
		});
	} finally {
		await Promise.all(platforms.map(({ sandbox }) => sandbox.close()));
	}
}

/** A sandbox with so many gifts, one for each number: the first is given, the others are copies in its ledger. */
async function holding(gifts: number): Promise<GiftingPlatform> {
	const gifting = await GiftingPlatform.start();
	const { url, headers } = giftCall(gifting.platform);
	await axios.post(url, giftOf(msisdnOf(0), 1), { headers, proxy: false });
	const { ledger } = gifting.sandbox.world;
	const [given] = ledger.entries;
	if (!given?.gift) throw new Error('The first gift is not in the ledger');
	for (let n = 1; n < gifts; n += 1) {
		ledger.add({ ...given, gift: { ...given.gift, msisdn: msisdnOf(n) } });
	}
	return gifting;
}

async function lookedUp(gifting: GiftingPlatform | undefined, msisdn: string): Promise<number> {
	if (!gifting) throw new Error('No such sandbox');
	const { url, token } = gifting.platform;
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
