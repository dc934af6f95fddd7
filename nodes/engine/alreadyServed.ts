import type { PlatformRecord } from '../../platform/records';
import { isOfAnother, referenceOn, withoutRun } from '../../platform/reference';
import { grouped } from './grouped';
import type { Ask } from './lookUp';
import type { Ending, Once, Trace } from './operation';
import { failedWith, PlatformError } from './platformError';
import { repeatsIn } from './repeats';

/** Up to so many numbers are asked for one by one, more of them by one list of everything. */
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

/** What the platform holds, by reference. */
async function recordsFor(
	trace: Trace,
	once: Once,
	recipients: unknown[],
	ask: Ask,
): Promise<Map<string, PlatformRecord[]>> {
	const [first] = recipients;
	const requests =
		recipients.length > shortList
			? [once.requestAll(first)]
			: recipients.map((one) => trace.request(one));
	const records: PlatformRecord[] = [];
	for (const request of requests) {
		const answer = await ask(request);
		const seen = trace.read(answer);
		if (seen === undefined) throw cannotTell(failedWith('The platform', answer).message);
		for (const record of seen.records) records.push(record);
	}
	return grouped(records, (record) => {
		const reference = referenceOn(record);
		if (reference === undefined) throw cannotTell('Its records show no reference');
		return withoutRun(reference);
	});
}

function cannotTell(why: string): PlatformError {
	return new PlatformError(
		`The platform cannot say who was given already. ${why}`,
		'Nothing was sent. Run it again later, or switch off Skip Already Gifted if nobody on the list was given before.',
	);
}
