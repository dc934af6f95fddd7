import { amount, count, number, timeIn } from '../platform/figureWords';
import type { Report } from './report';
import { facts, text, type Section } from './sections';
import { campaignSettingNames, settingOf, type Settings } from '../campaign/settingTable';
import { say, translated } from '../platform/say';

/** The plan, its approvals, and their times. */
export function planSection(report: Report, zone: string): Section {
	const { rows, megabytes, leftOut, status, results, megabytesPerDay } = report;
	const { approvals, plannedAt, finishedAt } = report;
	const { givenBefore, notSent } = results;
	const isPlanned = status === 'planned';
	const isSkipping = isPlanned && givenBefore.rows > 0;
	return {
		name: 'plan',
		title: isPlanned ? say`The plan` : say`Plan and approval`,
		parts: [
			facts([
				[say`Planned`, amount({ rows, megabytes })],
				[say`Given before`, isSkipping ? say`${count(givenBefore.rows, 'row')}, skipped` : ''],
				[say`To give`, isSkipping ? amount(notSent) : ''],
				[say`Left out`, leftOut > 0 ? count(leftOut, 'row') : ''],
				...settingsOf(report, zone),
				[say`Days it takes`, daysOf(notSent.megabytes, megabytesPerDay)],
				[say`Planned at`, timeIn(zone, plannedAt)],
				...approvals.map(({ by, at }): [string, string] => {
					return [say`Approved`, say`${timeIn(zone, at)} by ${by}`];
				}),
				[status === 'canceled' ? say`Canceled at` : say`Finished at`, timeIn(zone, finishedAt)],
			]),
			text(say`Times are in ${zone}.`),
		],
	};
}

/** How long the limit of a day makes it take. */
function daysOf(megabytes: number, megabytesPerDay: number): string {
	const days = megabytesPerDay > 0 ? Math.ceil(megabytes / megabytesPerDay) : 0;
	return days > 1 ? say`At least ${number(days)}` : '';
}

/** The settings that are approved besides the list, as people read them. */
function settingsOf(settings: Settings, zone: string): Parameters<typeof facts>[0] {
	return campaignSettingNames.flatMap((name): Parameters<typeof facts>[0] => {
		const { shown } = settingOf(name);
		if (!shown) return [];
		const [label, wordsOf, unit] = shown;
		return [[translated(label), wordsOf(settings[name], zone, settings), unit]];
	});
}
