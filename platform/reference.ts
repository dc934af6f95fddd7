import { createHash } from 'node:crypto';
import { InputError, textOf } from './input';

/** Leaves room for number and run in the 256 characters of a reference (contract, “Limits”). */
const longestCampaign = 180;

/**
 * Reads the name of a campaign.
 *
 * @returns undefined when none was given
 * @throws InputError when it is longer than 180 characters
 */
export function normaliseCampaign(value: unknown): string | undefined {
	const text = textOf(value);
	if (text.length > longestCampaign) {
		throw new InputError(
			`The campaign has a name of ${text.length} characters. At most ${longestCampaign} leave room for the number`,
		);
	}
	return text === '' ? undefined : text;
}

/** One item of one run of one node: the same when n8n tries it again, another in every other run. */
export interface RunItem {
	/** Names the execution, the node and how often it ran there. */
	run: string;
	itemIndex: number;
}

/** What a gift's reference is made of. */
export interface Campaign {
	/** The merchant's name for the campaign; undefined for a gift that belongs to none. */
	campaign?: string;
	msisdn: string;
	/** Whether the campaign gives to each number once. */
	isOnce: boolean;
}

/**
 * The reference of a gift that was given none: campaign and number where each number gets one gift, so that another
 * run of the campaign makes the same. Where it may get several, the run and the item tell them apart, or a look-up
 * would take last month's gift for this one.
 */
export function giftReference({ campaign, msisdn, isOnce }: Campaign, item: RunItem): string {
	if (campaign === undefined) return paymentReference(item);
	const name = campaignReference(campaign, msisdn);
	return isOnce ? name : `${name}-${runMark(item)}`;
}

/** What the references of all gifts of a campaign to a number begin with. */
export function campaignReference(campaign: string, msisdn: string): string {
	return `${campaign}-${msisdn}`;
}

/** The reference of a payment that was given none. */
export function paymentReference(item: RunItem): string {
	return `n8n-${runMark(item)}`;
}

function runMark({ run, itemIndex }: RunItem): string {
	return `run.${run}.${itemIndex}`;
}

/**
 * What a node is called in references that are made. Ids of nodes may begin alike or be the same, after copying by hand;
 * a workflow that is taken to another n8n keeps them, and executions are counted from 1 on each.
 */
export function nodeMark(...names: string[]): string {
	return createHash('sha256').update(names.join(' ')).digest('hex').slice(0, 8);
}

/** What `runMark` makes, at the end of a reference. */
const endingInRun = /-run\.\w+\.[\da-f]{8}\.\d+\.\d+$/i;

/** A reference without what tells the runs of a campaign apart. */
export function withoutRun(reference: string): string {
	return reference.replace(endingInRun, '');
}

/** Whether a reference is one that was made for a gift or payment of its own, and all of it. */
export function isOfRun(reference: string): boolean {
	return endingInRun.test(reference);
}
