import type { ItemResult } from '../../nodes/engine/core/exchange';
import type { PreparedItem } from './lists';
import type { Execution, Model } from './model';

/** n8n stores a canceled execution without waiting for its node. Milliseconds. */
const promptly = 1_000;

/** An item with its reported result. */
interface Report {
	execution: Execution;
	item: PreparedItem;
	result: ItemResult;
	say: (what: string) => void;
}

/** Compares the reports with what the platform did, once nothing is on its way any more. */
export function checkReports(model: Model, isCalm: boolean): void {
	for (const execution of model.executions) {
		const { name, list, canceledAt, endedAt = 0, tries } = execution;
		checkOnce(model, execution);
		if (list.isTooMuch && hasLetters(model, execution)) {
			model.violate(execution, 'something left, and the pool does not cover it');
		}
		if (canceledAt !== undefined && endedAt > canceledAt + promptly) {
			model.violate(execution, `it ended ${endedAt - canceledAt} ms after its cancellation`);
		}
		const results = tries.at(-1) ?? [];
		if (results instanceof Error) {
			if (tries.length === 1) checkRefusedList(model, execution, results, isCalm);
			continue;
		}
		if (tries.length > 0 && results.length !== list.items.length) {
			model.violate(execution, 'results are missing');
		}
		for (const [index, item] of list.items.entries()) {
			const result = results[index];
			if (!result) continue;
			const say = (what: string) => {
				model.violations.push(`${name}: item ${index}, ${nameOf(result)}: ${what}`);
			};
			const report = { execution, item, result, say };
			checkPairing(report);
			if (list.operation.effect !== 'read') checkAgainstActs(model, report, results);
			if (isCalm) checkCalm(report, model.executions.length > 1);
		}
	}
}

function checkOnce(model: Model, execution: Execution): void {
	const { isOnceForAll, items } = execution.list;
	for (const key of new Set(items.map(({ recipient }) => recipient))) {
		const actors = new Set(model.recipients.get(key)?.acts);
		const own = isOnceForAll
			? [...actors]
			: [...actors].filter((one) => one.execution === execution);
		if (own.length > 1) model.violate(execution, `doubled: ${key} was served ${own.length} times`);
	}
}

function checkPairing({ item: { expected, msisdn }, result, say }: Report): void {
	const isBadInput = result.kind === 'notSent' && result.reason === 'badInput';
	if (expected === 'badInput' && !isBadInput) say('it is a bad input');
	const shown = 'result' in result ? result.result.records[0]?.msisdn : undefined;
	if (shown !== undefined && msisdn !== shown) say(`it shows ${String(shown)}`);
}

/** Without faults all is given that can be given. */
function checkCalm({ execution, item, result, say }: Report, hasOthers: boolean): void {
	const { list, plan } = execution;
	if (result.kind === 'notSent' && !plan.continueOnFail) return;
	// A PIN that was used up in an earlier execution is refused in the next.
	const isUsedUp = list.operation.effect === 'unrepeatable' && hasOthers;
	const isFine = result.kind === 'done' || result.kind === 'skipped' || isUsedUp;
	if (item.expected === 'done' && !isFine) say('nothing went wrong');
	if (item.expected === 'refused' && result.kind !== 'refused') say('it must be refused');
}

function checkAgainstActs(model: Model, report: Report, results: ItemResult[]): void {
	const { execution, item, result, say } = report;
	const { list } = execution;
	const key = item.recipient;
	const { acts, letters } = model.recipients.get(key) ?? { acts: [], letters: [] };
	const isOwn = acts.some((one) => one.execution === execution);
	// The answer to the last letter named a transaction and nothing else.
	const last = letters.at(-1);
	const isAlone = list.items.filter(({ recipient }) => recipient === key).length === 1;
	const isNamed = isAlone && last?.execution === execution && last.isNamed;
	if (result.kind === 'done' || result.kind === 'skipped') {
		const isServed = result.kind === 'done' && list.isOwnEach ? isOwn : acts.length > 0;
		if (!isServed) say('lost: the platform did nothing');
		const isProved = result.result.ownFields?.confirmedByLookUp === true;
		if (isProved && list.isMixedCase && !model.isExact) say('a similar record is no proof');
	} else if (isInDoubt(result)) {
		const { withReference } = list.operation.reconcile ?? {};
		const isKnown = isKnowable(model, execution);
		if (withReference && !('reference' in result && result.reference)) say('nothing to look for');
		// If references are shown in another form, an earlier one can be similar.
		if (letters.length === 0 && model.isExact && !item.hasOtherCase) say('nothing has left');
		if (isNamed && isKnown && !('transactionId' in result && result.transactionId)) {
			say('the ID is missing');
		}
		const isOpen = item.hasOtherCase === true || letters.some((one) => one.isNamed);
		if (isKnown && !isOpen) say('it is knowable');
	} else if (isNamed && acts.length === 0 && result.kind !== 'notSent') {
		say('the platform named a transaction');
	} else if (isOwn) {
		// Another item of the list may have served the same recipient.
		const others = results.filter((_, other) => list.items[other]?.recipient === key);
		if (others.some((one) => one.kind === 'done' || isInDoubt(one))) return;
		say('misreported: it was done');
	}
}

/** A write is in doubt only where its look-ups are disturbed; a PIN, which can't be looked up, after any fault. */
function isKnowable(model: Model, { list, name, signal }: Execution): boolean {
	const { struck, executions, isLoginDisturbed, isExact } = model;
	if (list.operation.effect === 'write') {
		return isExact && !signal.aborted && !struck.has(`read ${name}`) && !isLoginDisturbed;
	}
	return struck.size === 0 && !executions.some((one) => one.signal.aborted);
}

function checkRefusedList(model: Model, execution: Execution, error: Error, isCalm: boolean): void {
	const { isTooMuch, items } = execution.list;
	if (hasLetters(model, execution)) {
		model.violate(execution, 'it was refused as a whole, and something left');
	}
	if (!isCalm || isTooMuch || items.some(({ expected }) => expected === 'either')) return;
	model.violate(execution, `it was refused as a whole: ${String(error.stack)}`);
}

function hasLetters({ recipients }: Model, execution: Execution): boolean {
	return [...recipients.values()].some(({ letters }) =>
		letters.some((one) => one.execution === execution),
	);
}

function isInDoubt(result: ItemResult): boolean {
	return result.kind === 'failed' && result.certainty === 'inDoubt';
}

function nameOf(result: ItemResult): string {
	const { kind } = result;
	if (kind === 'notSent') return `${kind} ${result.reason}`;
	const certainty = kind === 'failed' ? ` ${result.certainty}` : '';
	return 'error' in result ? `${kind}${certainty}: ${result.error.message}` : kind;
}
