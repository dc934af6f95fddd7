import { isNothing } from '../platform/answer';
import { onInputError, type InputError } from '../platform/input';
import { isBlank, type ListRecord } from './csv';
import { readDeclared, saidOf, type SaidReading } from './declared';
import { ListReader } from './list';
import { NumberEvidence } from './numberEvidence';
import { proposeSteps, type Proposal } from './proposeReading';
import { mostRows } from './sample';
import { finished, type Steps } from './steps';
import { titleRowsAmong } from './titleRows';

/** The settings that were said of how a list is read. */
export interface Said extends SaidReading {
	/** MB, of rows without an amount. */
	defaultAmount?: number;
	/** Whether numbers that no numbering plan has are read, too. */
	sendAsEntered?: boolean;
	/** The reading that holds where nothing was said. @param header the cells of the first row that isn't blank */
	otherwise?: (header: unknown[]) => SaidReading;
}

/** A list of which the first rows were looked at. */
export interface OpenList {
	/** The cells of the first row that isn't blank. */
	header: unknown[];
	/** The settings that were said, completed by those that hold otherwise. */
	said: SaidReading;
	proposal: Proposal;
	/** Reads the rows as it's proposed; where something is to be asked first, it refuses the list. */
	reader: ListReader;
	/** All from the header on. A workbook shows as it's read where it can't be: InputError. */
	records: Iterable<ListRecord>;
	/** How many rows stand above the header, and aren't read. */
	rowsAbove: number;
}

/** Looks at a list at once (lookAt), and reads its first rows for that. */
export function openList(records: Iterable<ListRecord>, said: Said): OpenList {
	const rest = records[Symbol.iterator]();
	const first: ListRecord[] = [];
	const refusal = onInputError<InputError | undefined>(
		() => {
			// One more for the header.
			while (first.length <= mostRows) {
				const next = rest.next();
				if (next.done) break;
				first.push(next.value);
			}
			return undefined;
		},
		(error) => error,
	);
	const opened = finished(lookAt(first, said));
	if (refusal) opened.reader.refuse(refusal);
	return { ...opened, records: chained(opened.records, rest) };
}

/**
 * Looks at the first rows of a list, and proposes how all of them are read.
 *
 * @returns of its rows only the first ones
 * @throws InputError for what was said and can't be
 */
export function* lookAt(first: ListRecord[], said: Said): Steps<OpenList> {
	const { defaultAmount, sendAsEntered, otherwise } = said;
	const rowsAbove = titleRowsAmong(first);
	yield;
	const records = first.slice(rowsAbove);
	const header = records.find(({ cells }) => !isBlank(cells))?.cells ?? [];
	const heard = { ...saidOf(otherwise?.(header) ?? {}), ...saidOf(said) };
	const declared = { ...readDeclared(heard, header), defaultAmount, sendAsEntered };
	const proposal = yield* proposeSteps(records, declared);
	const evidence = new NumberEvidence(declared);
	const width = usualWidth(records);
	const reader = new ListReader(proposal.reading, proposal.questions, evidence, width);
	return { header, said: heard, proposal, reader, records, rowsAbove };
}

/** So many of the rows have the usual width, or more. */
const usual = 0.1;

/** How many cells rows have, but for a few that have more: a separator that isn't in quotes makes two cells of one. */
function usualWidth(rows: ListRecord[]): number {
	const widths = rows.map(({ cells }) => cells.findLastIndex((cell) => !isNothing(cell)) + 1);
	const sorted = widths.sort((one, other) => other - one);
	return sorted[Math.floor(sorted.length * usual)] ?? 0;
}

function* chained(first: Iterable<ListRecord>, rest: Iterator<ListRecord>): Generator<ListRecord> {
	yield* first;
	for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
}
