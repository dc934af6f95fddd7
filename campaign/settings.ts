import { normalizeTotal, optionalTotal } from '../platform/amounts';
import { normalizeCampaign, normalizeServiceKey } from '../platform/identifiers';
import { InputError, onInputError, optionalText, quoted, requiredError } from '../platform/input';
import { millisecondsOfInput } from '../platform/times';
import type { Similar } from './check';
import type { Campaign, Settings } from './types';

/** What a person enters, by the name of the setting; how the list is read, the list tells, too. */
export type SettingsInput = Partial<Record<keyof Settings, unknown>>;

/** The labels of settings, in the order of the seal (seal.ts). */
export const settingLabels: Record<keyof Settings, string> = {
	name: 'Campaign',
	serviceKey: 'Service',
	budget: 'Budget (MB)',
	startAt: 'Start',
	stopAt: 'Stop',
	quietFrom: 'Quiet Hours From',
	quietTo: 'Quiet Hours To',
	rowsPerSecond: 'Rows per Second',
	megabytesPerDay: 'Most MB per Day',
	giftsPerMonth: 'Monthly Gifts per Customer',
	sendAsEntered: 'Send as Entered',
	country: 'Country of Numbers',
	reading: 'Reading',
};

/** What the engine can hold to, as its option Requests per Second. */
const mostRowsPerSecond = 1000;
const mostGifts = 1000;

/**
 * Reads the settings of a campaign. An empty start is now.
 *
 * @param zone of times without an offset: the workflow's
 * @throws InputError that names the field
 */
export function readSettings(input: SettingsInput, zone: string, now: number): Settings {
	const read = <Value>(field: keyof Settings, reader: (value: unknown) => Value): Value =>
		onInputError(
			() => reader(input[field]),
			({ message, nextStep }) => {
				throw new InputError(message, nextStep, settingLabels[field]);
			},
		);
	const time = (value: unknown) =>
		optionalText(value) === '' ? undefined : millisecondsOfInput(value, zone);
	const startAt = read('startAt', time) ?? now;
	const stopAt = read('stopAt', (value) => laterThan(Math.max(startAt, now), time(value)));
	const quietFrom = read('quietFrom', clockTime);
	return {
		name: read('name', (value) => normalizeCampaign(value) ?? refuse(requiredError())),
		serviceKey: read('serviceKey', normalizeServiceKey),
		budget: read('budget', normalizeTotal),
		startAt: new Date(startAt).toISOString(),
		stopAt: stopAt === undefined ? null : new Date(stopAt).toISOString(),
		quietFrom,
		quietTo: read('quietTo', (value) => endOfQuietHours(quietFrom, clockTime(value))),
		rowsPerSecond: read('rowsPerSecond', (value) => wholeUpTo(mostRowsPerSecond, value, 50)),
		megabytesPerDay: read('megabytesPerDay', (value) => optionalTotal(value) ?? 0),
		giftsPerMonth: read('giftsPerMonth', (value) => wholeUpTo(mostGifts, value, 2)),
		sendAsEntered: read('sendAsEntered', chosen),
		country: '',
		reading: '',
	};
}

/** What a campaign's name is looked up by. */
export type Named = Pick<Campaign, 'name' | 'status' | 'approvals'>;

/** Campaigns with one name have the same references, whatever its case: one would take the other's gifts for its own. */
export function isNamesake(one: Pick<Campaign, 'name'>, other: Pick<Campaign, 'name'>): boolean {
	return one.name.toLowerCase() === other.name.toLowerCase();
}

/** Whether another campaign has used a name up: somebody has approved it. */
export function isNameTaken(
	campaign: Pick<Campaign, 'name'>,
	stored: Pick<Named, 'name' | 'approvals'>[],
): boolean {
	return stored.some((other) => isNamesake(campaign, other) && other.approvals !== '');
}

const yearMs = 366 * 86_400_000;

/** The campaigns of the last year whose names look like this one's: in each the same customers get a gift. */
export function similarTo(
	{ name }: Pick<Campaign, 'name'>,
	stored: (Named & Pick<Campaign, 'plannedAt'>)[],
	now: number,
): Similar[] {
	const own = lookOf(name);
	return stored
		.filter((other) => lookOf(other.name) === own && !isNamesake({ name }, other))
		.filter(({ status, approvals }) => approvals !== '' || status === 'planned')
		.filter(({ plannedAt }) => Date.parse(plannedAt) > now - yearMs)
		.map((other) => ({ name: other.name, plannedAt: other.plannedAt }));
}

/** Letters and digits without case, accents, spaces and dashes. */
function lookOf(name: string): string {
	return name
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');
}

/** @throws InputError where another campaign has used the name up */
export function refuseNamesake(settings: Settings, stored: Named[]): void {
	if (!isNameTaken(settings, stored)) return;
	const nextStep = 'Choose another name. Each number gets one gift under a name.';
	throw new InputError(`is the name of another campaign`, nextStep, settingLabels.name);
}

function refuse(error: InputError): never {
	throw error;
}

function laterThan(earliest: number, time: number | undefined): number | undefined {
	if (time === undefined || time > earliest) return time;
	throw new InputError(
		'must be later than the start and now',
		'Pick a later time, or leave it empty.',
	);
}

/** `HH:mm`, or '' where it's empty. */
function clockTime(value: unknown): string {
	const text = optionalText(value);
	if (text === '') return '';
	if (/^([01]?\d|2[0-3]):[0-5]\d$/.test(text)) return text.padStart(5, '0');
	throw new InputError('must be a time of the day', `Write ${quoted(text)} like 21:00.`);
}

function endOfQuietHours(from: string, to: string): string {
	if ((from === '') === (to === '') && (from === '' || from !== to)) return to;
	throw new InputError(
		'must be another time than the start of the quiet hours',
		'Fill in two different times, or leave both empty.',
	);
}

/** Whether a box is ticked: a form leaves out one that isn't. */
function chosen(value: unknown): boolean {
	const text = typeof value === 'boolean' ? String(value) : optionalText(value);
	if (text === '' || text === 'false') return false;
	if (text === 'true') return true;
	throw new InputError('must be true or false', `Replace ${quoted(text)}.`);
}

/** A whole number; 0 where there is no limit. */
function wholeUpTo(most: number, value: unknown, example: number): number {
	const text = optionalText(value);
	if (text === '') return 0;
	if (/^\d+$/.test(text) && Number(text) <= most) return Number(text);
	throw new InputError(
		`must be a whole number up to ${most}`,
		`Write ${quoted(text)} like ${example}, or 0 for no limit.`,
	);
}
