import { parseList, type PlatformRecord } from './answer';
import { referenceOfGift } from './ledger';
import { operatorCodesIn, remainingIn, servicesIn } from './pools';
import { finding, unseen, type Finding, type Probe, type SeenAnswer } from './setup';

/** What reads of gifting gave. */
interface GiftProbes {
	/** The list of services. */
	gifting: Probe;
	/** The gifts of services, up to the first one that has any. */
	gifts: [serviceKey: string, Probe][];
	/** The data pools by service and operator. */
	pools: [place: string, Probe][];
	/** The platform's time, in Unix milliseconds. */
	now: number;
}

/** So many service keys are named. */
const maxListed = 20;

/** What a merchant must know of gifts, services and data pools. */
export function giftFindings(probes: GiftProbes): Finding[] {
	return [referencesFinding(probes), servicesFinding(probes), poolsFinding(probes)];
}

function referencesFinding({ gifting, gifts }: GiftProbes): Finding {
	const check = 'Gift References';
	const lists = listsIn(gifts);
	if (lists.length === 0) return missing(check, gifting, gifts);
	const [key, records] = lists.find(([, found]) => found.length > 0) ?? ['', []];
	if (records.length === 0) {
		return finding(check, 'warning', {
			seen: `no gift of ${lists.map(([one]) => one).join(', ')}`,
			meaning: 'Whether gifts show their client references is not known.',
			advice: 'Give one gift, and run this again before you rely on Duplicates: Skip.',
		});
	}
	const shown = records.filter((record) => referenceOfGift(record) !== undefined).length;
	const seen = `${shown} of ${records.length} gifts of ${key} show one`;
	if (shown > 0) {
		return finding(check, 'ok', {
			seen,
			meaning: 'Duplicates: Skip is safe, and a gift without a response is found by its reference.',
		});
	}
	return finding(check, 'warning', {
		seen,
		meaning:
			'Duplicates: Skip refuses to start, and a gift without a response ends as outcome unknown.',
		advice:
			'Ask your operator to show clientId in the list of data transactions. Until then, keep your own list of gifts.',
	});
}

function servicesFinding({ gifting }: GiftProbes): Finding {
	const check = 'Services';
	const records = 'answer' in gifting ? parseList(gifting.answer)?.records : undefined;
	if (!records) return missing(check, gifting, []);
	const keys = servicesIn(records).map(({ serviceKey }) => serviceKey);
	const more = keys.length > maxListed ? ', …' : '';
	if (keys.length > 0) {
		return finding(check, 'ok', {
			seen: `${keys.length}: ${keys.slice(0, maxListed).join(', ')}${more}`,
			meaning: 'The Service dropdown shows them.',
		});
	}
	return finding(check, 'warning', {
		seen: records.length > 0 ? 'services without a service key' : 'no service',
		meaning: 'The Service dropdown stays empty.',
		advice: 'Type the service key. Ask your operator which services the account has.',
	});
}

function poolsFinding({ gifting, pools, now }: GiftProbes): Finding {
	const check = 'Data Pools';
	const read = listsIn(pools).filter(([, records]) => records.length > 0);
	if (read.length === 0) return missing(check, gifting, pools);
	const left = read.map(([place, records]) => ({ place, amount: remainingIn(records, now) }));
	const words = left.map(
		({ place, amount }) => `${place}: ${amount?.toLocaleString('en') ?? 'not readable'}`,
	);
	const seen = `left in ${words.join('; ')}`;
	return left.every(({ amount }) => amount !== undefined)
		? finding(check, 'ok', { seen, meaning: 'Check Balance can add them up.' })
		: finding(check, 'warning', {
				seen,
				meaning: "Check Balance refuses lists: a pool doesn't say how much it holds.",
				advice: 'Leave Check Balance off.',
			});
}

/** The finding where no probe gave a list. */
function missing(check: string, gifting: Probe, probes: [string, Probe][]): Finding {
	const failed = [gifting, ...probes.map(([, one]) => one)].find((one) => !('answer' in one));
	if (failed && !('answer' in failed)) return unseen(check, failed);
	return unseen(check, { notChecked: 'gifting shows nothing to check' });
}

function listsIn(probes: [string, Probe][]): [string, PlatformRecord[]][] {
	return probes.flatMap(([name, one]): [string, PlatformRecord[]][] => {
		const list = 'answer' in one ? parseList(one.answer) : undefined;
		return list ? [[name, list.records]] : [];
	});
}

/** The keys of the listed services. */
export function serviceKeysIn(answer: SeenAnswer): string[] {
	return servicesIn(parseList(answer)?.records ?? []).map(({ serviceKey }) => serviceKey);
}

/** Where the listed services may have data pools: at most two operators each. */
export function poolPlacesIn(answer: SeenAnswer): { serviceKey: string; operator: string }[] {
	return (parseList(answer)?.records ?? []).flatMap((record) =>
		servicesIn([record]).flatMap(({ serviceKey }) =>
			operatorCodesIn(record)
				.slice(0, 2)
				.map((operator) => ({ serviceKey, operator })),
		),
	);
}
