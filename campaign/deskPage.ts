import { textIn } from '../platform/answer';
import { standingOf } from './batch';
import { addressOf } from './buttons';
import { html, note, nothing, pageOf, section, table, timeIn, type Html } from './html';
import { states } from './report';
import type { Campaign } from './types';

/** A service of the account. */
export interface OfferedService {
	serviceKey: string;
	name: string;
}

export interface DeskInput {
	/** The newest ones. */
	campaigns: Campaign[];
	/** Empty where the platform doesn't tell. */
	services: OfferedService[];
	/** Of the pages of campaigns, as this page links them. */
	pageAddress: string;
	/** Of the times that are shown and entered. */
	zone: string;
	now: number;
	/** Why the services can't be read. */
	trouble?: string;
	/** Why nothing was planned, and what was entered. */
	problem?: string;
	entered?: Record<string, unknown>;
}

/** Where campaigns are planned and found. It's for those who may also decide about them. */
export function deskPage(input: DeskInput): string {
	const { problem, trouble } = input;
	return pageOf(
		'Mobile data campaigns',
		problem === undefined ? nothing : note(`Nothing was planned. ${problem}`, 'alert'),
		trouble === undefined
			? nothing
			: note(`The platform's services can't be read. ${trouble}`, 'alert'),
		planning(input),
		known(input),
	);
}

type Field = [name: string, label: string, type: string, attributes?: Html];

function planning({ services, zone, entered = {} }: DeskInput): Html {
	const valueOf = ([name]: Field) => textIn(entered[name]) ?? '';
	const isEntered = (one: Field) => valueOf(one) !== '';
	const field = (one: Field) => {
		const [name, label, type, more = nothing] = one;
		return html`<label
			>${label}<input name="${name}" type="${type}" value="${valueOf(one)}" ${more}
		/></label>`;
	};
	const required = html`required`;
	const amount = html`min="0" step="any"`;
	const main: Field[] = [
		['campaign', 'Campaign, a new name', 'text', html`required maxlength="180"`],
		['service', 'Service', 'text', html`required list="services" autocomplete="off"`],
		['budget', 'Budget (MB)', 'number', html`required min="0" step="any"`],
		['list', 'List (CSV file)', 'file', required],
	];
	const more: Field[] = [
		['megabytes', 'MB for rows without an amount', 'number', amount],
		['startAt', 'Start', 'datetime-local'],
		['stopAt', 'Stop', 'datetime-local'],
		['quietFrom', 'Quiet hours from', 'time'],
		['quietTo', 'Quiet hours to', 'time'],
		['rowsPerSecond', 'Rows per second', 'number', html`min="0" max="1000"`],
	];
	return section(
		'Plan a campaign',
		html`<p>
				The list has a row for each customer, with the columns phone and megabytes. Nothing is given
				before somebody approves what the next page shows.
			</p>
			<form method="post" enctype="multipart/form-data" class="fields">
				${main.map(field)}
				<datalist id="services">
					${services.map(
						({ serviceKey, name }) => html`<option value="${serviceKey}">${name}</option>`,
					)}
				</datalist>
				<details ${more.some(isEntered) ? html`open` : nothing}>
					<summary>Times, rate and default amount</summary>
					${more.map(field)}
					<p class="soft">
						Start and stop are in ${zone}, quiet hours are where each customer lives. Empty fields
						set no limit.
					</p>
				</details>
				<button>Check the list</button>
			</form>`,
	);
}

function known({ campaigns, pageAddress, zone, now }: DeskInput): Html {
	if (campaigns.length === 0) return nothing;
	const lines = campaigns.map((campaign) => {
		const { name, rows, megabytes, plannedAt, controlKey } = campaign;
		const link = html`<a href="${addressOf(pageAddress, controlKey)}">${name}</a>`;
		const state = states[standingOf(campaign, now)];
		return [link, state, rows, megabytes, timeIn(zone, plannedAt)];
	});
	const head = ['Campaign', 'State', 'Rows', 'MB', 'Planned'];
	return section('Campaigns', table('Campaigns', head, lines));
}
