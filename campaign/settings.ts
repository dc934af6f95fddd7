import { InputError, onInputError } from '../platform/input';
import type { Similar } from './check';
import { settingNames, settingOf, settingTable, type Settings } from './settingTable';
import type { Campaign } from './types';

/** What a person enters, by the name of the setting; how the list is read, the list tells, too. */
export type SettingsInput = Partial<Record<keyof Settings, unknown>>;

export const settingLabels = Object.fromEntries(
	settingNames.map((name) => [name, settingTable[name].label]),
) as Record<keyof Settings, string>;

/**
 * Reads the settings of a campaign (settingTable.ts), one after the other.
 *
 * @param zone of times without an offset: the workflow's
 * @throws InputError that names the field
 */
export function readSettings(input: SettingsInput, zone: string, now: number): Settings {
	const above: Record<string, unknown> = {};
	for (const name of settingNames) {
		const { label, read } = settingOf(name);
		above[name] = onInputError(
			() => read(input[name], { zone, now, above }),
			({ message, nextStep }) => {
				throw new InputError(message, nextStep, label);
			},
		);
	}
	return above as Settings;
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
