import { clockMarginMs, type Cursor, type Polled } from './window';

/** The triggers that have warned of the clock since it was right. */
const warned = new Set<string>();

/** The warnings of a poll for n8n's log; each text continues the trigger's name. @param now by n8n's clock, Unix milliseconds */
export function warningsOf(
	trigger: string,
	start: Partial<Cursor>,
	{ isComplete, isCut, platformTime }: Polled,
	now: number,
): string[] {
	const isFirst = start.since === undefined;
	const warnings: [when: boolean, warning: string][] = [
		[isFirst, `begins with what ends from now on. ${renamed}`],
		[isFirst && platformTime === undefined, noTime],
		[isNewlyOff(trigger, now, platformTime), offBy(now - (platformTime ?? now))],
		[!isComplete, 'has more to search; the next poll continues there'],
		[isCut, cut],
	];
	return warnings.filter(([when]) => when).map(([, warning]) => warning);
}

const renamed =
	'A trigger that was renamed begins anew, too: find what ended since its last poll by Transaction: Get Many';
const noTime =
	"can't compare clocks, because the platform doesn't tell its time: keep n8n's clock right";
const cut =
	'got a list whose length is a round hundred for a single second: if the platform cuts its lists, ends are missing';

function isNewlyOff(trigger: string, now: number, platformTime = now): boolean {
	const isOff = Math.abs(now - platformTime) > clockMarginMs;
	if (!isOff) warned.delete(trigger);
	const isNew = isOff && !warned.has(trigger);
	if (isNew) warned.add(trigger);
	return isNew;
}

/** @param aheadMs how far n8n's clock is ahead of the platform's */
function offBy(aheadMs: number): string {
	const minutes = Math.round(Math.abs(aheadMs) / 60_000);
	const side = aheadMs > 0 ? 'ahead of' : 'behind';
	return `polls by the platform's clock, because n8n's is ${minutes} minutes ${side} it: set n8n's clock`;
}
