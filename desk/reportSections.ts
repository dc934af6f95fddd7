import { toCorrect, type DeskPage } from './addresses';
import { approvalSection, controlSections } from './buttons';
import { leftOutSections, poolSection, readingSection } from './checkSections';
import { rowsToCorrect } from './corrections';
import {
	countrySection,
	detailSection,
	failedSections,
	groupSections,
	progressSection,
	reasonSections,
} from './figureSections';
import { saysGiven } from '../lists/resultWords';
import { planSection } from './planSection';
import type { Report } from './report';
import { link, text, type SectionPart, type Section } from './sections';
import { troubleSections } from './troubleSections';
import { warningsOf } from './warnings';
import { inEnglish, say, textStored } from '../platform/say';

/** The parts of a page for people who may do more than read it. */
export interface Shown {
	/** The address that buttons post to; undefined without buttons. */
	address?: string;
	/** Whether a form stands in place of the buttons. */
	isAsking?: boolean;
	/** The address of a page of the desk about the campaign; undefined where the desk's isn't known. */
	atDesk?: (page: DeskPage) => string;
}

/** The sections of a campaign's page, notification and JSON: decisions first, background folded. */
export function reportSections(report: Report, zone: string, shown: Shown = {}): Section[] {
	const { address, isAsking = false, atDesk } = shown;
	const { check, status, approvals, buttons } = report;
	const isBegun = approvals.length > 0 || status !== 'planned';
	// A second approval is about the rest of the same list.
	const warnings = warningsOf(report, zone).filter(({ code }) => !isBegun || code === 'gotBefore');
	const mayApprove = buttons.includes('approve') && (address !== undefined || !isBegun);
	const approving = { address, zone, warnings, test: atDesk?.('test') };
	const corrections = correctionParts(report, shown);
	const first = [
		...troubleSections(report, zone),
		...(mayApprove && !isAsking ? [approvalSection(report, approving)] : []),
	];
	const controls = address !== undefined && !isAsking ? controlSections(report, address) : [];
	const here = atDesk && address !== undefined && status !== 'canceled' && rowsToCorrect(check);
	const typed =
		here && here.length > 0 ? [link(say`Correct these rows here`, atDesk('correct'))] : [];
	const leftOut = leftOutSections(report, [...typed, ...corrections]);
	if (isBegun) {
		return [
			...first,
			progressSection(report),
			...controls,
			...reasonSections(report),
			...failedSections(report, corrections),
			planSection(report, zone),
			...groupSections(report),
			...leftOut,
			detailSection(report),
		];
	}
	const change = say`Change a setting, or how the list is read`;
	return [
		...first,
		...controls,
		...leftOut,
		planSection(report, zone, atDesk && [link(change, atDesk('draft'))]),
		countrySection(report),
		...(check ? [poolSection(check), readingSection(check)] : []),
		detailSection(report),
	];
}

/** The ways to correct rows in a file: those that failed, or were left out for something that can be corrected. */
function correctionParts(report: Report, { address, atDesk }: Shown): SectionPart[] {
	const { results, check, approvals, status } = report;
	const groups = check?.leftOut ?? [];
	const isWrong = groups.some(({ examples }) =>
		examples.some(({ nextStep, value }) => nextStep !== '' && !saysGiven(value)),
	);
	if (address === undefined || (results.failed.rows === 0 && !isWrong)) return [];
	const file = link(say`Download the rows to correct`, `${address}&format=${toCorrect}`);
	if (approvals.length > 0) return atDesk ? [file, link(addWords(), atDesk('add'))] : [file];
	const whole = say`Correct the rows in the whole list and choose it again, or add them after the approval.`;
	return status === 'planned' ? [file, text(whole)] : [file];
}

export const addWords = () => say`Add rows to this campaign`;

/**
 * A report for programs: its figures by their names, and the sections that a person reads. It's made with the view key's
 * report, so no value of a customer is in it.
 */
export function programReport(report: Report, zone: string) {
	return {
		...report,
		name: undefined,
		failedRows: undefined,
		inDoubtRows: undefined,
		reading: inEnglish(textStored(report.reading)),
		campaign: report.name,
		warnings: warningsOf(report, zone),
		sections: reportSections(report, zone),
	};
}
