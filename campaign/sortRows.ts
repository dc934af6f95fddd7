import { isObject } from '../platform/answer';
import { InputError, onInputError } from '../platform/input';
import { LargeMap } from '../platform/largeMap';
import { maxShown } from './check';
import { optOutsInTurns } from './optOuts';
import type { RecentGifts } from './recentGifts';
import { plus } from './results';
import { storedFields, type StoredField } from '../lists/columns';
import { correctable } from '../lists/corrections';
import type { BadRow, ListRow } from '../lists/row';
import type { Turns } from '../lists/turns';
import type { LeftOut, Row, Settings } from './types';
import { placeOf } from './zones';
import { texts } from '../platform/say';

/** A row of the list, as its reader gives it. */
export type PlannableRow = Pick<ListRow, 'row' | 'phone' | 'megabytes'> & Partial<ListRow>;

/** Rows that are planned together, because they live in the same zones and have one operator. */
export interface RowGroup {
	place: string;
	operator: string;
	rows: Row[];
}

/** The values that decide about a row. */
export interface SortInput {
	settings: Settings;
	rows: Iterable<PlannableRow>;
	/** The rows of the list that couldn't be read. */
	bad: BadRow[];
	/** The cells of the opt-out table, as somebody wrote them. */
	optOuts: unknown[];
	/** How many gifts of this month each number has, or may still get (otherGifts.ts). */
	giftsOfMonth?: ReadonlyMap<string, number>;
	/** The numbers of the campaign that this list is added to, which have their gift or may still get it. */
	members?: ReadonlyMap<string, number>;
	/** The numbers that the platform's list shows under this campaign's name. */
	givenBefore: ReadonlySet<string>;
	/** The numbers of `givenBefore` whose gift had another amount. */
	otherAmount?: ReadonlySet<string>;
	/** The gifts of the last 90 days: their numbers are left out where the settings say so. */
	recentGifts?: RecentGifts;
}

/** Sorts the rows of a list into groups to give and rows to leave out, row by row, so that other work gets its turn. */
export function* sortRows({
	settings,
	rows,
	bad,
	optOuts,
	giftsOfMonth,
	members,
	givenBefore,
	recentGifts,
}: SortInput): Turns<{ groups: RowGroup[]; leftOut: LeftOut[] }> {
	const optedOut = yield* optOutsInTurns(optOuts, settings);
	const groups = new Map<string, RowGroup>();
	const operators = new Set<string>();
	const rowOf = new LargeMap<string, number>();
	const leftOut: LeftOut[] = [];
	for (const row of bad) {
		leftOut.push(leftOutOf(row));
		yield;
	}
	const take = (listRow: PlannableRow) => {
		const { row, phone, megabytes, zone, operator = '' } = listRow;
		refuseFraction(megabytes);
		const first = rowOf.get(phone);
		if (first !== undefined) throw new InputError(`Duplicate of row ${first}`, '');
		rowOf.set(phone, row);
		if (optedOut.has(phone)) throw new InputError('Opted out', '');
		const recent = settings.leaveOutGiven ? recentGifts?.reasonFor(phone) : undefined;
		if (recent !== undefined) throw new InputError(recent, '');
		if (members?.has(phone) && !givenBefore.has(phone))
			throw new InputError(memberReason, memberNextStep);
		refuseLimited(settings, megabytes, giftsOfMonth?.get(phone));
		const place = placeOf(phone, zone);
		if (operators.size < maxShown.operators && operator) operators.add(operator);
		const shownOperator = operators.has(operator) ? operator : '';
		const key = `${place} ${shownOperator}`;
		const cells = Object.entries(storedTexts(listRow)).filter(([, text]) => text !== '');
		const group = groups.get(key) ?? { place, operator: shownOperator, rows: [] };
		group.rows.push({ row, phone, megabytes, ...Object.fromEntries(cells) });
		groups.set(key, group);
	};
	for (const listRow of rows) {
		onInputError(
			() => {
				take(listRow);
			},
			({ message, nextStep }) => {
				leftOut.push(leftOutOf({ ...listRow, reason: message, nextStep }));
			},
		);
		yield;
	}
	return {
		groups: [...groups.values()],
		leftOut: leftOut.sort((one, other) => one.row - other.row),
	};
}

const memberReason = texts('Is in the campaign already, and may still get its gift');
const memberNextStep = texts("Continue with that row on the campaign's other page.");

function refuseFraction(megabytes: number): void {
	if (plus(0, megabytes) === megabytes) return;
	const nextStep = texts('Round it: budgets and figures are exact to the kilobyte.');
	throw new InputError("'Amount (MB)' must have at most three decimals", nextStep);
}

/** @throws InputError where a row would exceed a limit beyond this campaign */
function refuseLimited(
	{ megabytesPerDay, giftsPerMonth }: Settings,
	megabytes: number,
	gifts = 0,
): void {
	if (megabytesPerDay > 0 && megabytes > megabytesPerDay) {
		const nextStep = `Write at most ${megabytesPerDay}, the most MB per day of all campaigns.`;
		throw new InputError("'Amount (MB)' is more than a day may have", nextStep);
	}
	if (giftsPerMonth === 0 || gifts < giftsPerMonth) return;
	const has = giftsPerMonth === 1 ? 'a gift' : `${giftsPerMonth} gifts`;
	const nextStep = texts(
		'Plan it next month: the limit is Monthly Gifts per Customer in the node Plan.',
	);
	throw new InputError(`Has ${has} this month, given or planned`, nextStep);
}

type UnplannedRow = Pick<BadRow, 'row' | 'reason' | 'nextStep'> & Partial<BadRow>;

function leftOutOf(unread: UnplannedRow): LeftOut {
	const { row, phone, field, megabytes, value = '', reason, nextStep } = unread;
	const amount = correctable.some((name) => name === field) ? { amount: shownCell(megabytes) } : {};
	return {
		row,
		...storedTexts(unread),
		phone: shownCell(phone),
		value,
		...amount,
		reason,
		nextStep,
	};
}

/** The stored texts of the columns other than number and amount. */
function storedTexts(row: Partial<Record<StoredField, unknown>>): Record<StoredField, string> {
	const stored = storedFields.map((field) => [field, shownCell(row[field])]);
	return Object.fromEntries(stored) as Record<StoredField, string>;
}

/** In characters, because each step reads the stored cells. The uploaded file is stored whole. */
const maxShownCharacters = 200;

function shownCell(value: unknown): string {
	const text = isObject(value) ? JSON.stringify(value) : String(value ?? '');
	return text.length > maxShownCharacters ? `${text.slice(0, maxShownCharacters - 1)}…` : text;
}
