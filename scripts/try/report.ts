import type { LedgerEntry } from '../../test/support/sandboxControl';
import type { Figures, Plan } from './campaign';
import {
	differencesOf,
	duplicates,
	expectedGifts,
	refusedByNode,
	refusedByPlatform,
} from './expectations';
import { owner, type Session } from './session';
import { campaignFormUrl, cancelFormUrl, guardUrl, sellFormUrl } from './workflows';

const SHOWN_DIFFERENCES = 20;

/** A customer of the sandbox whose operator sends PINs. */
const PIN_CUSTOMER = '33639980001';

/** The result of a campaign: the lines to print, and whether all is as expected. */
export interface Verdict {
	lines: string[];
	good: boolean;
}

/** Compares a campaign and the sandbox's ledger with what the sample list asks for. */
export function judge(
	{ campaign, rejected }: Plan,
	{ status, given, failed }: Figures,
	ledger: LedgerEntry[],
): Verdict {
	const lines = [
		`Campaign ${campaign}: ${status}, ${given.rows} gifts, ${failed.rows} failed, ${rejected.length} rows left out of the plan`,
		...rejected.map(({ row, reason }) => `  row ${row}  ${reason}`),
	];
	const leftOut = Object.keys(refusedByNode).length + duplicates;
	const counted = [
		['gifts', given.rows, expectedGifts.length],
		['failed rows', failed.rows, Object.keys(refusedByPlatform).length],
		['rows left out', rejected.length, leftOut],
	] as const;
	const mistakes = [
		...counted.flatMap(([what, is, should]) =>
			is === should ? [] : [`${is} ${what}, expected ${should}`],
		),
		...differencesOf(ledger, campaign),
	];
	const gifts = ledger.filter(({ gift }) => gift !== undefined).length;
	lines.push(`Ledger of the sandbox: ${gifts} gifts, ${ledger.length - gifts} refusals`);
	if (mistakes.length === 0) {
		lines.push('  row by row as the list asks, nothing missing, no duplicate');
		return { lines, good: true };
	}
	lines.push(
		`  NOT as the list asks, ${mistakes.length} differences:`,
		...mistakes.slice(0, SHOWN_DIFFERENCES).map((mistake) => `    ${mistake}`),
	);
	return { lines, good: false };
}

/** Where to go on from here. */
export function addresses({ n8n, sandbox }: Session, { statusUrl }: Plan): string[] {
	return [
		`Editor    ${n8n.url}   (${owner.email}, ${owner.password})`,
		`Campaign  ${statusUrl}   (how it went, row by row)`,
		`Plan      ${n8n.url}/form/plan-gift-campaign   (submit workflows/loyalty-recipients.csv)`,
		`Give      ${campaignFormUrl(n8n.url)}   (the starter campaign, with the same list)`,
		`Sell      ${sellFormUrl(n8n.url)}   (buy as ${PIN_CUSTOMER}; the PIN arrives on the handset in the sandbox)`,
		`Guard     ${guardUrl(n8n.url, PIN_CUSTOMER)}   (lets in who has bought)`,
		`Cancel    ${cancelFormUrl(n8n.url)}`,
		`Report    in the editor: open Weekly charge report or Reconcile notifications, and execute Run now`,
		`Sandbox   ${sandbox.url}   (handsets, payments, subscriptions, pools, ledger)`,
		'Ctrl-C ends it all.',
	];
}
