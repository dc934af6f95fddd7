import { isObject } from '../platform/answer';
import { InputError, onInputError } from '../platform/input';
import { LargeMap } from '../platform/largeMap';
import { maxShown } from './check';
import { optOutSteps } from './optOuts';
import type { RecentGifts } from './recentGifts';
import { plus } from './results';
import { storedFields, type StoredField } from '../lists/columns';
import { correctable } from '../lists/corrections';
import type { BadRow, ListRow } from '../lists/row';
import type { Steps } from '../lists/steps';
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
	/** Those of the list that couldn't be read. */
	bad: BadRow[];
	/** As they are written. */
	optOuts: unknown[];
	/** How many gifts of this month each number has, or may still get (otherGifts.ts). */
	giftsOfMonth?: ReadonlyMap<string, number>;
	/** The numbers with rows in the campaign that this list is added to, which have the gift or may still get it. */
	members?: ReadonlyMap<string, number>;
	/** The numbers that the platform's list shows under this campaign's name. */
	givenBefore: ReadonlySet<string>;
	/** Those of them that the platform's list shows with another amount. */
	otherAmount?: ReadonlySet<string>;
	/** The gifts of the last 90 days: their numbers are left out where the settings say so. */
	recentGifts?: RecentGifts;
}

/** Sorts the rows of a list into those that get something and those that don't, row by row, so that other work gets its turn. */
export function* sortRows({
	settings,
	rows,
	bad,
	optOuts,
	giftsOfMonth,
	members,
	givenBefore,
	recentGifts,
}: SortInput): Steps<{ groups: RowGroup[]; leftOut: LeftOut[] }> {
	const out = yield* optOutSteps(optOuts, settings);
	const groups = new Map<string, RowGroup>();
	const operators = new Set<string>();
	const rowOf = new LargeMap<string, number>();
	const leftOut: LeftOut[] = [];
	for (const row of bad) {
		leftOut.push(leftOutOf(row));
		yield;
	}
	const take = (written: PlannableRow) => {
		const { row, phone, megabytes, zone, operator = '' } = written;
		refuseFraction(megabytes);
		const first = rowOf.get(phone);
		if (first !== undefined) throw new InputError(`Duplicate of row ${first}`, '');
		rowOf.set(phone, row);
		if (out.has(phone)) throw new InputError('Opted out', '');
		const got = settings.leaveOutGiven ? recentGifts?.reasonFor(phone) : undefined;
		if (got !== undefined) throw new InputError(got, '');
		if (members?.has(phone) && !givenBefore.has(phone)) throw new InputError(isMember, stays);
		refuseLimited(settings, megabytes, giftsOfMonth?.get(phone));
		const place = placeOf(phone, zone);
		if (operators.size < maxShown.operators && operator) operators.add(operator);
		const known = operators.has(operator) ? operator : '';
		const key = `${place} ${known}`;
		const texts = Object.entries(textsOf(written)).filter(([, text]) => text !== '');
		const own = groups.get(key) ?? { place, operator: known, rows: [] };
		own.rows.push({ row, phone, megabytes, ...Object.fromEntries(texts) });
		groups.set(key, own);
	};
	for (const written of rows) {
		onInputError(
			() => {
				take(written);
			},
			({ message, nextStep }) => {
				leftOut.push(leftOutOf({ ...written, reason: message, nextStep }));
			},
		);
		yield;
	}
	return {
		groups: [...groups.values()],
		leftOut: leftOut.sort((one, other) => one.row - other.row),
	};
}

const isMember = texts('Is in the campaign already, and may still get its gift');
const stays = texts("Continue with that row on the campaign's other page.");

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

type Unread = Pick<BadRow, 'row' | 'reason' | 'nextStep'> & Partial<BadRow>;

function leftOutOf(unread: Unread): LeftOut {
	const { row, phone, field, megabytes, value = '', reason, nextStep } = unread;
	const amount = correctable.some((name) => name === field) ? { amount: shown(megabytes) } : {};
	return { row, ...textsOf(unread), phone: shown(phone), value, ...amount, reason, nextStep };
}

/** The texts that are stored of the other columns. */
function textsOf(row: Partial<Record<StoredField, unknown>>): Record<StoredField, string> {
	const stored = storedFields.map((field) => [field, shown(row[field])]);
	return Object.fromEntries(stored) as Record<StoredField, string>;
}

/** In characters. The file goes back as it came; what is read in each step holds no more of a cell. */
const maxShownCharacters = 200;

function shown(value: unknown): string {
	const text = isObject(value) ? JSON.stringify(value) : String(value ?? '');
	return text.length > maxShownCharacters ? `${text.slice(0, maxShownCharacters - 1)}…` : text;
}
