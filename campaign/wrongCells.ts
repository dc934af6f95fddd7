import { refused, type Button, type Change } from './change';

/**
 * A cell of a table that doesn't hold what its column does, because somebody changed it. Its campaign stops until it's
 * right, and no other one.
 */
export interface WrongCell {
	/** Of its campaign; undefined where that can't be told. */
	planId?: string;
	/** Column, row and table, what the cell must hold, and what to do. */
	text: string;
}

/** So many are shown; after these, others can be seen. */
const maxShown = 20;

/** The texts of wrong cells. A column that is missing in all rows is named once. */
export function wrongCellTexts(wrong: WrongCell[]): string[] {
	return [...new Set(wrong.map(({ text }) => text))].slice(0, maxShown);
}

/** The first wrong cell of a campaign's rows, in words; undefined without one. */
export function wrongOf(wrong: WrongCell[], campaign: { planId: string }): string | undefined {
	return wrong.find(({ planId }) => planId === campaign.planId)?.text;
}

/** Buttons that give less work in any case. */
const alwaysDone: Button[] = ['pause', 'cancel', 'addOptOut'];

/** Why a button isn't done while a cell of the campaign is wrong. */
export function refusalOfWrong(button: Button, [first]: WrongCell[]): Change | undefined {
	if (!first || alwaysDone.includes(button)) return undefined;
	return refused(first.text);
}
