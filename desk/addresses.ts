import type { Campaign } from '../campaign/types';

/** The address of a page and its buttons. @param base the status page without a query, or '' on the page itself */
export function addressOf(base: string, key: string): string {
	return `${base}?key=${encodeURIComponent(key)}`;
}

/** The format of a file with only the rows to correct (resultFile.ts). */
export const toCorrect = 'toCorrect';

/** The columns that a campaign has for addresses. */
export type Keys = Pick<Campaign, 'planId' | 'viewKey' | 'controlKey'>;

/** The desk's pages about a campaign, by the column that names it there: cells of the list need the control key. */
const deskPages = {
	/** Its list is read again. */
	draft: 'viewKey',
	/** Its left-out rows are corrected. */
	correct: 'controlKey',
	/** Its settings are those of a new plan. */
	again: 'planId',
	/** Rows are added to it. */
	add: 'planId',
	/** A gift is given to a number of the planner's own. */
	test: 'planId',
} as const;
export type DeskPage = keyof typeof deskPages;

/** The address of a page about a campaign. @param desk its address, or '' on the desk itself */
export function deskAddressOf(desk: string, page: DeskPage, keys: Partial<Keys>): string {
	return `${desk}?${page}=${encodeURIComponent(keys[deskPages[page]] ?? '')}`;
}

/** The campaign that an address of a page about it names. */
export function campaignAt<Own extends Keys>(
	page: DeskPage,
	query: Record<string, unknown>,
	campaigns: Own[],
): Own | undefined {
	return campaigns.find((own) => own[deskPages[page]] === query[page]);
}
