import { comparable, isWhole } from '../../platform/ownRecord';
import type { PlatformRecord } from '../../platform/records';
import { withoutRun } from '../../platform/reference';
import { grouped } from './grouped';
import { Held, type Sought } from './held';
import type { Ask } from './lookUp';
import type { Ending, Once, Trace } from './operation';
import { failedWith, PlatformError } from './platformError';
import { Listed } from './repeats';
import { nameOf } from './written';

/** Up to so many numbers are asked for one by one, more of them, or where these tell too little, by one list of everything. */
const shortList = 5;

/**
 * Finds the items that need not be sent: an earlier run served them, or another item of this list is for the same
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
	const services = grouped(items, ([, params]) => trace.referenceOf(params).serviceKey);
	for (const rows of services.values()) {
		const recipients = rows.map(([index, params]): Recipient => {
			const msisdn = trace.referenceOf(params).msisdn ?? '';
			const references = referencesOf(trace, once, params);
			return { index, params, msisdn, references, names: namesOf(trace, params, references) };
		});
		const held = await heldOf(trace, once, recipients, ask);
		for (const [index, ending] of endingsOf(trace, once, recipients, held)) {
			endings.set(index, ending);
		}
	}
	return endings;
}

/**
 * What becomes of the rows of one service that are not sent.
 *
 * @throws PlatformError when what the platform shows may be somebody's or not
 */
function endingsOf(
	trace: Trace,
	once: Once,
	recipients: Recipient[],
	held: Held,
): Map<number, Ending> {
	const endings = new Map<number, Ending>();
	const listed = new Listed();
	// Rows that are alike are looked for once: there may be thousands of them, and as many records of each.
	const alike = grouped(recipients, ({ names }) => JSON.stringify(names));
	const open: Recipient[] = [];
	// First all that were served, wherever they stand: a list may come in another order than in the run that gave.
	for (const those of alike.values()) {
		const [one] = those;
		if (one === undefined) continue;
		const record = recordOf(held, one);
		if (record === undefined) {
			open.push(one);
			continue;
		}
		for (const { index, params } of those) endings.set(index, once.ending(params, record));
		// Not by its own reference: the record may show another one of its references.
		listed.add(one.index, namesOf(trace, one.params, once.otherReferences(one.params)));
	}
	for (const one of open) {
		if (listed.firstOf(one.names) === undefined && held.mayHide(one)) {
			throw cannotTell('It shows only a part of a reference that may be one of these', inFull);
		}
	}
	for (const { index, params, names } of recipients) {
		if (endings.has(index)) continue;
		const first = listed.enter(index, names);
		if (first !== undefined) endings.set(index, once.ending(params, undefined, first));
	}
	return endings;
}

/** What names whom an item is for, by each reference by which a run may serve them. */
export function recipientOf(trace: Trace, once: Once, params: unknown): string[] {
	return namesOf(trace, params, referencesOf(trace, once, params));
}

function namesOf(trace: Trace, params: unknown, references: string[]): string[] {
	const referred = trace.referenceOf(params);
	return [...new Set(references.map((reference) => nameOf({ ...referred, reference })))];
}

function referencesOf(trace: Trace, once: Once, params: unknown): string[] {
	return [withoutRun(trace.referenceOf(params).reference), ...once.otherReferences(params)];
}

interface Recipient extends Sought {
	index: number;
	params: unknown;
	names: string[];
}

/** @throws PlatformError when nobody can tell whose record it is */
function recordOf(held: Held, recipient: Recipient): PlatformRecord | undefined {
	const record = held.find(recipient);
	if (record !== 'anybodys') return record;
	throw cannotTell('It hides the numbers, and this list has one reference for several', inFull);
}

/** What the platform holds of a service. @throws PlatformError when nobody can tell whose references these are */
async function heldOf(trace: Trace, once: Once, recipients: Recipient[], ask: Ask): Promise<Held> {
	const numbers = [...grouped(recipients, ({ msisdn }) => msisdn).values()];
	const wanted = countsOf(
		numbers.flatMap((rows) => [
			...new Set(rows.flatMap(({ references }) => references.map(comparable))),
		]),
	);
	const isShown = (reference: string) => wanted.has(comparable(reference)) || isWhole(reference);
	const showsReferences = (records: PlatformRecord[]) => {
		const shown = records.flatMap((record) => trace.referencesOn(record));
		// Where some show one, a record without is of a gift that had none.
		return records.length === 0 || shown.map(withoutRun).some(isShown);
	};

	if (numbers.length <= shortList) {
		const seen = [];
		for (const [row] of numbers) seen.push(trace.read(await ask(trace.request(row?.params))));
		const isTelling = seen.every((one) => one?.isAll && showsReferences(one.records));
		const records = seen.flatMap((one) => one?.records ?? []);
		if (isTelling) return new Held(trace, records, wanted);
	}
	const answer = await ask(once.requestAll(recipients[0]?.params));
	const seen = trace.read(answer);
	if (seen === undefined) throw cannotTell(failedWith('The platform', answer).message);
	if (!seen.isAll) throw cannotTell('It answers with no list, or not with all of it');
	if (!showsReferences(seen.records)) {
		throw cannotTell('Its records show no whole reference', inFull);
	}
	return new Held(trace, seen.records, wanted);
}

function countsOf(texts: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	return counts;
}

/** What is hidden today will be hidden later. */
const inFull = 'Ask your operator to have references and numbers shown in full';

function cannotTell(why: string, advice = 'Run it again later'): PlatformError {
	return new PlatformError(
		`The platform cannot say who was given already. ${why}`,
		`No gift was sent after this check. ${advice}, or switch off Skip Already Gifted if nobody on the list was given before.`,
	);
}
