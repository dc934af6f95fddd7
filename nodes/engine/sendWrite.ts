import type { PlatformRecord } from '../../platform/records';
import { readRefusal } from '../../platform/refusal';
import { isBlaming } from '../../platform/stateWords';
import { lookUp, type Ask } from './lookUp';
import type { Answer, Ending, PlatformRequest, Trace } from './operation';
import { pause } from './pause';
import { answerOf, fateOfWrite, persist, type Patience, type Try } from './persist';
import { failedWith, PlatformError } from './platformError';
import type { Written } from './written';

/** What a run sends with. */
export interface Sender {
	host: string;
	send(request: PlatformRequest): Promise<Answer>;
	/** Sends a read, patiently. @throws PlatformError or LoginError */
	ask: Ask;
	/** Takes out what must not be shown; only afterwards, because a reference may well hold such words. */
	hide(record: PlatformRecord): PlatformRecord;
	patience: Patience;
	/** Milliseconds between two looks for what may still turn up. */
	settlingTime: number;
}

/** A try of the node that may have been done. */
export interface EarlierTry {
	/** What the item comes to when it was not: somebody else has served the recipient since. */
	servedBesides: Ending | undefined;
}

/**
 * Sends a write so that it is done once (DESIGN.md, “An operation”). It is sent again only when the platform cannot
 * have acted, or when there was no answer and two looks, the second after the settling time, show that it has not.
 *
 * @param earlier the try before this one, when it may have been done
 * @returns the answer, or what was found of a write whose answer was lost
 * @throws PlatformError when it was not done, or nobody can tell; LoginError
 */
export async function sendWrite(
	{ host, send, ask, hide, patience, settlingTime }: Sender,
	trace: Trace,
	item: Written,
	request: PlatformRequest,
	earlier?: EarlierTry,
): Promise<Answer | Ending> {
	let isAbsent = false;
	const look = async (tried?: Try): Promise<Ending | undefined> => {
		let sighting = await lookUp(trace, item, ask);
		if (sighting === 'absent') {
			await pause(settlingTime, patience.signal);
			// Cancelled in the meantime, nobody has waited long enough to know.
			sighting = patience.signal?.aborted ? 'unclear' : await lookUp(trace, item, ask);
		}
		if (sighting === 'unclear') throw lost(host, trace, item, tried);
		isAbsent = sighting === 'absent';
		if (sighting !== 'absent') return confirmed(trace.ending(hide(sighting)));
		// It said that it failed, and did not do it. Whoever reads that decides whether to send it again.
		if (tried?.answer && trace.leavesOpen(tried.answer)) throw notDone(host, tried);
		return undefined;
	};
	const before = earlier && ((await look()) ?? earlier.servedBesides);
	if (before) return before;
	const fateOf = (answer: Answer) => (trace.leavesOpen(answer) ? 'unknown' : fateOfWrite(answer));
	const sent = await persist(() => send(request), patience, look, fateOf);
	if (!('fate' in sent)) return sent;
	if (!isAbsent) return answerOf(sent);
	if (sent.error || sent.fate !== 'answered') throw notDone(host, sent);
	if (trace.isAccepted(sent.answer)) return sent.answer;
	// It may say no because what was sent before has arrived after all.
	const late = await look(sent);
	if (late) return late;
	throw blamesThisOne(sent.answer) ? notDone(host, sent) : lost(host, trace, item, sent);
}

/** Whether an answer refuses what was asked for itself, and not for what was sent before. */
function blamesThisOne({ body }: Answer): boolean {
	const { code, words } = readRefusal(body);
	return isBlaming(code) && !/duplic|already|exist/i.test(`${code} ${words}`);
}

function confirmed(ending: Ending): Ending {
	return {
		...ending,
		records: ending.records.map((record) => ({ ...record, confirmedByLookUp: true })),
	};
}

function lost(host: string, trace: Trace, { params }: Written, tried?: Try): PlatformError {
	const { reference } = trace.referenceOf(params);
	const status = tried?.answer?.status;
	const why = tried ? failureOf(host, tried).message : 'an earlier try was not answered';
	return new PlatformError(
		`Outcome unknown: ${why}, and looking it up did not settle it`,
		`It may or may not have been done. Look at the platform for the reference ${reference} before you send this again.`,
		{ fate: 'unknown', lostReference: reference, status, endsRun: status === 401 },
	);
}

function notDone(host: string, tried: Try): PlatformError {
	return new PlatformError(
		failureOf(host, tried).message,
		'It was looked up by its reference, twice, and the platform had not done it. It can be sent again.',
		// What was sent may still arrive, so that a further try of the node looks again.
		{ fate: 'unknown', status: tried.answer?.status },
	);
}

function failureOf(host: string, { answer, error }: Try): Error {
	return error ?? failedWith(host, answer);
}
