import type { PlatformRecord } from '../../../platform/answer';
import { referenceOfGift } from '../../../platform/ledger';
import { remainingIn, servicesIn } from '../../../platform/pools';
import { recordsIn, type AskedOf, type Facts } from './facts';
import { judged, notChecked, ok, product, warning, type Finding } from './finding';

/** So many service keys are named. */
const maxListed = 20;

/** Whether the account may give data, and which services there are. */
export function gifting(facts: Facts): Finding {
	const records = recordsIn(facts.gifting);
	if (!records) return judged(facts.gifting, (answer) => product(facts, answer));
	const keys = [...new Set(servicesIn(records).map(({ serviceKey }) => serviceKey))];
	if (keys.length > 0) {
		const listed = keys.slice(0, maxListed).join(', ') + (keys.length > maxListed ? ', …' : '');
		return ok(`services (${keys.length}): ${listed}`, 'The Service dropdown shows them.');
	}
	return warning(
		records.length > 0 ? 'services without a service key' : 'no service',
		'The Service dropdown stays empty.',
		'Type the service key. Ask your operator which services the account has.',
	);
}

/** Whether gifts show their client references. */
export function giftReferences({ gifts }: Facts): Finding {
	const lists = listsIn(gifts);
	const [key = '', records] = lists.find(([, found]) => found.length > 0) ?? [];
	if (lists.length === 0) return missing(gifts);
	if (!records) {
		return warning(
			`no gift of ${lists.map(([one]) => one).join(', ')}`,
			'Whether gifts show their client references is not known.',
			'Give one gift, and run this again before you rely on Duplicates: Skip.',
		);
	}
	const shown = records.filter((record) => referenceOfGift(record) !== undefined).length;
	const seen = `${shown} of ${records.length} gifts of ${key} show one`;
	if (shown > 0) {
		return ok(
			seen,
			'Duplicates: Skip is safe, and a gift without a response is found by its reference.',
		);
	}
	return warning(
		seen,
		'Duplicates: Skip refuses to start, and a gift without a response ends as outcome unknown.',
		'Ask your operator to show clientId in the list of data transactions. Until then, keep your own list of gifts.',
	);
}

/** What is left in data pools. */
export function dataPools({ pools, now }: Facts): Finding {
	const left = listsIn(pools)
		.filter(([, records]) => records.length > 0)
		.map(([place, records]) => ({
			place,
			amount: remainingIn(records, now)?.toLocaleString('en'),
		}));
	if (left.length === 0) return missing(pools);
	const words = left.map(({ place, amount = 'not readable' }) => `${place}: ${amount}`);
	const seen = `left in ${words.join('; ')}`;
	if (left.every(({ amount }) => amount)) return ok(seen, 'Check Balance can add them up.');
	const meaning = "Check Balance refuses lists: a pool doesn't say how much it holds.";
	return warning(seen, meaning, 'Leave Check Balance off.');
}

function listsIn(asked: AskedOf): [string, PlatformRecord[]][] {
	return asked.flatMap(([name, one]): [string, PlatformRecord[]][] => {
		const records = recordsIn(one);
		return records ? [[name, records]] : [];
	});
}

/** Where nothing gave a list. */
function missing([first]: AskedOf): Finding {
	const nothing = notChecked('gifting shows nothing to check');
	return first ? judged(first[1], () => nothing) : nothing;
}
