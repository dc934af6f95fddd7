import type { GiveResult, Trouble } from '../../campaign/giving';
import { LoginError } from '../../platform/token';
import type { ItemResult } from '../engine/core/exchange';
import { LateError, PlatformError } from '../engine/core/request/errors';

/** The results of a campaign's rows in a step. A row that was turned away is no trouble while the platform answers others. */
export function giveResultsOf(results: ItemResult[]): GiveResult[] {
	const all = results.map((result) => [result, giveResultOf(result)] as const);
	const isAnswering = all.some(([, { kind }]) => kind === 'given' || kind === 'refused');
	return all.map(([item, result]) => {
		return isAnswering && isTurnedAway(item, result) ? { kind: 'notSent' } : result;
	});
}

/** Whether the platform turned the row itself away; a stopped list isn't asked for. */
function isTurnedAway(item: ItemResult, result: GiveResult): boolean {
	if (result.kind !== 'notSent' || result.trouble?.needsPerson) return false;
	return item.kind !== 'notSent' || item.error instanceof LateError;
}

/** The result of a campaign's row by that of its item. */
export function giveResultOf(result: ItemResult): GiveResult {
	if (result.kind === 'done' || result.kind === 'skipped') return { kind: 'given' };
	const { error } = result;
	const trouble = troubleOf(error);
	if (result.kind === 'notSent' && result.reason !== 'badInput') {
		if (error instanceof LateError) return { kind: 'notSent', trouble: shortTroubleOf(error) };
		return result.reason === 'canceled' ? { kind: 'notSent' } : { kind: 'notSent', trouble };
	}
	if (result.kind === 'failed') {
		const isInDoubt = result.certainty !== 'notProcessed';
		return isInDoubt ? { kind: 'inDoubt', reason: error.message } : { kind: 'notSent', trouble };
	}
	// An answered row isn't in doubt: a row whose answer can't be read would be sent again forever.
	const mayArrive = result.kind === 'refused' && result.lookUpFirst && !result.isAnswered;
	if (mayArrive) return { kind: 'inDoubt', reason: error.message };
	const isForAll = error instanceof PlatformError && [401, 429].includes(error.status ?? 0);
	return isForAll ? { kind: 'notSent', trouble } : { kind: 'refused', reason: error.message };
}

/** Why rows were turned away until their step was over; undefined where there was only no time. */
function shortTroubleOf({ turnedAway }: LateError): Trouble | undefined {
	return turnedAway && { ...troubleOf(turnedAway), isShort: true };
}

/** Why nothing could be asked or sent. Refused logins may lock the account, so they need a person; a refused token may only have expired early. */
export function troubleOf({ message, cause }: Error): Trouble {
	const needsPerson = cause instanceof LoginError && cause.isRefusal;
	return needsPerson ? { message: cause.message, needsPerson } : { message };
}
