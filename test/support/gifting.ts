import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node.js';
import type { CredentialsInMemory } from './credentialsHelper';
import { n8nWith, type Platform } from './platform';
import { runNode, type NodeRun } from './runNode';

/** A service typed as its key. */
export const serviceKey = (value: string) => ({ __rl: true, mode: 'id', value });

/** The parameters of “Data Gift: Assign” as a campaign sets them, over the items of `recipients`. */
export const assigning: INodeParameters = {
	resource: 'dataGift',
	operation: 'assign',
	serviceKey: serviceKey('LOYALTYDATA01'),
	msisdn: '={{ $json.phone }}',
	amount: '={{ $json.megabytes }}',
	clientReference: '={{ $json.reference }}',
};

const firstNumber = 999_000_001_000;

/** A list of `count` customers, each with a number and a reference of their own. */
export function recipients(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, at) => ({
		phone: String(firstNumber + at),
		megabytes: 1 + (at % 3),
		reference: `gift-${at}`,
	}));
}

export type GiftRun = Partial<Omit<NodeRun, 'parameters'>> & { parameters?: INodeParameters };

/** Gives data to the recipients by n8n's engine. */
export async function giveTo(n8n: CredentialsInMemory, items: IDataObject[], run: GiftRun = {}) {
	return await runNode({
		node: new MobileDataGifting(),
		credentials: n8n,
		items,
		...run,
		parameters: { ...assigning, ...run.parameters },
	});
}

/** Logs the account in, as an earlier run would have: tokens are stored afterwards. */
export async function loggedIn(platform: Platform) {
	const n8n = n8nWith(platform.account);
	await runNode({
		node: new MobileDataGifting(),
		credentials: n8n,
		items: [{}],
		parameters: { resource: 'service', operation: 'getMany' },
	});
	return n8n;
}
