import { count, timeIn } from '../platform/figureWords';
import { say, texts, translated } from '../platform/say';
import type { Report } from './report';
import { note, type Section } from './sections';

/** The problems that stop a campaign, or hold some of its rows. */
export function troubleSections(report: Report, zone: string): Section[] {
	const { wrongCells, problem, changes, quiet, held, isBalanced, balance, status } = report;
	const isNamed = changes.length + wrongCells.length > 0;
	const isStuck = held > 0 && status === 'finished';
	// Nothing follows on a cancellation: advice on how to go on would mislead.
	const isOpen = status !== 'canceled';
	const isFull = isOpen && held > 0 && !problem && isOverBudget(report);
	return [
		...wrongSections(wrongCells),
		...note('error', 'problem', problem && !isNamed ? [problem] : []),
		...note('error', 'changes', isOpen ? changes : [], {
			title: say`Changed since the approval`,
			then: say`Nothing is given until it's approved again.`,
		}),
		...note('plain', 'quietHours', quiet && quietText(quiet, zone)),
		...note('plain', 'overBudget', isFull ? translated(heldText) : ''),
		...note('plain', 'held', isStuck ? translated(endText) : ''),
		...note('error', 'unbalanced', isBalanced ? '' : balance),
	];
}

/** The cells to correct before a campaign goes on. */
export function wrongSections(wrongCells: string[]): Section[] {
	return note('error', 'wrongCells', wrongCells, {
		title: say`Changed in the Data Tables`,
		then: say`Rows that can't be read aren't given. Correct these cells, then resume the campaign if it's paused.`,
	});
}

function isOverBudget({ megabytes, results, budget }: Report): boolean {
	return megabytes - results.givenBefore.megabytes - results.optedOut.megabytes > budget;
}

const heldText = texts(
	'Rows over the budget wait: earlier rows use it up, failed rows included. To give them, raise the budget under “Change…”, then approve again; else they get nothing.',
);

const endText = texts(
	'Rows that are held wait for you. Choose “Cancel…” if they are to get nothing.',
);

function quietText({ rows, until }: NonNullable<Report['quiet']>, zone: string): string {
	return say`Quiet hours hold ${count(rows, 'row')}, the first until ${timeIn(zone, until)}.`;
}
