import { InputError, naming, onInputError } from '../platform/input';
import { campaignKey } from '../platform/reference';
import { phrase, phraseOf, texts } from '../platform/say';
import type { Similar } from './check';
import { campaignSettingNames, settingOf, settingTable, type Settings } from './settingTable';
import type { Campaign } from './types';

/** The entries of a person, by setting. The list itself fills in how it is read. */
export type SettingsInput = Partial<Record<keyof Settings, unknown>>;

export const settingLabels = Object.fromEntries(
	campaignSettingNames.map((name) => [name, settingTable[name].label]),
) as Record<keyof Settings, string>;

/**
 * Reads the settings of a campaign (settingTable.ts), one after the other.
 *
 * @param zone of times without an offset: the workflow's
 * @param onError gives a value in place of an entry that can't be read
 * @throws InputError that names the field, unless `onError` takes it
 */
export function readCampaignSettings(
	input: SettingsInput,
	zone: string,
	now: number,
	onError: (error: InputError, name: keyof Settings) => unknown = (error) => {
		throw error;
	},
): Settings {
	const above: Record<string, unknown> = {};
	for (const name of campaignSettingNames) {
		const { label, read } = settingOf(name);
		above[name] = onInputError(
			() => naming(label, () => read(input[name], { zone, now, above })),
			(error) => onError(error, name),
		);
	}
	return above as Settings;
}

/** The columns by which a name is looked up. */
export type Named = Pick<Campaign, 'name' | 'serviceKey' | 'status' | 'approvals'>;

/** Campaigns with one name have the same references: one would take the other's gifts for its own. */
export function isNamesake(one: Pick<Campaign, 'name'>, other: Pick<Campaign, 'name'>): boolean {
	return campaignKey(one.name) === campaignKey(other.name);
}

/** The campaigns that have used a name up: somebody has approved them. */
export function approvedNamesakes<One extends Pick<Named, 'name' | 'approvals'>>(
	campaign: Pick<Campaign, 'name'>,
	stored: One[],
): One[] {
	return stored.filter((other) => isNamesake(campaign, other) && other.approvals !== '');
}

const yearMs = 366 * 86_400_000;

/** The campaigns of the last year whose names look like this one's: in each the same customers get a gift. */
export function similarTo(
	{ name }: Pick<Campaign, 'name'>,
	stored: Pick<Campaign, 'name' | 'status' | 'approvals' | 'plannedAt'>[],
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

/** @throws InputError where the name is taken, or where rows are to be added and it's nobody's, or another service's */
export function refuseNamesake(settings: Settings, stored: Named[]): void {
	const [other] = approvedNamesakes(settings, stored);
	if (!settings.addsRows) {
		if (!other) return;
		const nextStep = phrase`Choose another name, or tick “${phraseOf(addRowsWords)}”.`;
		throw new InputError(
			phrase`has a name that “${other.name}” uses`,
			nextStep,
			settingLabels.name,
		);
	}
	if (!other) {
		const nextStep = texts(
			'Write the name of an approved campaign, or plan the list as a new one.',
		);
		throw new InputError('is the name of no approved campaign', nextStep, settingLabels.name);
	}
	if (other.serviceKey === settings.serviceKey) return;
	const nextStep = phrase`Choose ${other.serviceKey}, or plan the list under another name.`;
	throw new InputError('must be that of the campaign', nextStep, settingLabels.serviceKey);
}

/** The label of the setting in the desk's form. */
export const addRowsWords = texts(
	'Add these rows to the approved campaign of this name: nobody gets its gift twice',
);
