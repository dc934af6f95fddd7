import { addressOf } from './buttons';
import type { DeskInput } from './deskPage';
import { amount, count, number } from '../platform/figureWords';
import { labels } from '../campaign/labels';
import { messageText } from './messageText';
import { checkFor, reportOf, type ReportInput } from './report';
import { facts, text, type SectionPart } from './sections';
import { reportSections } from './statusPage';
import { endings, type Campaign } from '../campaign/types';
import { warningsOf } from './warnings';

/**
 * The message that a changed campaign ended, or needs a person, with its figures and its page without buttons and phone
 * numbers; undefined for neither.
 */
export function teamMessageOf(input: ReportInput & { pageUrl: string }) {
	const { active, viewKey } = input.campaign;
	const url = addressOf(input.pageUrl, viewKey);
	const report = reportOf(input);
	const { name, status, state, results, reasons, problem, wrongCells } = report;
	const isEnded = status === 'finished' || status === 'canceled';
	// Once: a campaign that has stopped is written again when no run has to look at it any more.
	const isStopped = active && (status === 'paused' || status === 'planned');
	if (!isEnded && !isStopped) return undefined;
	const figures = endings
		.filter((ending) => results[ending].rows > 0)
		.map((ending): [string, string] => [labels[ending], amount(results[ending])]);
	const troubles = new Set([...(problem ? [problem.words] : []), ...wrongCells]);
	const [most] = reasons;
	const why = most && `Most often, ${count(most.rows, 'row')}: ${most.words}.`;
	const words = messageText([
		text(`${state}.`),
		facts(figures),
		...named(url, name),
		...[...troubles].map(text),
		...(why ? [text(why)] : []),
	]);
	const { rows, megabytes, leftOut } = report;
	const sections = reportSections(report, input.zone);
	const told = { campaign: name, status, problem: [...troubles].join(' ') };
	const message = { text: words, url, ...told, rows, megabytes, leftOut, results, sections };
	return { isEnded, message };
}

/** The people who decide about a campaign, and the pages for it. */
interface Approvers {
	approver: DeskInput['approver'];
	deskUrl: string;
	/** Of the pages of campaigns, without a key. */
	pageUrl: string;
	/** Of the times in warnings. */
	zone: string;
}

/** The message to approvers of a campaign that was planned. */
export function approvalMessage(campaign: Omit<Campaign, 'id'>, approvers: Approvers) {
	const { approver, deskUrl, pageUrl, zone } = approvers;
	const { name, rows, megabytes, budget, leftOut } = campaign;
	const warnings = warningsOf({ ...campaign, check: checkFor(campaign, false) }, zone);
	const url = approver === 'login' ? deskUrl : addressOf(pageUrl, campaign.controlKey);
	const without = leftOut > 0 ? `, ${count(leftOut, 'row')} left out` : '';
	const plan = `${amount(campaign)}, budget ${number(budget)} MB${without}`;
	const told = warnings.map(({ words }) => text(words));
	const words = messageText([text(`Waiting for approval: ${plan}.`), ...named(url, name), ...told]);
	return { text: words, campaign: name, rows, megabytes, budget, leftOut, warnings, url };
}

/** The address, and a name behind it and the figures, so that it can't write its own message. */
function named(address: string, name: string): SectionPart[] {
	return [{ kind: 'links', links: [{ words: '', address }] }, text(`Campaign “${name}”.`)];
}
