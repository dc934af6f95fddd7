import { addressOf } from './buttons';
import { readCheck } from '../campaign/check';
import type { DeskInput } from './deskPage';
import { amount, count, number } from '../platform/figureWords';
import { labels } from '../campaign/labels';
import { inMessage } from './messageText';
import { reportOf, type ReportInput } from './report';
import { endings, type Campaign } from '../campaign/types';
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
		.map((ending) => `${labels[ending]}: ${amount(results[ending])}.`);
	const [most] = reasons;
	const why = most && `Most often, ${count(most.rows, 'row')}: ${inMessage(most.reason)}.`;
	const parts = [`${state}.`, ...figures, url, named(name), inMessage(problem), why];
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
export function approvalMessage(campaign: Omit<Campaign, 'id'>, approvers: Approvers) {
	const { approver, deskUrl, pageUrl, zone } = approvers;
	const { name, rows, megabytes, budget, leftOut } = campaign;
	const warnings = warningsOf({ ...campaign, check: readCheck(campaign) }, zone);
	const url = approver === 'login' ? deskUrl : addressOf(pageUrl, campaign.controlKey);
	const without = leftOut > 0 ? `, ${count(leftOut, 'row')} left out` : '';
	const plan = `${amount(campaign)}, budget ${number(budget)} MB${without}`;
	const told = warnings.map(inMessage);
	const text = [`Waiting for approval: ${plan}.`, url, named(name), ...told].join(' ');
	return { text, campaign: name, rows, megabytes, budget, leftOut, warnings, url };
}

/** A name behind the figures and the address, so that it can't write its own message. */
function named(name: string): string {
	return `Campaign “${inMessage(name)}”.`;
}
