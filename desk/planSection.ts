import { amount, count, number, timeIn } from '../platform/figureWords';
import type { Report } from './report';
import { facts, text, type FactEntry, type Section, type SectionPart } from './sections';
import { campaignSettingNames, settingOf } from '../campaign/settingTable';
import { say, translated } from '../platform/say';

/** The plan, its approvals, and their times. @param more the links of a page */
export function planSection(report: Report, zone: string, more: SectionPart[] = []): Section {
	const { rows, megabytes, leftOut, status, results, megabytesPerDay } = report;
	const { approvals, plannedAt, finishedAt } = report;
	const { givenBefore, notSent } = results;
	const isPlanned = status === 'planned';
	const isSkipping = isPlanned && givenBefore.rows > 0;
	const days = megabytesPerDay > 0 ? Math.ceil(notSent.megabytes / megabytesPerDay) : 0;
	const approved = approvals.map(({ by, at }): FactEntry => {
		return [say`Approved`, say`${timeIn(zone, at)} by ${by}`];
	});
	return {
		name: 'plan',
		title: isPlanned ? say`The plan` : say`Plan and approval`,
		parts: [
			facts([
				[say`Planned`, amount({ rows, megabytes })],
				[say`Given before`, isSkipping ? say`${count(givenBefore.rows, 'row')}, skipped` : ''],
				[say`To give`, isSkipping ? amount(notSent) : ''],
				[say`Left out`, leftOut > 0 ? count(leftOut, 'row') : ''],
				...settingFacts(report, zone),
				[say`Days it takes`, days > 1 ? say`At least ${number(days)}` : ''],
				[say`Planned at`, timeIn(zone, plannedAt)],
				...approved,
				[status === 'canceled' ? say`Canceled at` : say`Finished at`, timeIn(zone, finishedAt)],
			]),
			text(say`Times are in ${zone}.`),
			...more,
		],
	};
}

/** The settings that are approved besides the list, as people read them. */
function settingFacts(report: Report, zone: string): FactEntry[] {
	return campaignSettingNames.flatMap((name): FactEntry[] => {
		const [label = '', wordsOf, unit] = settingOf(name).shown ?? [];
		return wordsOf ? [[translated(label), wordsOf(report[name], zone, report), unit]] : [];
	});
}
