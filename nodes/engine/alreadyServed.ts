import { comparable, isWhole } from '../../platform/ownRecord';
import type { PlatformRecord } from '../../platform/records';
import { withoutRun } from '../../platform/reference';
import { grouped } from './grouped';
import { Held } from './held';
import type { Ask } from './lookUp';
import type { Ending, Once, Trace } from './operation';
import { failedWith, PlatformError } from './platformError';
import { repeatsIn } from './repeats';
import { nameOf } from './written';

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
	const left = () => [...items].filter(([index]) => !endings.has(index));
	const leaveRepeatsOut = (namesIn: (params: unknown) => string[]) => {
		for (const [index, first] of repeatsIn(left(), namesIn)) {
			endings.set(index, once.ending(items.get(index), undefined, first));
		}
	};
	leaveRepeatsOut((params) => namesOf(trace, params, once.otherReferences(params)));
	const services = grouped(left(), ([, params]) => trace.referenceOf(params).serviceKey);
	for (const recipients of services.values()) {
		const wanted = recipients.map(([index, params]) => ({
			index,
			params,
			msisdn: trace.referenceOf(params).msisdn ?? '',
			names: referencesOf(trace, once, params),
		}));
		const held = await heldOf(trace, once, wanted, ask);
		for (const { index, params, msisdn, names } of wanted) {
			const record = held.find(names, msisdn);
			if (record === 'anybodys') {
				throw cannotTell('It hides the numbers, and this list has one reference for several');
			}
			if (record) endings.set(index, once.ending(params, record));
			else if (held.mayHide(names, msisdn)) {
				throw cannotTell('It shows only a part of a reference that may be one of these');
			}
		}
	}
	// A typed reference that two rows share is one gift, as in two runs, if neither was given.
	leaveRepeatsOut((params) => recipientOf(trace, once, params));
	return endings;
}

/** What names whom an item is for, by each reference by which a run may serve them. */
export function recipientOf(trace: Trace, once: Once, params: unknown): string[] {
	return [...new Set(namesOf(trace, params, referencesOf(trace, once, params)))];
}

function namesOf(trace: Trace, params: unknown, references: string[]): string[] {
	const referred = trace.referenceOf(params);
	return references.map((reference) => nameOf({ ...referred, reference }));
}

function referencesOf(trace: Trace, once: Once, params: unknown): string[] {
	return [withoutRun(trace.referenceOf(params).reference), ...once.otherReferences(params)];
}

interface Recipient {
	params: unknown;
	/** The references by which an earlier run may have served the recipient. */
	names: string[];
}

/** What the platform holds of a service. @throws PlatformError when nobody can tell whose references these are */
async function heldOf(trace: Trace, once: Once, recipients: Recipient[], ask: Ask): Promise<Held> {
	const [first] = recipients;
	const wanted = countsOf(recipients.flatMap(({ names }) => [...new Set(names.map(comparable))]));
	const isShown = (reference: string) => wanted.has(comparable(reference)) || isWhole(reference);
	const showsReferences = (records: PlatformRecord[]) => {
		const shown = records.flatMap((record) => trace.referencesOn(record));
		// Where some show one, a record without is of a gift that had none.
		return records.length === 0 || shown.map(withoutRun).some(isShown);
	};

	if (recipients.length <= shortList) {
		const seen = [];
		for (const { params } of recipients) seen.push(trace.read(await ask(trace.request(params))));
		const isTelling = seen.every((one) => one?.isAll && showsReferences(one.records));
		const records = seen.flatMap((one) => one?.records ?? []);
		if (isTelling) return new Held(trace, records, wanted);
	}
	const answer = await ask(once.requestAll(first?.params));
	const seen = trace.read(answer);
	if (seen === undefined) throw cannotTell(failedWith('The platform', answer).message);
	if (!seen.isAll) throw cannotTell('It answers with no list, or not with all of it');
	if (!showsReferences(seen.records)) throw cannotTell('Its records show no whole reference');
	return new Held(trace, seen.records, wanted);
}

function countsOf(texts: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	return counts;
}

function cannotTell(why: string): PlatformError {
	return new PlatformError(
		`The platform cannot say who was given already. ${why}`,
		'No gift was sent after this check. Run it again later, or switch off Skip Already Gifted if nobody on the list was given before.',
	);
}
