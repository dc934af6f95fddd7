import { addressOf } from './addresses';
import type { AnswerDeskInput } from './answerDesk';
import { withoutTurns } from '../pages/html';
import { amount, count, number } from '../platform/figureWords';
import { labels } from '../campaign/labels';
import { checkFor, reportOf, type ReportInput } from './report';
import { reportSections } from './reportSections';
import { endings, type Campaign } from '../campaign/types';
import { warningsOf } from './warnings';

/** The address of the page is without a key. */
type TeamInput = ReportInput & { pageUrl: string };

/**
 * The message that a changed campaign ended, or needs a person, with its figures and its page without buttons and phone
 * numbers; undefined for neither.
 */
export function teamMessageOf(input: TeamInput) {
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
		.map((ending) => `${labels[ending]}: ${amount(results[ending])}.`);
	const troubles = [...new Set([...(problem ? [problem.words] : []), ...wrongCells])];
	const [most] = reasons;
	const why = most ? [`Most often, ${count(most.rows, 'row')}: ${most.words}.`] : [];
	const text = messageText([`${state}.`, ...figures], url, name, [...troubles, ...why]);
	const { rows, megabytes, leftOut } = report;
	const sections = reportSections(report, input.zone);
	const told = { campaign: name, status, problem: troubles.join(' ') };
	return { isEnded, message: { text, url, ...told, rows, megabytes, leftOut, results, sections } };
}

/** The messages about campaigns that a step has changed: those that ended, and those that need a person. */
export function teamMessages(
	campaigns: Campaign[],
	before: Pick<Campaign, 'id' | 'status' | 'active'>[],
	context: Omit<TeamInput, 'campaign'>,
) {
	const told = campaigns.flatMap((campaign) => {
		const was = before.find(({ id }) => id === campaign.id);
		const isChanged = was && (was.status !== campaign.status || was.active !== campaign.active);
		const message = isChanged ? teamMessageOf({ ...context, campaign }) : undefined;
		return message ? [message] : [];
	});
	const messages = (isEnded: boolean) => {
		return told.filter((one) => one.isEnded === isEnded).map(({ message }) => message);
	};
	return { ended: messages(true), personNeeded: messages(false) };
}

/** The people who decide about a campaign, and the pages for it. */
type Approvers = Pick<AnswerDeskInput, 'approver' | 'deskUrl' | 'pageUrl' | 'zone'>;

/** The message to approvers of a campaign that was planned. */
export function approvalMessage(campaign: Omit<Campaign, 'id'>, approvers: Approvers) {
	const { approver, deskUrl, pageUrl, zone } = approvers;
	const { name, rows, megabytes, budget, leftOut } = campaign;
	const plan = { ...campaign, approvals: [], check: checkFor(campaign, false) };
	const warnings = warningsOf(plan, zone);
	const url = approver === 'login' ? deskUrl : addressOf(pageUrl, campaign.controlKey);
	const without = leftOut > 0 ? `, ${count(leftOut, 'row')} left out` : '';
	const words = `Waiting for approval: ${amount(campaign)}, budget ${number(budget)} MB${without}.`;
	const told = warnings.map(({ words }) => words);
	const text = messageText([words], url, name, told);
	return { text, campaign: name, rows, megabytes, budget, leftOut, warnings, url };
}

/** In characters: our own longest sentence has 300. */
const maxTextLength = 500;

/**
 * Replacements of signs that begin the markup of chats. Slack's mrkdwn, Markdown in Teams and HTML in mails read the
 * entities of `& < >` as these signs (Slack, Formatting message text: Escaping text). No sign hides those of Markdown links
 * and code in all of them, nor the `@` of a mention, so others stand in their place.
 */
const harmless: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'[': '(',
	']': ')',
	'`': "'",
	'*': '∗',
	'~': '∼',
	'@': '＠',
};

/** A message on one line. The name of the campaign stands behind figures and address, so that it can't write its own message. */
function messageText(figures: string[], address: string, name: string, more: string[]): string {
	const texts = [`Campaign “${name}”.`, ...more].map(inMessage);
	return [...figures.map(inMessage), address, ...texts].filter((text) => text !== '').join(' ');
}

/** A text that somebody else has written, so that nobody takes it for more. */
function inMessage(text: string): string {
	const line = withoutTurns(text)
		.replace(/[\p{Cc}\p{Z}]+/gu, ' ')
		.trim();
	const shown = line.length > maxTextLength ? `${line.slice(0, maxTextLength - 1)}…` : line;
	return shown.replace(/[&<>[\]`*~@]/g, (sign) => harmless[sign] ?? '');
}
