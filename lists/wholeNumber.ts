import { isNothing } from '../platform/answer';
import { onInputError } from '../platform/input';
import { dialedDigits } from '../platform/phoneNumber';

/** The parts of a number that a row has in columns of their own. */
export interface OwnParts {
	/** Two letters or a calling code. */
	country?: unknown;
	/** An area code. */
	area?: unknown;
}

/** Whether a number begins with a plus sign or 00. */
export function isInternational(cell: unknown): boolean {
	return onInputError(
		() => dialedDigits(cell) === undefined,
		() => false,
	);
}

/** A number behind its area code, unless it's international. */
export function withArea(cell: unknown, area: unknown): unknown {
	if (isNothing(area) || isNothing(cell) || isInternational(cell)) return cell;
	// In brackets no area code is a calling code. The reader of the number refuses what else stands there.
	return `(${String(area).replace(/[\s()./-]/g, '')}) ${String(cell).trim()}`;
}
