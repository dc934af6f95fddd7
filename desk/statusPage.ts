import { addressOf, askedIn, controls } from './buttons';
import { checkOf, leftOutOf } from './checkSections';
import { byCountry, figures, groups, progress, reasons } from './figureSections';
import { html, nothing, type Html } from '../pages/html';
import { count, timeIn } from '../platform/figureWords';
import { alertList, note, pageOf, section, wrongSection } from './page';
import { draftAddress } from './deskPage';
import { planSection } from './planSection';
import type { Report, Right } from './report';
import type { Campaign } from '../campaign/types';
import { warningsOf } from './warnings';

export interface StatusInput {
	report: Report;
	right: Right;
	keys: Pick<Campaign, 'viewKey' | 'controlKey' | 'planId'>;
	/** Of the times that are shown. */
	zone: string;
	/** Where all campaigns are; '' where nobody says. */
	deskAddress?: string;
	/** `cancel` asks first, `change` has forms with values, `still` doesn't refresh. */
	view?: 'cancel' | 'change' | 'still';
	/** Why nothing was done. */
	notice?: string;
}

/** The page, and after how many seconds it is read again; 0 for never. */
export interface Page {
	html: string;
	refresh: number;
}

/** The status of a campaign. With the view key it has no buttons, and no way to the rows with their numbers. */
export function statusPage(input: StatusInput): Page {
	const { report, right, keys, zone, view, notice, deskAddress } = input;
	const isControl = right === 'control';
	const address = addressOf('', isControl ? keys.controlKey : keys.viewKey);
	const { name, state, problem, changes, isBalanced, balance, status, buttons, quiet } = report;
	const { wrongCells } = report;
	const isBegun = report.approvedBy !== '' || status !== 'planned';
	const asked = isControl ? askedIn(view, report, address) : [];
	const isAsking = asked.length > 0;
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
		...checkOf(report, isControl),
		deskAddress && !isBegun
			? html`<p>
					<a href="${draftAddress(deskAddress, keys)}">Change a setting, or how the list is read</a>
				</p>`
			: nothing,
	];
	const begun = [figures(report), ...reasons(report), ...groups(report), planSection(report, zone)];
	const content = [
		html`<p class="state">${state}</p>`,
		...asked,
		notice ? note(notice, 'plain') : nothing,
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
		more(input, address, refresh),
	];
	return { html: pageOf(name, ...content), refresh };
}

const heldText =
	'Rows over the budget are held: those before them fill it, also where they failed. To give them, raise the budget under “Change…”, then approve again.';

const decidedElsewhere =
	'It waits for somebody with its control address, or with the login of all campaigns, to approve or cancel it.';

function refreshOf(status: Campaign['status']): number {
	if (status === 'running') return 5;
	return status === 'planned' || status === 'paused' ? 30 : 0;
}

function quietText({ rows, until }: NonNullable<Report['quiet']>, zone: string): string {
	return `Quiet hours hold ${count(rows, 'row')}, the first until ${timeIn(zone, until)}.`;
}

function more(
	{ right, deskAddress = '', keys, view }: StatusInput,
	address: string,
	refresh: number,
): Html {
	const isControl = right === 'control';
	const link = (query: string, label: string) => html`<a href="${address}${query}">${label}</a>`;
	return section(
		'More',
		isControl
			? html`<p>${link('&format=file', 'Download the list with its results')}</p>
					<p>
						<a href="${addressOf('', keys.viewKey)}">View address, to share</a>: no buttons, no
						phone numbers
					</p>`
			: nothing,
		deskAddress ? html`<p><a href="${deskAddress}">All campaigns</a></p>` : nothing,
		isControl && deskAddress
			? html`<p>
					<a href="${deskAddress}?again=${keys.planId}">Plan again with these settings</a>
				</p>`
			: nothing,
		html`<p>${link('&format=json', 'Figures for programs (JSON)')}</p>`,
		refresh > 0
			? html`<p>
					This page refreshes every ${refresh} seconds. ${link('&view=still', 'Stop refreshing')}
				</p>`
			: html`<p>${link('', view === 'still' ? 'Refresh by itself' : 'Refresh')}</p>`,
	);
}
