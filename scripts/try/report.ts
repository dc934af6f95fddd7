import { campaignFormUrl, type CampaignRun } from '../campaign/campaign';
import {
	differencesOf,
	expectedGifts,
	expectedMegabytes,
	listedTwice,
	refusedByNode,
	refusedByPlatform,
} from '../campaign/expectations';
import type { LedgerEntry } from '../host/sandbox-control';
import { cancelFormUrl, guardUrl, sellFormUrl } from '../payments/payments';
import { owner, type Session } from './session';

const SHOWN_DIFFERENCES = 20;

/** A customer of the sandbox whose operator sends PINs. */
const PIN_CUSTOMER = '33639980001';

/** What a campaign came to: the lines to print, and whether all is as it should be. */
export interface Verdict {
	lines: string[];
	good: boolean;
}

function summaryMistakes({ summary, execution }: CampaignRun): string[] {
	if (summary === undefined) {
		const { error } = execution.data.resultData;
		return [`The workflow came to no summary: ${error?.message ?? execution.status}`];
	}
	const setAside = Object.keys(refusedByNode).length + Object.keys(refusedByPlatform).length;
	const expected = {
		gifts: expectedGifts.length,
		megabytes: expectedMegabytes,
		setAside,
		listedTwice,
	};
	return Object.entries(expected).flatMap(([name, value]) => {
		const said = summary[name as keyof typeof expected];
		return said === value ? [] : [`The summary says ${name} ${said}, expected ${value}`];
	});
}

/** Compares a campaign and the sandbox's ledger with what must have come of the sample list. */
export function judge(run: CampaignRun, ledger: LedgerEntry[], campaign: string): Verdict {
	const lines: string[] = [];
	const { summary } = run;
	if (summary !== undefined) {
		lines.push(
			`Campaign “${summary.campaign}”, ${summary.rows} rows`,
			`  ${summary.gifts} gifts, ${summary.megabytes} MB`,
			`  ${summary.listedTwice} rows listed twice, given once`,
			`  ${summary.setAside} rows set aside:`,
			...summary.reasons.map(({ reason, rows }) => `    ${String(rows).padStart(3)}  ${reason}`),
		);
	}
	const gifts = ledger.filter(({ gift }) => gift !== undefined).length;
	lines.push(`Ledger of the sandbox: ${gifts} gifts, ${ledger.length - gifts} refusals`);

	const mistakes = [...summaryMistakes(run), ...differencesOf(ledger, campaign)];
	if (mistakes.length === 0) {
		lines.push('  row by row as the list asks, nothing missing, nothing twice');
		return { lines, good: true };
	}
	lines.push(
		`  NOT as the list asks, ${mistakes.length} differences:`,
		...mistakes.slice(0, SHOWN_DIFFERENCES).map((mistake) => `    ${mistake}`),
	);
	return { lines, good: false };
}

/** Where to go on from here. */
export function addresses({ n8n, sandbox }: Session): string[] {
	return [
		`Editor    ${n8n.url}   (${owner.email}, ${owner.password})`,
		`Give      ${campaignFormUrl(n8n.url)}   (hand in workflows/loyalty-recipients.csv)`,
		`Sell      ${sellFormUrl(n8n.url)}   (buy as ${PIN_CUSTOMER}; the PIN comes to the handset in the sandbox)`,
		`Guard     ${guardUrl(n8n.url, PIN_CUSTOMER)}   (lets in who has bought)`,
		`Cancel    ${cancelFormUrl(n8n.url)}`,
		`Report    in the editor: open Weekly charge report or Reconcile notifications, and execute Run now`,
		`Sandbox   ${sandbox.url}   (handsets, payments, subscriptions, pools, ledger)`,
		'Ctrl-C ends it all.',
	];
}
