import { addressOf, cancellation, controls } from './buttons';
import { chart } from './chart';
import { checkOf, leftOutOf } from './checkSections';
import {
	alertList,
	count,
	html,
	note,
	nothing,
	number,
	pageOf,
	section,
	table,
	timeIn,
	type Html,
} from './html';
import { labels, placeLabel } from './labels';
import type { ReadAgain } from './planAgain';
import { planSection } from './planSection';
import type { Report, Right } from './report';
import { endings, type Campaign, type Ending } from './types';
import { warningsOf } from './warnings';
import { wrongSection } from './wrongCells';

export interface StatusInput {
	report: Report;
	right: Right;
	keys: Pick<Campaign, 'viewKey' | 'controlKey' | 'planId'>;
	/** Of the times that are shown. */
	zone: string;
	/** Where all campaigns are; '' where nobody says. */
	deskAddress?: string;
	/** `cancel` asks first; `still` doesn't refresh. */
	view?: 'cancel' | 'still';
	/** What the button did that was pressed. */
	notice?: Notice;
	/** How its list can be read again. */
	readAgain?: ReadAgain;
}

export interface Notice {
	text: string;
	isRefused: boolean;
}

/** The page, and after how many seconds it is read again; 0 for never. */
export interface Page {
	html: string;
	refresh: number;
}

/** The status of a campaign. With the view key it has no buttons, and no way to the rows with their numbers. */
export function statusPage(input: StatusInput): Page {
	const { report, right, keys, zone, deskAddress = '', view, notice, readAgain } = input;
	const isControl = right === 'control';
	const address = addressOf('', isControl ? keys.controlKey : keys.viewKey);
	const { name, state, problem, changes, isBalanced, balance, status, buttons, quiet } = report;
	const { wrongCells } = report;
	const isBegun = report.approvedBy !== '' || status !== 'planned';
	const isAsking = isControl && view === 'cancel' && buttons.includes('cancel');
	// A page that refreshes would empty the field of a person who types.
	const isTyped = isControl && buttons.includes('approve');
	const refresh = isAsking || isTyped || view === 'still' ? 0 : refreshOf(status);
	const warnings = isBegun ? [] : warningsOf(report, zone);
	const actions = isControl && !isAsking ? controls(report, address, warnings.length) : [];
	// The button comes last, so that a person has seen everything before.
	const toApprove = [
		...warnings.map((text) => note(text, 'alert')),
		planSection(report, zone),
		byCountry(report),
		...checkOf(report, isControl, readAgain),
	];
	const begun = [figures(report), ...reasons(report), ...groups(report), planSection(report, zone)];
	const content = [
		html`<p class="state">${state}</p>`,
		isAsking ? cancellation(report, address) : nothing,
		notice ? note(notice.text, notice.isRefused ? 'plain' : 'good') : nothing,
		wrongSection(wrongCells),
		problem && changes.length + wrongCells.length === 0 ? note(problem, 'alert') : nothing,
		changes.length > 0
			? alertList(
					'Changed since the approval',
					changes,
					html`<p>Nothing is given until it's approved again.</p>`,
				)
			: nothing,
		quiet ? note(quietText(quiet, zone), 'plain') : nothing,
		report.held > 0 ? note(heldText, 'plain') : nothing,
		status === 'planned' && !isControl ? note(decidedElsewhere, 'plain') : nothing,
		isBalanced ? nothing : note(balance, 'alert'),
		...(isBegun ? [progress(report)] : toApprove),
		...actions,
		...(isBegun ? [...begun, leftOutOf(report, isControl)] : []),
		more({
			isControl,
			address,
			deskAddress,
			refresh,
			view,
			viewAddress: addressOf('', keys.viewKey),
			planId: keys.planId,
		}),
	];
	return { html: pageOf(name, ...content), refresh };
}

const heldText =
	'Rows over the budget are held: those before them fill it, also where they failed. To give them, raise “budget” in the Data Table mobile_data_campaigns, then approve again.';

const decidedElsewhere =
	'It waits for somebody with its control address, or with the login of all campaigns, to approve or cancel it.';

function refreshOf(status: Campaign['status']): number {
	if (status === 'running') return 5;
	return status === 'planned' || status === 'paused' ? 30 : 0;
}

function quietText({ rows, until }: NonNullable<Report['quiet']>, zone: string): string {
	return `Quiet hours hold ${count(rows, 'row')}, the first until ${timeIn(zone, until)}.`;
}

function progress({ rows, done, results }: Report): Html {
	const share = (value: number) => Math.round((1000 * value) / (rows || 1)) / 10;
	const ended = endings.filter((one) => one !== 'notSent' && results[one].rows > 0);
	const percent = Math.floor((100 * done) / (rows || 1));
	return section(
		`${number(done)} of ${count(rows, 'row')} done, ${percent}%`,
		html`<div
				class="bar"
				role="progressbar"
				aria-label="Rows done"
				aria-valuemin="0"
				aria-valuemax="${rows}"
				aria-valuenow="${done}"
			>
				${ended.map(
					(one) =>
						html`<span style="width:${share(results[one].rows)}%;background:var(--${one})"></span>`,
				)}
			</div>
			<dl class="tiles">
				${endings.map(
					(one) =>
						html`<div style="--tone:var(--${one})">
							<dt>${labels[one]}</dt>
							<dd>
								<b>${number(results[one].rows)}</b
								><small>${number(results[one].megabytes)} MB</small>
							</dd>
						</div>`,
				)}
			</dl>`,
	);
}

function figures({ results, rows, megabytes, balance }: Report): Html {
	const lines = endings.map((one) => [labels[one], results[one].rows, results[one].megabytes]);
	const head = ['Result', 'Rows', 'MB'];
	const bars = endings.map((one) => ({
		label: labels[one],
		value: results[one].rows,
		color: `var(--${one})`,
	}));
	return section(
		'Figures',
		html`<div class="pair">
			${chart('Rows by result', bars)}
			${table('Rows and MB by result', head, [...lines, ['Planned', rows, megabytes]])}
		</div>`,
		html`<p>${balance}</p>`,
	);
}

function reasons({ reasons: all, onlyFinal }: Report): Html[] {
	if (all.length === 0) return [];
	const lines = all.map(({ reason, rows }) => [reason, rows]);
	const final = onlyFinal ? html`<p class="soft">A retry would end in the same way.</p>` : nothing;
	return [section('Reasons', firstLines('Rows by reason', ['Reason', 'Rows'], lines), final)];
}

const mostLines = 20;

/** A table of the first lines, and how many more there are. */
function firstLines(label: string, head: string[], lines: (string | number)[][]): Html {
	const left = lines.length - mostLines;
	const rest = left > 0 ? html`<p class="soft">And ${number(left)} more.</p>` : nothing;
	return html`${table(label, head, lines.slice(0, mostLines))}${rest}`;
}

/** What is planned in each country: a wrong one shows that numbers were read wrongly. */
function byCountry({ places }: Report): Html {
	const lines = places.map(({ place, rows }) => [placeLabel(place), rows]);
	return section('By country', firstLines('Planned rows by country', ['Country', 'Rows'], lines));
}

/** By operator, where the list names them, and by country. */
function groups({ operators, places }: Report): Html[] {
	const byOperator = operators.map(({ operator, ...figures }) => ({
		label: operator || 'Not given',
		...figures,
	}));
	const byPlace = places.map(({ place, ...figures }) => ({ label: placeLabel(place), ...figures }));
	const hasOperators = operators.some(({ operator }) => operator !== '');
	return [
		...(hasOperators ? [section('By operator', grouped('Operator', byOperator))] : []),
		section(
			'By country',
			grouped('Country', byPlace),
			html`<p class="soft">By the first digits of the number, or the time zone of the list.</p>`,
		),
	];
}

function grouped(
	head: string,
	all: ({ label: string; rows: number } & Record<Ending, number>)[],
): Html {
	const lines = all.map(({ label, rows, ...own }) => [
		label,
		rows,
		...endings.map((one) => own[one]),
	]);
	const names = [head, 'Rows', ...endings.map((one) => labels[one])];
	return firstLines(`Rows by ${head.toLowerCase()}`, names, lines);
}

interface Links extends Pick<StatusInput, 'view'> {
	isControl: boolean;
	address: string;
	deskAddress: string;
	viewAddress: string;
	planId: string;
	refresh: number;
}

function more(links: Links): Html {
	const { isControl, address, deskAddress, viewAddress, planId, refresh, view } = links;
	const link = (query: string, label: string) => html`<a href="${address}${query}">${label}</a>`;
	return section(
		'More',
		isControl
			? html`<p>${link('&format=file', 'Download the list with its results')}</p>
					<p><a href="${viewAddress}">View address, to share</a>: no buttons, no phone numbers</p>`
			: nothing,
		deskAddress ? html`<p><a href="${deskAddress}">All campaigns</a></p>` : nothing,
		isControl && deskAddress
			? html`<p><a href="${deskAddress}?again=${planId}">Plan again with these settings</a></p>`
			: nothing,
		html`<p>${link('&format=json', 'Figures for programs (JSON)')}</p>`,
		refresh > 0
			? html`<p>
					This page refreshes every ${refresh} seconds. ${link('&view=still', 'Stop refreshing')}
				</p>`
			: html`<p>${link('', view === 'still' ? 'Refresh by itself' : 'Refresh')}</p>`,
	);
}
