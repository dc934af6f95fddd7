import { campaignFormUrl, type CampaignRun } from '../campaign/campaign';
import {
	differencesOf,
	duplicates,
	expectedGifts,
	failedCustomers,
} from '../campaign/expectations';
import type { LedgerEntry } from '../host/sandbox-control';
import { cancelFormUrl, guardUrl, sellFormUrl } from '../payments/payments';
import { owner, type Session } from './session';

const SHOWN_DIFFERENCES = 20;

/** A customer of the sandbox whose operator sends PINs. */
const PIN_CUSTOMER = '33639980001';

/** The result of a campaign: the lines to print, and whether all is as expected. */
export interface Verdict {
	lines: string[];
	good: boolean;
}

/** What differs between the items of the workflow and the sample list, in words. */
function itemMistakes({ given, skipped, failed, execution }: CampaignRun): string[] {
	const { error } = execution.data.resultData;
	if (error) return [`The workflow failed: ${error.message}`];
	const customers = failed.map(({ customer }) => customer).sort();
	return [
		given.length !== expectedGifts.length &&
			`${given.length} items were given, expected ${expectedGifts.length}`,
		skipped.length !== duplicates && `${skipped.length} items were skipped, expected ${duplicates}`,
		customers.join() !== failedCustomers.join() &&
			`The failed rows are ${customers.join(', ')}, expected ${failedCustomers.join(', ')}`,
	].filter((mistake) => mistake !== false);
}

/** Compares a campaign and the sandbox's ledger with what the sample list asks for. */
export function judge(run: CampaignRun, ledger: LedgerEntry[], campaign: string): Verdict {
	const { given, skipped, failed } = run;
	const lines = [
		`Campaign ${campaign}: ${given.length} gifts, ${skipped.length} duplicates skipped, ${failed.length} rows failed`,
		...failed.map(({ customer, error }) => `  ${customer}  ${error.message}`),
	];
	const gifts = ledger.filter(({ gift }) => gift !== undefined).length;
	lines.push(`Ledger of the sandbox: ${gifts} gifts, ${ledger.length - gifts} refusals`);

	const mistakes = [...itemMistakes(run), ...differencesOf(ledger, campaign)];
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
export function addresses({ n8n, sandbox }: Session): string[] {
	return [
		`Editor    ${n8n.url}   (${owner.email}, ${owner.password})`,
		`Give      ${campaignFormUrl(n8n.url)}   (submit workflows/loyalty-recipients.csv)`,
		`Sell      ${sellFormUrl(n8n.url)}   (buy as ${PIN_CUSTOMER}; the PIN arrives on the handset in the sandbox)`,
		`Guard     ${guardUrl(n8n.url, PIN_CUSTOMER)}   (lets in who has bought)`,
		`Cancel    ${cancelFormUrl(n8n.url)}`,
		`Report    in the editor: open Weekly charge report or Reconcile notifications, and execute Run now`,
		`Sandbox   ${sandbox.url}   (handsets, payments, subscriptions, pools, ledger)`,
		'Ctrl-C ends it all.',
	];
}
