import { addressOf } from './buttons';
import { readCheck } from './check';
import type { DeskInput } from './deskPage';
import { amount, count, number } from './figureWords';
import { labels } from './labels';
import { reportOf, type ReportInput } from './report';
import { endings, type Campaign } from './types';
import { warningsOf } from './warnings';

/**
 * What is to be told of a campaign that was changed, with its figures and its page without buttons and phone numbers: that it
 * ended, or that it needs a person; undefined for neither.
 */
export function messageOf(input: ReportInput & { pageUrl: string }) {
	const url = addressOf(input.pageUrl, input.campaign.viewKey);
	const report = reportOf(input);
	const { name, status, state, results, rows, megabytes, leftOut, reasons } = report;
	const problem = [...new Set([report.problem, ...report.wrongCells])].filter(Boolean).join(' ');
	const isEnded = status === 'finished' || status === 'canceled';
	// Once: a campaign that has stopped is written again when no run has to look at it any more.
	const isStopped = input.campaign.active && (status === 'paused' || status === 'planned');
	if (!isEnded && !isStopped) return undefined;
	const figures = endings
		.filter((ending) => results[ending].rows > 0)
		.map((ending) => `${labels[ending]}: ${amount(results[ending])}`);
	const [most] = reasons;
	const why = most && `Most often: ${most.reason}, ${count(most.rows, 'row')}.`;
	const counted = figures.length > 0 && `${figures.join('. ')}.`;
	const parts = [`${name}: ${state}.`, problem, counted, why, url];
	const text = parts.filter(Boolean).join(' ');
	const campaign = { campaign: name, status, problem, rows, megabytes, leftOut };
	return { isEnded, message: { text, ...campaign, results, url } };
}

/** Who decides about a campaign, and where. */
interface Approvers {
	approver: DeskInput['approver'];
	deskUrl: string;
	/** Of the pages of campaigns, without a key. */
	pageUrl: string;
	/** Of the times in warnings. */
	zone: string;
}

/** What approvers are told of a campaign that was planned. */
export function approvalMessage(campaign: Campaign, approvers: Approvers) {
	const { approver, deskUrl, pageUrl, zone } = approvers;
	const { name, rows, megabytes, budget, leftOut } = campaign;
	const warnings = warningsOf({ ...campaign, check: readCheck(campaign) }, zone);
	const url = approver === 'login' ? deskUrl : addressOf(pageUrl, campaign.controlKey);
	const without = leftOut > 0 ? `, ${count(leftOut, 'row')} left out` : '';
	const plan = `${amount(campaign)}, budget ${number(budget)} MB${without}`;
	const text = [`${name} waits for an approval: ${plan}.`, ...warnings, url].join(' ');
	return { text, campaign: name, rows, megabytes, budget, leftOut, warnings, url };
}
