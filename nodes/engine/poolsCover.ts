import { isSuccess } from '../../platform/fate';
import { remainingIn } from '../../platform/poolCover';
import { listOf, type PlatformRecord } from '../../platform/records';
import { operatorCodesIn, servicesIn } from '../../platform/serviceList';
import type { Ask } from './lookUp';
import type { Cover, PlatformRequest } from './operation';
import { failedWith, PlatformError } from './platformError';

/** What a service's pools must give: in all, and at the operators that are known. MB. */
interface Need {
	total: number;
	byOperator: Map<string, { amount: number; firstItem: number }>;
	/** Whether an item's operator is not known. */
	hasOthers: boolean;
}

/**
 * Refuses the whole list, before anything is given, when the data pools cannot cover it. A number whose operator
 * nobody named may be anybody's: those are held against all pools of the service together.
 *
 * @param items parameters, by item index, of the items that will be sent and ask for it
 * @throws PlatformError that says by how much it is too little, or why that cannot be told
 */
export async function ensurePoolsCover(
	cover: Cover,
	items: Map<number, unknown>,
	ask: Ask,
): Promise<void> {
	for (const [serviceKey, need] of needsOf(cover, items)) {
		const operators = await operatorsOf(cover, serviceKey, need, ask);
		let remaining = 0;
		for (const operator of operators) {
			const own = need.byOperator.get(operator);
			const named = own && `Item ${own.firstItem} of the input names ${operator}.`;
			const pools = await recordsIn(ask, cover.pools(serviceKey, operator), named);
			const here = remainingIn(pools, Date.now());
			if (here === undefined)
				throw cannotTell(`The pools at ${operator} do not say what they hold`);
			refuseWhenShort(`${serviceKey} at ${operator}`, own?.amount ?? 0, here);
			remaining += here;
		}
		refuseWhenShort(serviceKey, need.total, remaining);
	}
}

function needsOf(cover: Cover, items: Map<number, unknown>): Map<string, Need> {
	const needs = new Map<string, Need>();
	for (const [itemIndex, params] of items) {
		const { serviceKey, amount, operator } = cover.needOf(params);
		const none: Need = { total: 0, byOperator: new Map(), hasOthers: false };
		const need = needs.get(serviceKey) ?? none;
		need.total += amount;
		if (operator === undefined) need.hasOthers = true;
		else {
			const { amount: before = 0, firstItem = itemIndex } = need.byOperator.get(operator) ?? {};
			need.byOperator.set(operator, { amount: before + amount, firstItem });
		}
		needs.set(serviceKey, need);
	}
	return needs;
}

/** The operators whose pools are counted: those the list names when it names all, else all of the service's. */
async function operatorsOf(
	cover: Cover,
	serviceKey: string,
	{ byOperator, hasOthers }: Need,
	ask: Ask,
): Promise<string[]> {
	if (!hasOthers) return [...byOperator.keys()];
	const services = await recordsIn(ask, cover.services);
	const own = services.filter((record) => servicesIn([record])[0]?.serviceKey === serviceKey);
	const listed = operatorCodesIn(own);
	if (listed.length === 0) {
		throw cannotTell(
			`The platform does not list the operators of ${serviceKey}: fill in Operator Code`,
		);
	}
	return [...new Set([...listed, ...byOperator.keys()])];
}

/** @param named says in an error why it was asked */
async function recordsIn(
	ask: Ask,
	request: PlatformRequest,
	named?: string,
): Promise<PlatformRecord[]> {
	const answer = await ask(request);
	const records = isSuccess(answer.status) ? listOf(answer.body) : undefined;
	if (records === undefined) {
		const { message } = failedWith('The platform', answer);
		throw cannotTell(named ? `${message}. ${named}` : message);
	}
	return records;
}

function refuseWhenShort(pools: string, needed: number, remaining: number): void {
	const short = inThousandths(needed - remaining);
	if (short <= 0) return;
	const [needs, has] = [needed, remaining].map(inThousandths);
	throw new PlatformError(
		`The data pools of ${pools} hold ${has} MB, and this list needs ${needs} MB: ${short} MB too little`,
		'No gift was sent after this check. Shorten the list, lower the amounts, or ask your operator for more data.',
	);
}

/** Sums of fractions are off by a hair, which must neither be shown nor decide. */
function inThousandths(amount: number): number {
	return Math.round(amount * 1000) / 1000;
}

function cannotTell(why: string): PlatformError {
	return new PlatformError(
		`Whether the data pools cover this list cannot be told. ${why}`,
		'No gift was sent after this check. Mend what it names, or switch off Check Balance First.',
	);
}
