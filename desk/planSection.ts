import { amount, count, number, timeIn } from '../platform/figureWords';
import type { Report } from './report';
import { facts, text, type Section } from './sections';
import { campaignSettingNames, settingOf, type Settings } from '../campaign/settingTable';

/** The plan, its approvals, and their times. */
export function planSection(report: Report, zone: string): Section {
	const { rows, megabytes, leftOut, status, results, megabytesPerDay } = report;
	const { approvals, plannedAt, finishedAt } = report;
	const { givenBefore, notSent } = results;
	const isPlanned = status === 'planned';
	const isSkipping = isPlanned && givenBefore.rows > 0;
	return {
		name: 'plan',
		title: isPlanned ? 'The plan' : 'Plan and approval',
		parts: [
			facts([
				['Planned', amount({ rows, megabytes })],
				['Given before', isSkipping ? `${count(givenBefore.rows, 'row')}, skipped` : ''],
				['To give', isSkipping ? amount(notSent) : ''],
				['Left out', leftOut > 0 ? count(leftOut, 'row') : ''],
				...settingsOf(report, zone),
				['Days it takes', daysOf(notSent.megabytes, megabytesPerDay)],
				['Planned at', timeIn(zone, plannedAt)],
				...approvals.map(({ by, at }): [string, string] => {
					return ['Approved', `${timeIn(zone, at)} by ${by}`];
				}),
				[status === 'canceled' ? 'Canceled at' : 'Finished at', timeIn(zone, finishedAt)],
			]),
			text(`Times are in ${zone}.`),
		],
	};
}

/** How long the limit of a day makes it take. */
function daysOf(megabytes: number, megabytesPerDay: number): string {
	const days = megabytesPerDay > 0 ? Math.ceil(megabytes / megabytesPerDay) : 0;
	return days > 1 ? `At least ${number(days)}` : '';
}

/** The settings that are approved besides the list, as people read them. */
function settingsOf(settings: Settings, zone: string): Parameters<typeof facts>[0] {
	return campaignSettingNames.flatMap((name): Parameters<typeof facts>[0] => {
		const { shown } = settingOf(name);
		if (!shown) return [];
		const [label, wordsOf, unit] = shown;
		return [[label, wordsOf(settings[name], zone, settings), unit]];
	});
}
