import type { Report } from './report';
import { reportSections } from './statusPage';
import { warningsOf } from './warnings';

/**
 * A report for programs: its figures by their names, and the sections that a person reads. It's made with the view key's
 * report, so no value of a customer is in it.
 */
export function programReport(report: Report, zone: string) {
	return {
		...report,
		name: undefined,
		failedRows: undefined,
		campaign: report.name,
		warnings: warningsOf(report, zone),
		sections: reportSections(report, zone),
	};
}
