import { count, number } from './html';
import { labels } from './labels';
import { reportOf, type ReportInput } from './report';
import { endings } from './types';

/** A campaign in a message: what became of it, with the figures of its report. */
export interface Message {
	text: string;
	campaign: string;
	status: string;
	problem: string;
	rows: number;
	megabytes: number;
	leftOut: number;
	/** Rows and MB by ending. */
	results: ReturnType<typeof reportOf>['results'];
	/** Opens the page without buttons. */
	viewKey: string;
}

/** What is to be told of a campaign that was changed: that it ended, or that it needs a person; undefined for neither. */
export function messageOf(
	input: ReportInput,
): { kind: 'ended' | 'needsPerson'; message: Message } | undefined {
	const { campaign } = input;
	const report = reportOf(input);
	const { name, status, state, problem, results, rows, megabytes, leftOut } = report;
	const isEnded = status === 'finished' || status === 'canceled';
	if (!isEnded && status !== 'paused' && status !== 'planned') return undefined;
	const figures = endings
		.filter((one) => results[one].rows > 0)
		.map(
			(one) =>
				`${labels[one]}: ${count(results[one].rows, 'row')}, ${number(results[one].megabytes)} MB`,
		);
	const text = [`${name}: ${state}.`, problem, `${figures.join('. ')}.`].filter(Boolean).join(' ');
	const message = {
		text,
		campaign: name,
		status,
		problem,
		rows,
		megabytes,
		leftOut,
		results,
		viewKey: campaign.viewKey,
	};
	return { kind: isEnded ? 'ended' : 'needsPerson', message };
}
