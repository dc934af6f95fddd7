import type { Sandbox } from '../../sandbox/sandbox';
import type { Figures, Plan } from './campaign';
import {
	differencesOf,
	duplicates,
	expectedGifts,
	refusedByNode,
	refusedByPlatform,
} from './expectations';
import { owner } from './session';
import { campaignFormUrl, cancelFormUrl, guardUrl, sellFormUrl } from './workflows';

const inWords = (gifts: number, failed: number, leftOut: number) =>
	`${gifts} gifts, ${failed} failed, ${leftOut} rows left out of the plan`;

const expected = inWords(
	expectedGifts.length,
	Object.keys(refusedByPlatform).length,
	Object.keys(refusedByNode).length + duplicates,
);

/** Compares a campaign and the sandbox's ledger with what the sample list asks for; gives the lines to print. */
export function judge(
	{ campaign, rejected }: Plan,
	{ status, given, failed }: Figures,
	{ world }: Sandbox,
): { lines: string[]; good: boolean } {
	const { entries } = world.ledger;
	const counted = inWords(given.rows, failed.rows, rejected.length);
	const mistakes = differencesOf(entries, campaign);
	if (counted !== expected) mistakes.unshift(`${counted}, expected ${expected}`);
	const good = mistakes.length === 0;
	const gifts = entries.filter(({ gift }) => gift !== undefined).length;
	const lines = [
		`Campaign ${campaign}: ${status}, ${counted}`,
		...rejected.map(({ row, reason }) => `  row ${row}  ${reason}`),
		`Ledger of the sandbox: ${gifts} gifts, ${entries.length - gifts} refusals`,
		good
			? '  row by row as the list asks, nothing missing, no duplicate'
			: `  NOT as the list asks, ${mistakes.length} differences:`,
		...mistakes.slice(0, 20).map((mistake) => `    ${mistake}`),
	];
	return { lines, good };
}

/** Where to go on from here. The customer is one of the sandbox whose operator sends PINs. */
export function addresses(n8nUrl: string, sandboxUrl: string, { statusUrl }: Plan): string {
	const customer = '33639980001';
	return `Editor    ${n8nUrl}   (${owner.email}, ${owner.password})
Campaign  ${statusUrl}   (how it went, row by row)
Plan      ${n8nUrl}/form/plan-gift-campaign   (submit workflows/loyalty-recipients.csv)
Give      ${campaignFormUrl(n8nUrl)}   (the starter campaign, with the same list)
Sell      ${sellFormUrl(n8nUrl)}   (buy as ${customer}; the PIN arrives on the handset in the sandbox)
Guard     ${guardUrl(n8nUrl, customer)}   (lets in who has bought)
Cancel    ${cancelFormUrl(n8nUrl)}
Report    in the editor: open Weekly charge report or Reconcile notifications, and execute Run now
Sandbox   ${sandboxUrl}   (handsets, payments, subscriptions, pools, ledger)
Ctrl-C ends it all.
`;
}
