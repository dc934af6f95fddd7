import { createHash } from 'node:crypto';

/** One item of one run of one node: the same when n8n retries it, another in every other run. */
export interface RunItem {
	/** Names the execution, the node and how often it ran there. */
	run: string;
	itemIndex: number;
}

/** The parts of a gift's reference. `isOnce`: the campaign gives to each number once. */
interface Campaign {
	campaign?: string;
	msisdn: string;
	isOnce: boolean;
}

/** A campaign's name as people mean it, however it was typed: composed letters and single spaces. */
export function campaignName(name: string): string {
	return name.normalize('NFC').trim().replace(/\s+/g, ' ');
}

/** The same text for all names that a person takes for one campaign: `Spring` and `spring`. */
export function campaignKey(name: string): string {
	return campaignName(name.toLowerCase());
}

/**
 * The reference of a gift for which the user typed none: campaign and number if each number gets one gift, the same in
 * every run; else with run and item, or a look-up would take last month's gift for this one.
 */
export function giftReference({ campaign, msisdn, isOnce }: Campaign, item: RunItem): string {
	if (campaign === undefined) return paymentReference(item);
	const reference = `${campaign}-${msisdn}`;
	return isOnce ? reference : `${reference}-${runSuffix(item)}`;
}

export function paymentReference(item: RunItem): string {
	return `n8n-${runSuffix(item)}`;
}

function runSuffix({ run, itemIndex }: RunItem): string {
	return `run.${run}.${itemIndex}`;
}

/** The text of `runSuffix`, at the end of a reference. */
const endingInRun = /-run\.\w+\.[\da-f]{8}\.\d+\.\d+$/;

/** A reference without the part that tells the runs of a campaign apart. */
export function withoutRun(reference: string): string {
	return reference.replace(endingInRun, '');
}

/** Names a node in references, in 8 hexadecimal digits. Ids of nodes alone may be equal in another n8n. */
export function nodeHash(...names: string[]): string {
	return createHash('sha256').update(names.join(' ')).digest('hex').slice(0, 8);
}
