import { isFinal } from '../platform/codes';
import { free, standingOf } from './batch';
import type { Button } from './change';
import { isOver } from './monthLimit';
import type { ReportInput } from './report';
import type { totalsOf } from './results';
import { changesOf } from './seal';
import type { Batch, Campaign } from './types';

type Totals = ReturnType<typeof totalsOf>;

/** The buttons that lead to something; change.ts has the last word when one is pressed. */
export function shownButtons(
	{ campaign, batches, now, zone }: ReportInput,
	totals: Totals,
): Button[] {
	const { status, stopAt } = campaign;
	const isChanged = changesOf(campaign).length > 0;
	const isPast = isOver(campaign, now, zone);
	const isPastStop = stopAt !== null && now >= Date.parse(stopAt);
	const isOpen = status === 'running' || status === 'paused' || status === 'finished';
	const mayLookUp = isOpen || status === 'canceled';
	const isInDoubt = totals.inDoubt > 0;
	const shown: Record<Button, boolean> = {
		approve: status === 'planned' || (isOpen && isChanged && !isPast),
		resume: status === 'paused' && !isChanged,
		pause: status === 'running' && standingOf(campaign, now) !== 'stopped',
		retry: isOpen && isRetriable(totals) && !isChanged && !isPastStop && !isPast,
		checkAgain: (isInDoubt || isLeft(campaign, batches)) && mayLookUp && !isPast,
		countGiven: isInDoubt && mayLookUp,
		countFailed: isInDoubt && mayLookUp,
		cancel: status === 'planned' || status === 'running' || status === 'paused',
	};
	return (Object.keys(shown) as Button[]).filter((button) => shown[button]);
}

/** Whether rows failed that may be given after a retry. */
export function isRetriable({ failed, reasons }: Totals): boolean {
	const final = Object.entries(reasons).filter(([reason]) => isFinal(reason));
	return failed > final.reduce((sum, [, rows]) => sum + rows, 0);
}

/** Whether somebody took a batch as the campaign ended, and no run looks at it any more. */
function isLeft({ active }: Campaign, batches: Batch[]): boolean {
	return !active && batches.some(({ status, owner }) => status === 'open' && owner !== free);
}
