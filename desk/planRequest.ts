import { optionalMegabytes } from '../platform/amounts';
import { isObject } from '../platform/answer';
import { InputError, onInputError, optionalText, quoted } from '../platform/input';
import { isColumnName, saidNames, saidOf, type SaidReading } from '../lists/declared';
import type { SettingsInput } from '../campaign/settings';
import type { ChosenFile } from '../lists/readSteps';

/** What a program sends to plan a campaign, and what the form of the desk sends: the names of the fields. */
const names = [
	'campaign',
	'service',
	'budget',
	'megabytes',
	'rows',
	'list',
	'startAt',
	'stopAt',
	'quietFrom',
	'quietTo',
	'rowsPerSecond',
	'sendAsEntered',
	'sheet',
	'file',
	'fileName',
	'replaces',
	'token',
	...saidNames,
] as const;
type Name = (typeof names)[number];

/** A plan as it was asked for. What is missing sets no limit. */
export interface PlanRequest {
	settings: SettingsInput;
	/** MB of rows without an amount. */
	defaultAmount?: number;
	/** How the list is to be read. */
	reading: SaidReading & { sheet?: string };
	/** The file that was kept when its plan was refused. */
	file?: ChosenFile;
	/** The ID of a plan that nobody has approved: its file is read in another way. */
	replaces?: string;
	fileName?: string;
	/** Undefined where the list is a file. */
	rows?: Record<string, unknown>[];
}

/** @throws InputError for a field that isn't known: a limit that is misspelled would be lifted */
export function readPlanRequest(body: unknown): PlanRequest {
	if (!isObject(body)) throw new InputError('The request has no fields', 'Send JSON or a form.');
	const unknown = Object.keys(body).find(
		(name) => !names.includes(name as Name) && !isColumnName(name),
	);
	if (unknown !== undefined) {
		const nextStep = `Fields are ${names.join(', ')}, and column1, column2, … for what each column is.`;
		throw new InputError(`The request has an unknown field ${quoted(unknown)}`, nextStep);
	}
	const { campaign, service, megabytes, rows, sheet, file, fileName, ...limits } = body as Record<
		Name,
		unknown
	>;
	const settings = { ...limits, name: campaign, serviceKey: service };
	const reading: PlanRequest['reading'] = { ...saidOf(limits), sheet: optionalText(sheet) };
	const defaultAmount = onInputError(
		() => optionalMegabytes(megabytes),
		({ message, nextStep }) => {
			throw new InputError(message, nextStep, 'Default Amount (MB)');
		},
	);
	const kept = {
		fileName: optionalText(fileName),
		bytes: Buffer.from(optionalText(file), 'base64'),
	};
	if (rows === undefined) {
		const sent = kept.bytes.length > 0 && { file: kept };
		const replaces = optionalText(limits.replaces) || undefined;
		return { settings, defaultAmount, reading, ...sent, replaces, fileName: kept.fileName };
	}
	if (!Array.isArray(rows) || !rows.every(isObject)) {
		const nextStep =
			'Send a list of objects, such as [{"phone": "33639981234", "megabytes": 500}].';
		throw new InputError("'rows' must be a list of customers", nextStep);
	}
	return { settings, defaultAmount, reading, rows };
}
