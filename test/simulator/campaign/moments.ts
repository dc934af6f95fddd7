import { atOnce } from '../../../campaign/piece';
import type { Piece } from '../../../campaign/types';
import type { Moment } from './scenario';
import type { Tables } from './store';

/**
 * Whether a moment has come in which somebody acts.
 *
 * @param open the pieces of the campaign that are open
 * @param written the table that was written just now
 */
export function isMoment(
	what: Moment,
	{ runner: [runner] }: Tables,
	open: Piece[],
	written?: keyof Tables,
): boolean {
	const taken = JSON.parse(runner?.taken ?? '[]') as { id: number }[];
	if (what === 'end') return open.length === 0;
	if (what === 'ending') return open.length + taken.length === 0 && runner?.leaseUntil !== atOnce;
	const isWorking = open.some(
		({ id, notSent, failed, inDoubt }) =>
			notSent > 0 && failed + inDoubt > 0 && taken.some((one) => one.id === id),
	);
	// A step writes the campaign just before its pieces.
	return isWorking && (what === 'working' || written === 'campaigns');
}
