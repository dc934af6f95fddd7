import { textIn } from '../platform/answer';
import { maxCampaignLength } from '../platform/identifiers';
import type { Draft } from '../campaign/draft';
import { addRowsWords, settingLabels } from '../campaign/settings';
import {
	budgetField,
	choice,
	hiddenInput,
	input,
	tick,
	type AskedOf,
	type FormField,
	type Option,
} from './formFields';
import { html, nothing, type Html } from '../pages/html';
import { section } from './page';
import { columnSteps, isReadingField, readingFields } from './readingForm';
import { correctedFields } from './corrections';
import { leaveOutWords } from './warnings';
import { addWords } from './reportSections';
import { sentenceOf } from '../lists/questions';
import { say, translated } from '../platform/say';

/** A service of the account. */
interface OfferedService {
	serviceKey: string;
	/** Its name and its key. */
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
	/** The list that is planned, where it's stored. */
	draft?: Draft;
}

const required = html`required`;

const labelOf = (name: keyof typeof settingLabels) => translated(settingLabels[name]);

const limits = (): FormField[] => [
	['startAt', labelOf('startAt'), 'datetime-local'],
	['stopAt', labelOf('stopAt'), 'datetime-local'],
	['quietFrom', labelOf('quietFrom'), 'time'],
	['quietTo', labelOf('quietTo'), 'time'],
	['rowsPerSecond', labelOf('rowsPerSecond'), 'number', html`min="0" max="1000"`],
];

/** The form that plans a campaign: its settings, its list, and how that is read. */
export function planForm({ services, zone, token, draft, ...more }: PlanForm): Html {
	const entered: Record<string, unknown> = draft?.entered ?? more.entered ?? {};
	const valueOf = (name: string) => textIn(entered[name]) ?? '';
	const askedOf = askedIn(draft);
	const inputOf = (...field: FormField) => input(field, valueOf, askedOf(field[0]));
	const isShown = (name: string) => valueOf(name) !== '' || askedOf(name) !== undefined;
	const open = (isOpen: boolean) => (isOpen ? html`open` : nothing);
	const { questions = [], columns = [] } = draft ?? {};
	const isTimed = ['sendAsEntered', ...limits().map(([name]) => name)].some(isShown);
	const isRead = Object.keys(entered).some((name) => isReadingField(name) && isShown(name));
	const isAdded = valueOf('addsRows') === 'true';
	const mayAdd = isShown('addsRows') || askedOf('campaign') !== undefined;
	const nameLimits = html`required maxlength="${maxCampaignLength}"`;
	return section(
		draft ? say`The list and its settings` : isAdded ? addWords() : say`Plan a campaign`,
		draft ? nothing : html`<p>${before()}</p>`,
		html`<form method="post" enctype="multipart/form-data" class="fields">
			${hiddenInput('token', token)} ${inputOf('campaign', labelOf('name'), 'text', nameLimits)}
			${inputOf(...budgetField(isAdded))}
			${choiceOfService(services, valueOf('service'), askedOf('service'))}
			${mayAdd ? tick('addsRows', translated(addRowsWords), valueOf) : nothing}
			${draft ? storedFile(draft) : inputOf('list', fileLabel(), 'file', required)}
			<details ${open(draft !== undefined || isRead)}>
				<summary>${say`How the list is read`}</summary>
				${readingFields({ valueOf, askedOf, questions, columns })}
				<p class="soft">
					${say`Leave “Find out” where the list shows it. Open questions are asked before anything is planned.`}
				</p>
			</details>
			<details ${open(isTimed)}>
				<summary>${say`Times and rate`}</summary>
				${limits().map((field) => inputOf(...field))}
				<p class="soft">
					${say`Start and stop are in ${zone}, quiet hours are where each customer lives. Empty fields set no limit.`}
				</p>
				${tick('sendAsEntered', sentAsEntered(), valueOf)}
			</details>
			${draft ? correctedFields(entered) : nothing}
			${tick('leaveOutGiven', translated(leaveOutWords), valueOf)}
			<button>${draft ? say`Read again` : say`Check the list`}</button>
		</form>`,
	);
}

const before = () =>
	say`The list has a row for each customer, with columns for the phone number and the amount. Nothing is given before somebody approves what the next page shows.`;
const sentAsEntered = () =>
	say`Send numbers as entered, also test numbers that no numbering plan has. Typing errors aren't noticed.`;
const fileLabel = () => say`List (workbook or CSV file)`;

/** The questions and errors, by field of the form. */
function askedIn({ questions, problems }: Partial<Draft> = {}): AskedOf {
	const asked = new Map<string, string>();
	for (const question of questions ?? []) {
		const { field } = question;
		asked.set(field, [sentenceOf(question), translated(columnSteps[field] ?? '')].join(' ').trim());
	}
	for (const { field = '', text } of problems ?? []) asked.set(field, translated(text));
	return (name) => asked.get(name);
}

/** A choice of the account's services, where the platform tells them. */
function choiceOfService(services: OfferedService[], entered: string, asked?: string): Html {
	const valueOf = () => entered;
	const isKnown = services.some(({ serviceKey }) => serviceKey === entered);
	if (services.length === 0) {
		return input(['service', labelOf('serviceKey'), 'text', required], valueOf, asked);
	}
	const none: Option[] = services.length === 1 ? [] : [['', say`Choose…`]];
	const others: Option[] = entered === '' ? none : [[entered, entered]];
	const offered = services.map(({ serviceKey, name }): Option => [serviceKey, name]);
	const options = [...(isKnown ? [] : others), ...offered];
	return choice(['service', labelOf('serviceKey'), options, required], valueOf, asked);
}

/** The list that is stored, and a field for another one. */
function storedFile({ fileName }: Draft): Html {
	const name = fileName ?? say`rows that a program has sent`;
	return html`<p>${say`List:`} <b>${name}</b></p>
		<details>
			<summary>${say`Choose another list`}</summary>
			${input(['list', fileLabel(), 'file'], () => '')}
		</details>`;
}
