import { buttons, type Button } from '../campaign/change';
import { filledIn, isValueButton, type ValueButton } from '../campaign/changeValue';
import { html, nothing, type Html } from '../pages/html';
import { count, number } from '../platform/figureWords';
import { section } from './page';
import type { Report } from './report';
import { plus, takesBudget } from '../campaign/results';
import { endings } from '../campaign/types';

/** Where links and buttons lead. @param base the status page without a query, or '' on the page itself */
export function addressOf(base: string, key: string): string {
	return `${base}?key=${encodeURIComponent(key)}`;
}

function form(address: string, ...content: Html[]): Html {
	return html`<form method="post" action="${address}">${content}</form>`;
}

function buttonOf(action: Button, look: 'first' | 'second' | 'stop'): Html {
	return html`<button name="action" value="${action}" class="${look}">${buttons[action]}</button>`;
}

type Approvable = Pick<Report, 'results' | 'budget' | 'hash' | 'approvedBy'>;

/** Approves exactly what the page shows. @param warnings how many of them it shows */
export function approval(report: Approvable, address: string, warnings = 0): Html {
	const { results, budget, hash, approvedBy } = report;
	const { rows, megabytes } = results.notSent;
	const begun = endings.filter((ending) => ending !== 'notSent' && takesBudget(ending));
	const used = begun.reduce((sum, ending) => plus(sum, results[ending].megabytes), 0);
	const left = Math.max(0, plus(budget, -used));
	const within =
		megabytes > left
			? `of which at most ${number(left)}`
			: `within the budget of ${number(budget)}`;
	const then =
		approvedBy === '' ? 'Nothing is given before you approve.' : 'Gifts go on after that.';
	return section(
		'Approve',
		html`<p>${count(rows, 'row')} and ${number(megabytes)} MB to give, ${within} MB. ${then}</p>
			${warnings > 0 ? html`<p><strong>${count(warnings, 'warning')} above.</strong></p>` : nothing}
			<p>Fingerprint to approve: <code>${hash}</code></p>`,
		form(
			address,
			html`<input type="hidden" name="hash" value="${hash}" /><label
					>Your name or email<input name="by" required maxlength="200" autocomplete="email"
				/></label>`,
			buttonOf('approve', 'first'),
		),
	);
}

/** What can be done now, as forms. @param warnings how many of them the page shows */
export function controls(report: Report, address: string, warnings: number): Html[] {
	const { results } = report;
	const has = (button: Button) => report.buttons.includes(button);
	const run = (['pause', 'resume'] as const).filter(has).map((button) => buttonOf(button, 'first'));
	const doubts = (['checkAgain', 'countGiven', 'countFailed'] as const).filter(has);
	const link = (view: string, look: string, label: string) =>
		html`<a class="button ${look}" href="${`${address}&view=${view}`}">${label}</a>`;
	const control = [
		...run,
		...(report.buttons.some(isValueButton) ? [link('change', 'second', 'Change…')] : []),
		...(has('cancel') ? [link('cancel', 'stop', 'Cancel…')] : []),
	];
	const look = (button: Button) => buttonOf(button, button === 'checkAgain' ? 'first' : 'second');
	return [
		...(has('approve') ? [approval(report, address, warnings)] : []),
		...(control.length > 0 ? [section('Control', form(address, ...control))] : []),
		...(has('retry')
			? [
					section(
						`${number(results.failed.rows)} failed`,
						html`<p>
							Fix what the reasons say first. Each row is looked up before it is retried.
						</p>`,
						form(address, buttonOf('retry', 'first')),
					),
				]
			: []),
		...(doubts.length > 0
			? [
					section(
						results.inDoubt.rows > 0
							? `${number(results.inDoubt.rows)} in doubt`
							: 'Rows that may have been sent',
						html`<p>
							The platform gave no clear response, or nobody saw it. <em>Check again</em> looks them
							up, and gives to those that were not given.
						</p>`,
						form(address, ...doubts.map(look)),
					),
				]
			: []),
	];
}

/** What a view of the page asks in place of its buttons; undefined where it's not for this campaign. */
export function askedIn(view: string | undefined, report: Report, address: string): Html[] {
	if (view === 'cancel' && report.buttons.includes('cancel'))
		return [cancellation(report, address)];
	return view === 'change'
		? report.buttons.filter(isValueButton).map(valueForm(report, address))
		: [];
}

/** The label of a button's field, and what follows. */
const values: Record<ValueButton, [label: string, type: 'number' | 'tel', then: string]> = {
	changeBudget: [
		'Budget (MB)',
		'number',
		'Nothing is given from then on until somebody approves the campaign again. Once approved, a budget below what is planned can only be raised.',
	],
	raiseDayLimit: [
		'Most MB per Day',
		'number',
		'All campaigns with a limit share it. Nothing is given from then on until somebody approves the campaign again.',
	],
	addOptOut: [
		'Phone number',
		'tel',
		'It gets nothing from any campaign, from the next step on. What it has stays.',
	],
};

/** A form for each button with a value, on a page that doesn't refresh. */
function valueForm(report: Report, address: string): (button: ValueButton) => Html {
	return (button) => {
		const [label, type, then] = values[button];
		const name = filledIn[button];
		const now = name === 'phone' ? '' : report[name];
		const limits = type === 'number' ? html`min="0" step="any" value="${now}"` : nothing;
		return section(
			buttons[button],
			html`<p>${then}</p>`,
			form(
				address,
				html`<input type="hidden" name="hash" value="${report.hash}" /><label
						>${label}<input name="${name}" type="${type}" required ${limits}
					/></label>`,
				buttonOf(button, 'first'),
				html`<a class="button second" href="${address}">Back</a>`,
			),
		);
	};
}

/** Asks before a campaign is canceled for good. */
function cancellation({ results }: Report, address: string): Html {
	return section(
		'Cancel this campaign?',
		html`<p>
			Gifts not sent stay unsent: ${number(results.notSent.rows)}. A canceled campaign can't be
			resumed.
		</p>`,
		form(
			address,
			buttonOf('cancel', 'stop'),
			html`<a class="button second" href="${address}">Keep campaign</a>`,
		),
	);
}
