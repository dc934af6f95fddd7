import { pageText } from './pages';

/** A constant of the code that is a product of numbers, such as `12 * 3_600_000`. @throws Error when it isn't there */
export function constantIn(file: string, name: string): number {
	const found = new RegExp(`const ${name} = ([\\d_* ]+);`).exec(pageText(file));
	if (!found) throw new Error(`${file} has no number ${name}`);
	const factors = (found[1] ?? '').split('*').map((part) => Number(part.replaceAll('_', '')));
	return factors.reduce((value, factor) => value * factor, 1);
}

/** The schedule of the campaign workflow. */
function secondsBetweenRuns(): number {
	const text = pageText('workflows/mobile-data-campaigns.json');
	return Number(/"secondsInterval":(\d+)/.exec(text)?.[1]);
}

const secondsIn = (file: string, name: string) => Math.ceil(constantIn(file, name) / 1000);
const lease = secondsIn('campaign/piece.ts', 'leaseMs');
const margin = secondsIn('campaign/piece.ts', 'clockMarginMs');

/** Times (seconds, days) and counts of campaigns, as the pages name them. */
export const runnerTimes = {
	start: secondsBetweenRuns(),
	run: secondsIn('campaign/runner.ts', 'runMs'),
	step: secondsIn('campaign/piece.ts', 'stepMs'),
	lease,
	margin,
	takeOver: lease + margin + secondsBetweenRuns(),
	wait: secondsIn('campaign/piece.ts', 'waitMs'),
	lookUps: constantIn('campaign/pieceStep.ts', 'maxLookUps'),
	askAgain: secondsIn('nodes/MobileDataCampaign/lookUps.ts', 'askAgainMs'),
	inARow: constantIn('campaign/onlyFails.ts', 'maxFailuresInARow'),
	ofPiece: constantIn('campaign/onlyFails.ts', 'minPieceRows'),
	recentDays: constantIn('campaign/recentGifts.ts', 'recentMs') / 86_400_000,
};

/** These times in words, for engineers. */
export function runnerTimesList(): string {
	const times = runnerTimes;
	return `- **Run**: one starts every ${times.start} seconds on any worker, and sends for ${times.run} seconds, in steps of ${times.step} seconds.
- **Lease**: ${times.lease} seconds from the start of a step. Others wait ${times.margin} seconds more, because clocks may differ by as much: keep them in step with NTP. So another worker takes over within ${times.takeOver} seconds.
- **Row in doubt**: looked up ${times.lookUps} times, ${times.wait} seconds apart. A gift that isn't found is asked for again after ${times.askAgain} seconds, before its row is sent again. After trouble, such as a platform that's down, a campaign also waits ${times.wait} seconds.
- **Campaign that only fails**: pauses after ${times.inARow} rows in a row with one reason, or all rows of a piece with at least ${times.ofPiece} rows.`;
}
