import { html, nothing, type Html } from '../pages/html';
import { say, speech } from '../platform/say';

/** The value of a field of a form; '' without one. */
export type ValueOf = (name: string) => string;

/** The question or error at a field, in words; undefined without one. */
export type AskedOf = (name: string) => string | undefined;

/** A field that is typed in. */
export type FormField = [name: string, label: string, type: string, attributes?: Html];

/** The field for a budget. @param isAdded whether its rows are added to an approved campaign */
export function budgetField(isAdded: boolean): FormField {
	const label = isAdded ? say`Budget for the added rows (MB)` : say`Budget (MB)`;
	return ['budget', label, 'number', html`required min="0" step="any"`];
}

/** The field for the person who decides. */
export function nameField(): FormField {
	const limits = html`required maxlength="200" autocomplete="email"`;
	return ['by', say`Your name or email`, 'text', limits];
}

/** @param asked what stands in front of the field, which is marked then */
export function input(
	[name, label, type, more = nothing]: FormField,
	valueOf: ValueOf,
	asked?: string,
): Html {
	const { words, mark } = markOf(name, asked);
	return html`${words}<label
			>${label}<input name="${name}" type="${type}" value="${valueOf(name)}" ${more} ${mark}
		/></label>`;
}

/** A box that is ticked or not. */
export function tick(name: string, label: string, valueOf: ValueOf): Html {
	const isTicked = valueOf(name) === 'true';
	return html`<label
		><input type="checkbox" name="${name}" value="true" ${isTicked ? html`checked` : nothing} />
		${label}</label
	>`;
}

export type Option = [value: string, words: string];

/** A field with choices. */
export type Choice = [name: string, label: string, options: Option[], attributes?: Html];

/** @param asked as in `input` */
export function choice(
	[name, label, options, more = nothing]: Choice,
	valueOf: ValueOf,
	asked?: string,
): Html {
	const { words, mark } = markOf(name, asked);
	return html`${words}<label
			>${label}<select name="${name}" ${more} ${mark}>
				${optionTags(options, valueOf(name))}
			</select></label
		>`;
}

/** The question or error at a field, and the attributes that mark it. */
export function markOf(name: string, asked?: string): { words: Html; mark: Html } {
	if (asked === undefined) return { words: nothing, mark: nothing };
	return {
		words: html`<p id="asked-${name}"><b>${asked}</b></p>`,
		mark: html`class="asked" aria-invalid="true" aria-describedby="asked-${name}"`,
	};
}

export function optionTags(options: Option[], chosen: string): Html[] {
	return options.map(
		([value, words]) =>
			html`<option value="${value}" ${value === chosen ? html`selected` : nothing}>
				${words}
			</option>`,
	);
}

/** A form that opens its own page with the text to search for. */
export function searchForm(field: FormField, value: string, button: string): Html {
	const { asked } = speech();
	const fields = [asked === '' ? nothing : hiddenInput('lang', asked), input(field, () => value)];
	return html`<form method="get">${fields}<button>${button}</button></form>`;
}

/** A field that nobody sees, whose value is sent with the form. */
export function hiddenInput(name: string, value: string): Html {
	return html`<input type="hidden" name="${name}" value="${value}" />`;
}
