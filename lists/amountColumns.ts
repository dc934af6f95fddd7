import { unitNamed, type Unit } from '../platform/declaredAmount';
import { InputError, quoted } from '../platform/input';
import { phrase } from '../platform/say';
import type { ColumnProfile } from './columnProfile';
import type { Reading } from './reading';
import { isNamed } from './recognize';

/** The share of a column's cells that must fit a field. */
export const minShare = 0.5;

/** The share of cells that must be amounts if the column's name tells no field. */
const minShareUnnamed = 0.8;

/** The columns with a plain name of amounts, such as `Volume in GB`, whose cells fit. */
export function plainAmounts(profiles: ColumnProfile[]): ColumnProfile[] {
	const all = profiles.filter(({ meaning }) => meaning.field === 'megabytes' && meaning.isPlain);
	const fit = all.filter((column) => {
		return column.amounts >= column.cells.length * minShare && !isMoney(column);
	});
	const filled = fit.filter(({ cells }) => cells.length > 0);
	if (filled.length > 0) return filled;
	if (fit.length > 0) return fit.slice(0, 1);
	// The errors of its rows tell what is wrong.
	return all.filter(({ meaning }) => meaning.unit).slice(0, 1);
}

/** Whether a column may have amounts, so that a person is asked: `Offer` with `5 GB`, for example. */
export function mayBeAmounts(column: ColumnProfile, hasHeader: boolean): boolean {
	const { meaning, cells, units, amounts: found } = column;
	if (meaning.isOther || found === 0) return false;
	if (meaning.field === 'megabytes')
		return meaning.isPlain ? units > 0 : found >= cells.length * minShare;
	const count = hasHeader ? units : found;
	return !meaning.field && count > 0 && count >= cells.length * minShareUnnamed;
}

/** The columns beside amounts that may change what to give: a reward without a unit beside a tariff, and how many of each. */
export function besideAmounts(all: ColumnProfile[], found: ColumnProfile[]): ColumnProfile[] {
	if (found.length === 0) return [];
	const isTariff = found.some(({ name }) => isNamed(name, 'tariff'));
	return all.filter((column) => {
		const { name, cells } = column;
		if (found.includes(column)) return false;
		const isCount = isNamed(name, 'count') && cells.some((cell) => Number(cell) !== 1);
		const isReward = isTariff && isNamed(name, 'reward') && column.units === 0;
		return (isCount || isReward) && column.amounts >= cells.length * minShare;
	});
}

/** Whether most cells have a unit, such as `5 GB`. */
export function hasUnits(column?: ColumnProfile): boolean {
	return column !== undefined && column.units > 0 && column.units >= column.cells.length * minShare;
}

/** Whether all cells may be months, such as `24 mo`: the French MB has the same letters. */
export function mayBeMonths({ cells }: ColumnProfile): boolean {
	return cells.every((cell) => /^\s*\d{1,2}\s*mo\.?\s*$/i.test(String(cell)));
}

/** GB that nobody gives away: they may be MB below the name of another unit. */
const unlikelyGigabytes = 100;

/** The unit that the column's name has, unless its amounts may be of another one, such as 500 below `GB`. */
export function unitOfName(column?: ColumnProfile): Unit | undefined {
	const unit = column?.meaning.unit;
	const isUnlikely = column?.cells.some((cell) => Number(cell) >= unlikelyGigabytes);
	return unit === 'GB' && isUnlikely ? undefined : unit;
}

/** Whether most cells look like prices: two decimals, which data without a unit hardly ever has. */
function isMoney(column: ColumnProfile): boolean {
	const { meaning, cells } = column;
	if (meaning.unit || hasUnits(column)) return false;
	const prices = cells.filter((cell) => /^\d+[.,]\d\d$/.test(String(cell).trim()));
	return prices.length > 0 && prices.length >= cells.length * minShare;
}

/** The error of amounts whose units stand in a column of their own, which isn't read, and differ. */
export function unitsBeside(profiles: ColumnProfile[], reading: Reading): InputError | undefined {
	const { columns, unit, status } = reading;
	const ofAmounts = profiles.find(({ at }) => at === columns.megabytes);
	if (!ofAmounts || hasUnits(ofAmounts)) return undefined;
	const known = status.unit === 'found' ? [unit] : [];
	const beside = profiles.find(({ at, cells }) => {
		const units = new Set([...known, ...cells.map((cell) => unitNamed(String(cell).trim()))]);
		return !Object.values(columns).includes(at) && !units.has(undefined) && units.size > 1;
	});
	if (!beside) return undefined;
	return new InputError(
		phrase`The amounts have no unit, and ${quoted(beside.name)} has different ones`,
		'Write its unit behind each amount, or convert all amounts to one unit.',
	);
}
