import { html, nothing, type Html } from '../pages/html';

/** The value of a field of a form; '' without one. */
export type ValueOf = (name: string) => string;

/** A field that is typed in. */
export type Field = [name: string, label: string, type: string, attributes?: Html];

export function input([name, label, type, more = nothing]: Field, valueOf: ValueOf): Html {
	return html`<label
		>${label}<input name="${name}" type="${type}" value="${valueOf(name)}" ${more}
	/></label>`;
}

export type Option = [value: string, words: string];

/** A field that is chosen. */
export type Choice = [name: string, label: string, options: Option[], attributes?: Html];

export function choice([name, label, options, more = nothing]: Choice, valueOf: ValueOf): Html {
	return html`<label
		>${label}<select name="${name}" ${more}>
			${optionsOf(options, valueOf(name))}
		</select></label
	>`;
}

export function optionsOf(options: Option[], chosen: string): Html[] {
	return options.map(
		([value, words]) =>
			html`<option value="${value}" ${value === chosen ? html`selected` : nothing}>
				${words}
			</option>`,
	);
}

/** A value that goes along. */
export function hidden(name: string, value: string): Html {
	return html`<input type="hidden" name="${name}" value="${value}" />`;
}
