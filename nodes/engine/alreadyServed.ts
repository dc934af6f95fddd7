import type { PlatformRecord } from '../../platform/records';
import { isOfAnother, isWhole, withoutRun } from '../../platform/reference';
import { grouped } from './grouped';
import type { Ask } from './lookUp';
import type { Ending, Once, PlatformRequest, Trace } from './operation';
import { failedWith, PlatformError } from './platformError';
import { repeatsIn } from './repeats';

/** Up to so many numbers are asked for one by one, more of them, or where these tell too little, by one list of everything. */
const shortList = 5;

/**
 * Finds the items that need not be sent: an earlier run served them, or an earlier item of this list is for the same
 * one. Everything is read before anything is sent.
 *
 * @param items parameters by item index, of those that are to be left alone when they were served
 * @returns what becomes of those items, by item index
 * @throws PlatformError when the platform cannot say whom it has served
 */
export async function alreadyServed(
	trace: Trace,
	once: Once,
	items: Map<number, unknown>,
	ask: Ask,
): Promise<Map<number, Ending>> {
	const endings = new Map<number, Ending>();
	const recipientOf = (params: unknown) => {
		const { serviceKey, msisdn = '' } = trace.referenceOf(params);
		return [serviceKey, msisdn, ...once.otherReferences(params)].join(' ');
	};
	const repeats = repeatsIn(items, recipientOf);
	for (const [index, first] of repeats) {
		endings.set(index, once.ending(items.get(index), undefined, first));
	}
	const firsts = [...items].filter(([index]) => !repeats.has(index));
	const services = grouped(firsts, ([, params]) => trace.referenceOf(params).serviceKey);
	for (const recipients of services.values()) {
		const asked = recipients.map(([, params]) => params);
		const records = await recordsFor(trace, once, asked, ask);
		for (const [index, params] of recipients) {
			const record = recordOf(records, trace, once, params);
			if (record) endings.set(index, once.ending(params, record));
		}
	}
	return endings;
}

function recordOf(
	records: Map<string, PlatformRecord[]>,
	trace: Trace,
	once: Once,
	params: unknown,
): PlatformRecord | undefined {
	const { reference, msisdn } = trace.referenceOf(params);
	return [withoutRun(reference), ...once.otherReferences(params)]
		.flatMap((name) => records.get(name) ?? [])
		.find((record) => !isOfAnother(record, msisdn));
}

/** What the platform holds, by reference. @throws PlatformError when nobody can tell whose references these are */
async function recordsFor(
	trace: Trace,
	once: Once,
	recipients: unknown[],
	ask: Ask,
): Promise<Map<string, PlatformRecord[]>> {
	const held = async (request: PlatformRequest) => {
		const answer = await ask(request);
		const seen = trace.read(answer);
		if (seen === undefined) throw cannotTell(failedWith('The platform', answer).message);
		return seen.records;
	};
	const byName = (records: PlatformRecord[]) =>
		grouped(records, (record) => withoutRun(trace.referenceOn(record)));
	// Where some are whole, one without is of a gift that had none.
	const isClear = (records: PlatformRecord[]) =>
		records.length === 0 || records.some((record) => isWhole(trace.referenceOn(record)));

	const [first] = recipients;
	if (recipients.length <= shortList) {
		const answers: PlatformRecord[][] = [];
		for (const one of recipients) answers.push(await held(trace.request(one)));
		if (answers.every(isClear)) return byName(answers.flat());
	}
	const records = await held(once.requestAll(first));
	if (!isClear(records)) throw cannotTell('Its records show no whole reference');
	return byName(records);
}

function cannotTell(why: string): PlatformError {
	return new PlatformError(
		`The platform cannot say who was given already. ${why}`,
		'Nothing was sent. Run it again later, or switch off Skip Already Gifted if nobody on the list was given before.',
	);
}
