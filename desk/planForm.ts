import { textIn } from '../platform/answer';
import { maxCampaignLength } from '../platform/identifiers';
import { isColumnName } from '../lists/declared';
import { choice, hidden, input, type Field, type Option, type ValueOf } from './formFields';
import { html, nothing, type Html } from '../pages/html';
import { section } from './page';
import { askedFields, columnChoices, isReadingField, readingFields } from './readingForm';
import type { ShownList } from '../lists/shownList';

/** A service of the account. */
export interface OfferedService {
	serviceKey: string;
	name: string;
}

/** The form that a campaign is planned with. */
export interface PlanForm {
	/** Empty where the platform doesn't tell. */
	services: OfferedService[];
	/** Of the times that are entered. */
	zone: string;
	/** Proves that the form is the desk's own (formToken.ts). */
	token: string;
	entered?: Record<string, unknown>;
	/** The file that was entered, and what the form sends in its place. */
	kept?: { fileName: string; entries: Record<string, string> };
	/** What was seen of it. */
	list?: ShownList;
}

const required = html`required`;

const settings: Field[] = [
	['campaign', 'Campaign, a new name', 'text', html`required maxlength="${maxCampaignLength}"`],
	['budget', 'Budget (MB)', 'number', html`required min="0" step="any"`],
];

const limits: Field[] = [
	['startAt', 'Start', 'datetime-local'],
	['stopAt', 'Stop', 'datetime-local'],
	['quietFrom', 'Quiet hours from', 'time'],
	['quietTo', 'Quiet hours to', 'time'],
	['rowsPerSecond', 'Rows per second', 'number', html`min="0" max="1000"`],
];

/** Where a campaign is planned: its settings, its list, and how that is read. */
export function planForm({ services, zone, token, entered = {}, kept, list }: PlanForm): Html {
	const valueOf = (name: string) => textIn(entered[name]) ?? '';
	const inputOf = (field: Field) => input(field, valueOf);
	const isEntered = ([name]: Field) => valueOf(name) !== '';
	const isReadingEntered = Object.keys(entered).some((name) => {
		return isReadingField(name) && valueOf(name) !== '';
	});
	const isAsEntered = valueOf('sendAsEntered') === 'true';
	const file: Field = ['list', 'List (workbook or CSV file)', 'file', required];
	return section(
		'Plan a campaign',
		html`<p>
				The list has a row for each customer, with columns for the phone number and the amount.
				Nothing is given before somebody approves what the next page shows.
			</p>
			<form method="post" enctype="multipart/form-data" class="fields">
				${hidden('token', token)} ${settings.map(inputOf)} ${serviceField(services, valueOf)}
				${kept ? keptFile(kept, entered) : inputOf(file)} ${list ? nothing : chosenColumns(entered)}
				<details ${list || isReadingEntered ? html`open` : nothing}>
					<summary>How the list is read</summary>
					${list ? [askedFields(valueOf, list.questions), columnChoices(list.columns, list.questions)] : nothing}
					${readingFields(valueOf, list?.questions)}
					<p class="soft">
						Leave it by default where the list shows it. What it doesn't show is asked before
						anything is planned.
					</p>
				</details>
				<details ${isAsEntered || limits.some(isEntered) ? html`open` : nothing}>
					<summary>Times and rate</summary>
					${limits.map(inputOf)}
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

/** What columns were said to be, where the form doesn't ask for it again. */
function chosenColumns(entered: Record<string, unknown>): Html[] {
	const chosen = Object.entries(entered).filter(([name]) => isColumnName(name));
	return chosen.map(([name, value]) => hidden(name, textIn(value) ?? ''));
}

/** A choice of the account's services, where the platform tells them. */
function serviceField(services: OfferedService[], valueOf: ValueOf): Html {
	const entered = valueOf('service');
	const keys = services.map(({ serviceKey }) => serviceKey);
	if (keys.length === 0) return input(['service', 'Service', 'text', required], valueOf);
	const others = entered === '' || keys.includes(entered) ? [] : [entered];
	const isChosen = entered !== '' || keys.length === 1;
	const options = [
		...(isChosen ? [] : [['', 'Choose…'] as Option]),
		...others.map((key): Option => [key, key]),
		...services.map(({ serviceKey, name }): Option => [serviceKey, `${name} (${serviceKey})`]),
	];
	return choice(['service', 'Service', options, required], valueOf);
}

/** The file goes along with the form. Another one is chosen in a form with the same entries. */
function keptFile(
	{ fileName, entries }: NonNullable<PlanForm['kept']>,
	entered: Record<string, unknown>,
): Html {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(entered)) {
		const isElsewhere = name === 'token' || Object.hasOwn(entries, name) || isColumnName(name);
		if (!isElsewhere) query.set(name, textIn(value) ?? '');
	}
	const fields = Object.entries(entries).map(([name, value]) => hidden(name, value));
	return html`${fields}${hidden('fileName', fileName)}
		<p>List: <b>${fileName}</b>. <a href="?${query.toString()}">Choose another file</a></p>`;
}
