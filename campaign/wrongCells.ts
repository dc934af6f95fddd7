import { refused, type Button, type Change } from './change';
import { html, nothing, type Html } from '../pages/html';
import { alertList } from './page';

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
const mostShown = 20;

/** What is said of wrong cells: a column that is missing in all rows once. */
export function textsOf(wrong: WrongCell[]): string[] {
	return [...new Set(wrong.map(({ text }) => text))].slice(0, mostShown);
}

/** What is wrong with the rows of a campaign; undefined where nothing is. */
export function wrongOf(wrong: WrongCell[], campaign: { planId: string }): string | undefined {
	return wrong.find(({ planId }) => planId === campaign.planId)?.text;
}

/** Why a button isn't done while a cell of the campaign is wrong; to stop is possible in any case. */
export function refusalOfWrong(button: Button, [first]: WrongCell[]): Change | undefined {
	if (!first || button === 'pause' || button === 'cancel') return undefined;
	return refused(first.text);
}

/** What has to be corrected before a campaign goes on. */
export function wrongSection(wrongCells: string[]): Html {
	if (wrongCells.length === 0) return nothing;
	const then = html`<p>
		What can't be read isn't given. Correct it, then resume a campaign that is paused.
	</p>`;
	return alertList('Changed in the Data Tables', wrongCells, then);
}
