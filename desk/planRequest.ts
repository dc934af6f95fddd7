import { isObject } from '../platform/answer';
import { InputError, naming, optionalText, shortened, tried } from '../platform/input';
import { readNumberCountry, recipientReader } from '../platform/declaredNumber';
import { fieldLabels } from '../lists/columns';
import { isCorrectionName } from '../lists/corrections';
import { isColumnName } from '../lists/columnSettings';
import { listSettingNames, chosenSettings, type ChosenSettings } from '../lists/readingSettings';
import type { SettingsInput } from '../campaign/settings';
import { plannerFields } from '../campaign/settingTable';
import { isBoxTicked } from '../campaign/settingValues';

/** The names of the fields that a program, or the form of the desk, sends to plan a campaign. */
const names = [
	...plannerFields.keys(),
	...['megabytes', 'phone', 'rows', 'list', 'onlyCorrected', 'sheet', 'token'],
	...listSettingNames,
];

/** A plan as it was asked for. A missing setting is no limit. */
export interface PlanRequest {
	settings: SettingsInput;
	/** MB of rows without an amount. */
	megabytes?: unknown;
	/** How the list is to be read. */
	reading: ChosenSettings & { sheet?: string };
	/** Undefined where the list is a file. */
	rows?: Record<string, unknown>[];
	/** All fields but the list and the token, as a form has them. */
	entered: Record<string, string>;
}

/** @throws InputError for a field that isn't known: a limit that is misspelled would be lifted */
export function readPlanRequest(body: unknown): PlanRequest {
	if (!isObject(body)) throw new InputError('The request has no fields', 'Send JSON or a form.');
	const unknown = Object.keys(body).find(
		(name) => !names.includes(name) && !isColumnName(name) && !isCorrectionName(name),
	);
	if (unknown !== undefined) {
		const nextStep = `Fields are ${names.join(', ')}, and column1, column2, … for what each column is.`;
		throw new InputError(`The request has an unknown field “${shortened(unknown)}”`, nextStep);
	}
	const { megabytes, phone, rows = rowFor(phone, body), sheet } = body;
	const settings = [...plannerFields].map(([field, name]) => [name, body[field]]);
	const asked = {
		settings: Object.fromEntries(settings) as SettingsInput,
		megabytes,
		reading: { ...chosenSettings(body), sheet: optionalText(sheet) },
		entered: enteredIn(body),
	};
	if (rows === undefined) return asked;
	if (Array.isArray(rows) && rows.every(isObject)) return { ...asked, rows };
	const nextStep = 'Send a list of objects, such as [{"phone": "33639981234", "megabytes": 500}].';
	throw new InputError("'rows' must be a list of customers", nextStep);
}

/** The only row of a plan for one customer. @throws InputError for a number of which neither code nor country is known */
function rowFor(phone: unknown, { sendAsEntered, country }: Record<string, unknown>) {
	if (phone === undefined) return undefined;
	// A value that can't be read is told with the other settings.
	const reading = {
		sendAsEntered: tried(() => isBoxTicked(sendAsEntered)) ?? false,
		country: tried(() => readNumberCountry(country)) ?? '',
	};
	const number = naming(fieldLabels.phone, () => recipientReader(reading)(phone));
	return [{ phone: `+${number}` }];
}

/** The fields of a request as a form has them, to be shown and sent again. */
export function enteredIn(body: Record<string, unknown>): Record<string, string> {
	const isEntered = ([name, value]: [string, unknown]) =>
		!['rows', 'list', 'token'].includes(name) && value !== null && typeof value !== 'object';
	const entries = Object.entries(body).filter(isEntered);
	return Object.fromEntries(entries.map(([name, value]) => [name, String(value).trim()]));
}
