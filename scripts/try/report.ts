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

/** A customer of the sandbox whose operator sends PINs. */
const PIN_CUSTOMER = '33639980001';

/** Compares a campaign and the sandbox's ledger with what the sample list asks for; gives the lines to print. */
export function judge(
	{ campaign, rejected }: Plan,
	{ status, given, failed }: Figures,
	{ sandbox }: Session,
): { lines: string[]; good: boolean } {
	const { entries } = sandbox.world.ledger;
	const counted = [
		['gifts', given.rows, expectedGifts.length],
		['failed rows', failed.rows, Object.keys(refusedByPlatform).length],
		['rows left out', rejected.length, Object.keys(refusedByNode).length + duplicates],
	] as const;
	const mistakes = counted
		.filter(([, is, should]) => is !== should)
		.map(([what, is, should]) => `${is} ${what}, expected ${should}`)
		.concat(differencesOf(entries, campaign));
	const gifts = entries.filter(({ gift }) => gift !== undefined).length;
	const lines = [
		`Campaign ${campaign}: ${status}, ${given.rows} gifts, ${failed.rows} failed, ${rejected.length} rows left out of the plan`,
		...rejected.map(({ row, reason }) => `  row ${row}  ${reason}`),
		`Ledger of the sandbox: ${gifts} gifts, ${entries.length - gifts} refusals`,
	];
	const good = mistakes.length === 0;
	if (good) lines.push('  row by row as the list asks, nothing missing, no duplicate');
	else lines.push(`  NOT as the list asks, ${mistakes.length} differences:`);
	return { lines: [...lines, ...mistakes.slice(0, 20).map((mistake) => `    ${mistake}`)], good };
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
