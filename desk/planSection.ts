import { facts, html, type Html } from '../pages/html';
import { amount, count, number, timeIn } from '../platform/figureWords';
import { section } from './page';
import type { Report } from './report';
import { settingNames, settingOf, type Settings } from '../campaign/settingTable';

/** What was planned, who approved it, and when. */
export function planSection(report: Report, zone: string): Html {
	const { rows, megabytes, leftOut, hash, status, results, megabytesPerDay } = report;
	const { approvals, plannedAt, finishedAt } = report;
	const { givenBefore, notSent } = results;
	const isSkipping = status === 'planned' && givenBefore.rows > 0;
	return section(
		status === 'planned' ? 'The plan' : 'Plan and approval',
		facts([
			['Planned', amount({ rows, megabytes })],
			['Given before', isSkipping ? `${count(givenBefore.rows, 'row')}, skipped` : ''],
			['To give', isSkipping ? amount(notSent) : ''],
			['Left out', leftOut > 0 ? count(leftOut, 'row') : ''],
			...settingsOf(report, zone),
			['Days it takes', daysOf(notSent.megabytes, megabytesPerDay)],
			['Planned at', timeIn(zone, plannedAt)],
			...approvals.map(({ by, at }): [string, string] => [
				'Approved',
				`${timeIn(zone, at)} by ${by}`,
			]),
			[status === 'canceled' ? 'Canceled at' : 'Finished at', timeIn(zone, finishedAt)],
			['Fingerprint', status === 'planned' ? '' : html`<code>${hash}</code>`],
		]),
		html`<p class="soft">Times are in ${zone}.</p>`,
	);
}

/** How long the limit of a day makes it take. */
function daysOf(megabytes: number, megabytesPerDay: number): string {
	const days = megabytesPerDay > 0 ? Math.ceil(megabytes / megabytesPerDay) : 0;
	return days > 1 ? `At least ${number(days)}` : '';
}

/** What is approved besides the list, as people read it. */
function settingsOf(settings: Settings, zone: string): [name: string, value: string][] {
	return settingNames.flatMap((name) => {
		const { shown } = settingOf(name);
		return shown ? [[shown[0], shown[1](settings[name], zone, settings)]] : [];
	});
}
