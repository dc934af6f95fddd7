import { count, timeIn } from '../platform/figureWords';
import { say } from '../platform/say';
import type { Report } from './report';
import { note, type Section } from './sections';

/** The problems that stop a campaign, or hold some of its rows. */
export function troubleSections(report: Report, zone: string): Section[] {
	const { wrongCells, idle, problem, changes, quiet, held, isBalanced, balance, status } = report;
	const { megabytes, results, budget } = report;
	const isNamed = changes.length + wrongCells.length > 0;
	// Nothing follows on a cancellation: advice on how to go on would mislead.
	const isOpen = status !== 'canceled';
	const toGive = megabytes - results.givenBefore.megabytes - results.optedOut.megabytes;
	const isFull = isOpen && held > 0 && !problem && toGive > budget;
	const full = say`Rows over the budget wait: earlier rows use it up, failed rows included. To give them, raise the budget under “Change…”, then approve again; else they get nothing.`;
	const stuck = say`Rows that are held wait for you. Choose “Cancel…” if they are to get nothing.`;
	const silent =
		quiet &&
		say`Quiet hours hold ${count(quiet.rows, 'row')}, the first until ${timeIn(zone, quiet.until)}.`;
	return [
		...wrongSections(wrongCells),
		...note('error', 'idle', idle),
		...note('error', 'problem', !isNamed && problem),
		...note('error', 'changes', isOpen && changes, {
			title: say`Changed since the approval`,
			then: say`Nothing is given until it's approved again.`,
		}),
		...note('plain', 'quietHours', silent),
		...note('plain', 'overBudget', isFull && full),
		...note('plain', 'held', held > 0 && status === 'finished' && stuck),
		...note('error', 'unbalanced', !isBalanced && balance),
	];
}

/** The cells to correct before a campaign goes on. */
export function wrongSections(wrongCells: string[]): Section[] {
	return note('error', 'wrongCells', wrongCells, {
		title: say`Changed in the Data Tables`,
		then: say`Rows that can't be read aren't given. Correct these cells, then resume the campaign if it's paused.`,
	});
}
