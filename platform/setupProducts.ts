import { recordsFound } from './search';
import {
	codeSaid,
	finding,
	isLetIn,
	unseen,
	type Finding,
	type Probe,
	type SeenAnswer,
} from './setup';

/** What the reads of `reachProbes` gave. */
interface ProductProbes {
	gifting: Probe;
	payments: Probe;
	/** The search that was let in; otherwise the one that logs in as the credential says. */
	searches: Probe;
	/** The search that tells a list from a single record. */
	shape: Probe;
}

/** What a merchant must know of gifting, payments and searches. */
export function productFindings({ gifting, payments, searches, shape }: ProductProbes): Finding[] {
	const products = { Gifting: gifting, Payments: payments, Searches: searches };
	const isUsable = Object.values(products).some((one) => 'answer' in one && isLetIn(one.answer));
	return [
		...Object.entries(products).map(([check, one]) => productFinding(check, one, isUsable)),
		shapeFinding(searches, shape),
	];
}

/** @param isUsable whether the account may use any product */
function productFinding(check: string, probe: Probe, isUsable: boolean): Finding {
	if (!('answer' in probe)) return unseen(check, probe);
	const seen = codeSaid(probe.answer);
	const { status } = probe.answer;
	if (isLetIn(probe.answer)) {
		return finding(check, 'ok', {
			seen,
			meaning: 'The platform lets the account in; the request was only a test.',
		});
	}
	if (status === 401) {
		return finding(check, 'failed', {
			seen,
			meaning: 'The login is refused here, so whether the account may use it is not known.',
			advice: 'See Search Login. Base Address and the identity provider must belong together.',
		});
	}
	if (status === 403) {
		return finding(check, isUsable ? 'warning' : 'failed', {
			seen,
			meaning: 'The account may not use it.',
			advice: 'If you need it, ask your operator to enable it for this account.',
		});
	}
	return finding(check, 'failed', {
		seen,
		meaning: 'The address answers, but not as the platform does.',
		advice: 'Check Base Address in the credential, or run this again later.',
	});
}

/** What a search is answered with; undefined where that doesn't tell. An empty list is a list. */
export function shapeOf(answer: SeenAnswer): 'list' | 'record' | undefined {
	const records = recordsFound(answer);
	if (records && Array.isArray(answer.body)) return 'list';
	return records && records.length > 0 ? 'record' : undefined;
}

function shapeFinding(searches: Probe, shape: Probe): Finding {
	const check = 'Search Answer';
	if (!('answer' in searches)) return unseen(check, searches);
	if (!isLetIn(searches.answer)) return unseen(check, { notChecked: 'needs searches' });
	if (!('answer' in shape)) return unseen(check, shape);
	const found = shapeOf(shape.answer);
	if (found === 'list') {
		return finding(check, 'ok', {
			seen: 'a list',
			meaning: 'Get Many, look-ups of payments and the transaction trigger see every record.',
		});
	}
	if (found === 'record') {
		return finding(check, 'warning', {
			seen: 'a single record',
			meaning:
				"However many records match, one is shown: Get Many misses the others, the transaction trigger doesn't work, and a payment without a response may end as outcome unknown.",
			advice:
				'Narrow filters until only one record can match, and use the Mobile Billing Trigger. Ask your operator for a version that answers with lists.',
		});
	}
	return finding(check, 'warning', {
		seen: `no record of the last 30 days (${codeSaid(shape.answer)})`,
		meaning: 'Whether a search shows a list or a single record is not known.',
		advice: 'Run this again when there is a transaction.',
	});
}
