import { totalsOf } from './totals';
import { InputError } from '../platform/input';
import { phrase, phraseOf, texts } from '../platform/say';
import { unapproved } from './draft';
import { atOnce } from './piece';
import { leftOutByReason, maxShown, type Check } from './check';
import { endOfQuiet } from './quietHours';
import { GiftCounter } from './recentGifts';
import { marks, plus, Results } from './results';
import { pieceSeal, contentHash, listHashOf } from './seal';
import { sortRows, type RowGroup, type SortInput } from './sortRows';
import { addTo, noRows } from '../lists/phoneCounter';
import type { Turns } from '../lists/turns';
import type { Campaign, LeftOut, Piece, Row, Settings, StoredList } from './types';

export interface PlanInput extends SortInput {
	/** How it was read. */
	list: Check['list'];
	keys: Pick<Campaign, 'planId' | 'viewKey' | 'controlKey'>;
	/** Unix milliseconds. */
	now: number;
	/** So many rows fill a piece. */
	pieceRows?: number;
}

/** The rows to insert: the campaign last, so that an insert that broke off is no campaign. */
interface Plan {
	/** Without its check: what the platform and the other campaigns tell is missing. */
	campaign: Omit<Campaign, 'id'>;
	pieces: Omit<Piece, 'id'>[];
	lists: StoredList[];
	leftOut: LeftOut[];
	/** Besides what the platform and the other campaigns tell. */
	check: Found & Pick<Check, 'list' | 'alwaysQuiet' | 'leftOut'>;
}

/**
 * Cuts a list into pieces, in one pass, so that other work gets its turn.
 * @throws InputError when an opt-out can't be read
 */
export function* planInTurns(input: PlanInput): Turns<Plan> {
	const { settings, list, givenBefore, keys, now, pieceRows = 1000 } = input;
	const { planId } = keys;
	const { groups, leftOut } = yield* sortRows(input);
	const alwaysQuiet = alwaysQuietIn(groups, settings, now);
	const pieces: Plan['pieces'] = [];
	const lists: Plan['lists'] = [];
	const contents: string[] = [];
	const findings = new PlanFindings(input);
	for (const group of groups) {
		const { rows: all } = group;
		for (let begin = 0; begin < all.length; begin += pieceRows) {
			const rows = all.slice(begin, begin + pieceRows);
			const number = lists.length + 1;
			const piece = pieceOf({ ...group, rows }, number, findings.toGive, givenBefore);
			const stored = { planId, number, list: JSON.stringify(rows) };
			pieces.push({ planId, ...piece });
			lists.push(stored);
			contents.push(contentHash({ ...piece, list: stored.list }));
			findings.add(rows);
			yield;
		}
		// They're in memory twice otherwise.
		group.rows = [];
	}
	const listHash = listHashOf(contents);
	for (const [n, piece] of pieces.entries()) piece.seal = pieceSeal(listHash, contents[n] ?? '');
	const byReason = yield* leftOutByReason(leftOut);
	yield* leftOutLists(leftOut, input, lists);
	const check = { list, ...findings.found, alwaysQuiet, leftOut: byReason };
	return { campaign: campaignOf(input, pieces, listHash, leftOut), pieces, lists, leftOut, check };
}

function campaignOf(
	{ settings, keys, now }: PlanInput,
	pieces: Plan['pieces'],
	listHash: string,
	leftOut: LeftOut[],
): Plan['campaign'] {
	return {
		...unapproved,
		...settings,
		status: 'planned',
		listHash,
		...keys,
		pieces: pieces.length,
		leftOut: leftOut.length,
		check: '',
		rows: pieces.reduce((sum, { rows }) => sum + rows, 0),
		megabytes: pieces.reduce((sum, { megabytes }) => plus(sum, megabytes), 0),
		totals: JSON.stringify(totalsOf(pieces)),
		plannedAt: new Date(now).toISOString(),
	};
}

/** The error of a plan in which nobody would get anything. */
export function emptyError({ campaign, leftOut }: Plan): InputError | undefined {
	if (campaign.rows > 0) return undefined;
	const [first] = leftOut;
	if (!first) return new InputError('The list has no rows', 'Fill in the rows below the header.');
	const own = phraseOf(first.reason);
	const reason = first.row > 0 ? phrase`Row ${first.row}: ${own}` : own;
	const why = phrase`No row of the list can be given. ${reason}`;
	const nextStep = texts('Change the list or its settings, and plan it again.');
	return new InputError(why, first.nextStep || nextStep);
}

/** Adds the rows that were left out, for the CSV. */
function* leftOutLists(
	leftOut: LeftOut[],
	{ keys, pieceRows = 1000 }: PlanInput,
	lists: StoredList[],
): Turns<void> {
	for (let at = 0; at < leftOut.length; at += pieceRows) {
		const list = JSON.stringify(leftOut.slice(at, at + pieceRows));
		lists.push({ planId: keys.planId, number: 0 - at / pieceRows, list });
		yield;
	}
}

function pieceOf(
	{ place, operator, rows }: RowGroup,
	number: number,
	megabytesBefore: number,
	givenBefore: ReadonlySet<string>,
): Omit<Piece, 'id' | 'planId'> {
	const results = rows.map(({ phone }) =>
		givenBefore.has(phone) ? marks.givenBefore : marks.notSent,
	);
	const stored = { results: results.join(''), reasons: '{}', doubts: '{}', dates: '{}' };
	const columns = new Results(stored).columns(rows);
	return {
		number,
		place,
		operator,
		megabytesBefore,
		seal: '',
		rows: rows.length,
		megabytes: rows.reduce((sum, { megabytes }) => plus(sum, megabytes), 0),
		dueAt: atOnce,
		stamp: 'planned',
		stepMb: 0,
		status: columns.notSent > 0 ? 'open' : 'done',
		...columns,
	};
}

/** Places where nothing can be given, those with the most rows first. */
function alwaysQuietIn(groups: RowGroup[], settings: Settings, now: number): Check['alwaysQuiet'] {
	const rows = new Map<string, number>();
	for (const group of groups) {
		if (endOfQuiet(settings, group.place, now) !== undefined) continue;
		rows.set(group.place, (rows.get(group.place) ?? 0) + group.rows.length);
	}
	return [...rows]
		.map(([place, count]) => ({ place, rows: count }))
		.sort((one, other) => other.rows - one.rows)
		.slice(0, maxShown.places);
}

/** The findings about the rows to give. */
type Found = Pick<Check, 'toGive' | 'covered' | 'operators' | 'gotBefore' | 'otherAmount'>;

/** Counts the rows of a plan, piece by piece, for the planner. */
class PlanFindings {
	/** MB of the rows to give so far. */
	toGive = 0;
	/** The first rows, which the budget covers. */
	private readonly covered = { rows: 0, megabytes: 0 };
	private readonly operators = new Map<string, Check['operators'][number]>();
	private readonly gotBefore = new GiftCounter();
	private readonly otherAmount = noRows();

	constructor(private readonly input: SortInput) {}

	add(rows: Row[]): void {
		const { givenBefore, otherAmount, recentGifts } = this.input;
		for (const row of rows) {
			if (otherAmount?.has(row.phone)) addTo(this.otherAmount, row.row);
			if (givenBefore.has(row.phone)) continue;
			this.addGift(row);
			const last = recentGifts?.lastOf(row.phone);
			if (last) this.gotBefore.add(last);
		}
	}

	private addGift({ operator = '', megabytes }: Row): void {
		const { covered, operators, input } = this;
		this.toGive = plus(this.toGive, megabytes);
		if (this.toGive <= input.settings.budget) {
			covered.rows += 1;
			covered.megabytes = this.toGive;
		}
		const own = operators.get(operator) ?? { operator, rows: 0, megabytes: 0 };
		own.rows += 1;
		own.megabytes = plus(own.megabytes, megabytes);
		operators.set(operator, own);
	}

	get found(): Found {
		const { budget } = this.input.settings;
		return {
			toGive: this.toGive,
			...(this.toGive > budget && { covered: { budget, ...this.covered } }),
			operators: [...this.operators.values()]
				.sort((one, other) => other.megabytes - one.megabytes)
				.slice(0, maxShown.operators),
			gotBefore: this.gotBefore.groups,
			...(this.otherAmount.count > 0 && { otherAmount: this.otherAmount }),
		};
	}
}
