import { normalizeTotal } from '../platform/amounts';
import { number } from '../platform/figureWords';
import { fieldLabels } from '../lists/columns';
import { naming, onInputError } from '../platform/input';
import {
	lastingChange,
	refusalOf,
	refusalOfOver,
	refused,
	type Button,
	type Change,
	type ChangeInput,
} from './change';
import { readOptOut } from './optOuts';
import { hashOf } from './seal';
import { settingLabels } from './settings';
import { say, translated } from '../platform/say';

/** The buttons with a value that a person fills in, and the field that it's sent in. */
export const filledIn = {
	changeBudget: 'budget',
	raiseDayLimit: 'megabytesPerDay',
	addOptOut: 'phone',
} as const;
export type ValueButton = keyof typeof filledIn;

export function isValueButton(button: Button): button is ValueButton {
	return Object.hasOwn(filledIn, button);
}

export interface Filled extends ChangeInput {
	/** As it was filled in. */
	value: unknown;
	/** The fingerprint that was shown to the person: a setting is changed as it was seen. */
	hash: string;
}

/**
 * Changes a setting, which voids the approval until somebody approves the campaign again; or adds an opt-out, which holds
 * from the next step on.
 */
export function changeValue(button: ValueButton, input: Filled): Change {
	const isAllowed = button === 'addOptOut' || input.campaign.status !== 'canceled';
	const refusal = refusalOf(input, isAllowed);
	if (refusal) return refusal;
	const change = () => (button === 'addOptOut' ? optOut(input) : setting(filledIn[button], input));
	return onInputError(change, (error) =>
		refused(translated(error.sentence(error.field ?? fieldLabels.phone))),
	);
}

/** As all campaigns read it, with its code: others may have another country. */
function optOut({ campaign, value }: Filled): Change {
	const optOuts = readOptOut(value, campaign).map((phone) => ({ phone: `+${phone}` }));
	return { optOuts, pieces: [] };
}

function setting(name: 'budget' | 'megabytesPerDay', input: Filled): Change {
	const { campaign, hash, value } = input;
	const { id, status, round } = campaign;
	const over = refusalOfOver(input);
	if (over) return over;
	if (hash !== hashOf(campaign)) {
		return refused(say`the campaign was changed. This is what it is now.`);
	}
	const megabytes = naming(settingLabels[name], () => normalizeTotal(value));
	if (name === 'megabytesPerDay' && megabytes <= campaign.megabytesPerDay) {
		const limit = number(campaign.megabytesPerDay);
		return refused(say`the daily limit is ${limit} MB and can only be raised.`);
	}
	const lasting = lastingChange({ ...campaign, [name]: megabytes });
	if (lasting !== undefined) return refused(lasting);
	// A runner that has read the settings before must not write them back.
	const set = { [name]: megabytes, round: round + 1 };
	return { campaign: { where: { id, status, round }, set }, pieces: [] };
}
