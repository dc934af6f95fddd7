import { getCountries } from '../libraries/libphonenumber';
import { textIn } from '../platform/answer';
import { standingOf } from './batch';
import { addressOf } from './buttons';
import { missingIn, type SetUp } from './deskCheck';
import { alertList, html, note, nothing, pageOf, section, table, timeIn, type Html } from './html';
import { quietOf, states } from './report';
import type { Batch, Campaign } from './types';
import { textsOf, wrongOf, wrongSection, type WrongCell } from './wrongCells';

/** A service of the account. */
export interface OfferedService {
	serviceKey: string;
	name: string;
}

export interface DeskInput extends SetUp {
	/** The newest ones that can be read. */
	campaigns: Campaign[];
	/** Of others, and of batches. */
	wrong: WrongCell[];
	/** Empty where the platform doesn't tell. */
	services: OfferedService[];
	/** Whether the desk's login also decides; else only who was sent the control address does. */
	approver: 'login' | 'address';
	/** Of the pages of campaigns, as this page links them. */
	pageAddress: string;
	/** Of the times that are shown and entered. */
	zone: string;
	/** The file that was entered, which needn't be chosen again. */
	kept?: { fileName: string; base64: string };
	/** Why nothing was planned, and what was entered. */
	problem?: string;
	entered?: Record<string, unknown>;
}

/** Where campaigns are planned and found. */
export function deskPage(input: DeskInput): string {
	const { problem, wrong } = input;
	const missing = missingIn(input);
	return pageOf(
		'Mobile data campaigns',
		problem === undefined ? nothing : note(`Nothing was planned. ${problem}`, 'alert'),
		missing.length > 0 ? alertList("Set-up isn't complete", missing) : nothing,
		wrongSection(textsOf(wrong)),
		planning(input),
		known(input),
		missing.length > 0 ? nothing : html`<p class="soft">${complete} ${timesIn(input.zone)}</p>`,
	);
}

const complete =
	'Set-up is complete: this address is the published one, the platform answers, and runs end by themselves. Messages are sent where Ask for approval and Tell the team are enabled.';

function timesIn(zone: string): string {
	return `Times and days are those of ${zone}: the workflow's Settings, Timezone.`;
}

type Field = [name: string, label: string, type: string, attributes?: Html];

function planning({ services, zone, entered = {}, kept }: DeskInput): Html {
	const valueOf = ([name]: [name: string, ...rest: unknown[]]) => textIn(entered[name]) ?? '';
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
		...(kept ? [] : ([['list', 'List (workbook or CSV file)', 'file', required]] as Field[])),
	];
	const more: Field[] = [
		['megabytes', 'MB for rows without an amount', 'number', amount],
		['startAt', 'Start', 'datetime-local'],
		['stopAt', 'Stop', 'datetime-local'],
		['quietFrom', 'Quiet hours from', 'time'],
		['quietTo', 'Quiet hours to', 'time'],
		['rowsPerSecond', 'Rows per second', 'number', html`min="0" max="1000"`],
	];
	const select = ([name, label, choices]: Choice) =>
		html`<label
			>${label}<select name="${name}">
				${choices.map(
					([value, words]) =>
						html`<option value="${value}" ${valueOf([name]) === value ? html`selected` : nothing}>
							${words}
						</option>`,
				)}
			</select></label
		>`;
	const isAsEntered = textIn(entered.sendAsEntered) === 'true';
	const isRead = [...readingFields, ...readingChoices].some(([name]) => valueOf([name]) !== '');
	return section(
		'Plan a campaign',
		html`<p>
				The list has a row for each customer, with columns for the phone number and the amount.
				Nothing is given before somebody approves what the next page shows.
			</p>
			<form method="post" enctype="multipart/form-data" class="fields">
				${main.map(field)}${kept ? keptFile(kept, entered) : nothing}
				<datalist id="services">
					${services.map(
						({ serviceKey, name }) => html`<option value="${serviceKey}">${name}</option>`,
					)}
				</datalist>
				<details ${isRead ? html`open` : nothing}>
					<summary>How the list is read</summary>
					${readingChoices.map(select)} ${readingFields.map(field)}
					<p class="soft">
						Leave empty what the list shows itself. What it doesn't is asked before anything is
						planned.
					</p>
				</details>
				<details ${isAsEntered || more.some(isEntered) ? html`open` : nothing}>
					<summary>Times, rate and default amount</summary>
					${more.map(field)}
					<p class="soft">
						Start and stop are in ${zone}, quiet hours are where each customer lives. Empty fields
						set no limit.
					</p>
					<label
						><input
							name="sendAsEntered"
							type="checkbox"
							value="true"
							${isAsEntered ? html`checked` : nothing}
						/>
						Send numbers as entered, also test numbers that no numbering plan has. Typing errors
						aren't noticed.</label
					>
				</details>
				<button>Check the list</button>
			</form>`,
	);
}

/** The file goes along with the form. Another one is chosen in a form with the same entries. */
function keptFile(
	{ fileName, base64 }: NonNullable<DeskInput['kept']>,
	entered: Record<string, unknown>,
): Html {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(entered)) {
		if (name !== 'file') query.set(name, textIn(value) ?? '');
	}
	return html`<input type="hidden" name="file" value="${base64}" /><input
			type="hidden"
			name="fileName"
			value="${fileName}"
		/>
		<p>List: <b>${fileName}</b>. <a href="?${query.toString()}">Choose another file</a></p>`;
}

type Choice = [name: string, label: string, choices: (readonly [value: string, words: string])[]];

const fromList = ['', 'From the list'] as const;

/** How the list is read (declared.ts). */
const readingChoices: Choice[] = [
	[
		'country',
		'Country of numbers without a code',
		[fromList, ['international', 'All have their code'], ...countries()],
	],
	[
		'twoWays',
		'Ambiguous numbers are',
		[fromList, ['national', 'Of the country'], ['international', 'International']],
	],
	['unit', 'Unit of amounts', [fromList, ['MB', 'MB'], ['GB', 'GB']]],
	[
		'gigabyte',
		'A GB is',
		[
			['', '1,024 MB'],
			['1000', '1,000 MB'],
		],
	],
	['decimal', 'Decimal sign', [fromList, ['comma', 'Comma'], ['point', 'Point']]],
	['firstRow', 'First row', [fromList, ['names', 'Names of columns'], ['customer', 'A customer']]],
];

const readingFields: Field[] = [
	['phoneColumn', 'Column with phone numbers', 'text'],
	['amountColumn', 'Column with amounts', 'text'],
	['sheet', 'Sheet of the workbook', 'text'],
];

function countries(): (readonly [string, string])[] {
	const names = new Intl.DisplayNames('en', { type: 'region' });
	return getCountries()
		.map((code) => [code, names.of(code) ?? code] as const)
		.sort(([, one], [, other]) => one.localeCompare(other, 'en'));
}

function known(input: DeskInput): Html {
	const { campaigns, batches, wrong, pageAddress, zone, now } = input;
	if (campaigns.length === 0) return nothing;
	const lines = campaigns.map((campaign) => {
		const { name, rows, megabytes, plannedAt } = campaign;
		const own = batches.filter(({ planId }) => planId === campaign.planId);
		const failed = own.reduce((sum, one) => sum + one.failed, 0);
		const link = html`<a href="${addressOf(pageAddress, deskKey(campaign, input))}">${name}</a>`;
		const isWrong = wrongOf(wrong, campaign) !== undefined;
		const done = isWrong ? '' : progressOf(campaign, own);
		const state = isWrong ? 'Wrong cell' : wordsOf(campaign, own, now);
		return [link, state, done, failed || '', rows, megabytes, timeIn(zone, plannedAt)];
	});
	const head = ['Campaign', 'State', 'Done', 'Failed', 'Rows', 'Planned MB', 'Planned'];
	return section('Campaigns', table('Campaigns', head, lines));
}

/** The key that the desk's login opens a campaign with. */
export function deskKey(
	{ viewKey, controlKey }: Pick<Campaign, 'viewKey' | 'controlKey'>,
	{ approver }: Pick<DeskInput, 'approver'>,
): string {
	return approver === 'login' ? controlKey : viewKey;
}

/** What it does, and what holds it up. @param own its batches with rows that aren't done, or failed */
function wordsOf(campaign: Campaign, own: Batch[], now: number): string {
	const state = states[standingOf(campaign, now)];
	if (quietOf(campaign, own, now)) return `${state}, quiet hours`;
	return campaign.status === 'running' && campaign.problem ? `${state}, held up` : state;
}

/** The share of rows that have ended. @param own as in `wordsOf` */
function progressOf({ rows }: Campaign, own: Batch[]): string {
	const left = own.reduce((sum, { notSent, inDoubt }) => sum + notSent + inDoubt, 0);
	return `${Math.floor((100 * (rows - left)) / (rows || 1))}%`;
}
