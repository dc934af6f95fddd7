import { basic, billing, byId, to, workflowOf } from '../test/support/e2e/drawing';

/** The sender of the gifts: this node, a node without any checks (`bare`), n8n's HTTP Request node, or nobody. */
export type Way = 'node' | 'bare' | 'request' | 'nobody';

/** The platform that the workflows call. */
export interface Platform {
	url: string;
	/** An access token: n8n's own node sends it in a second header, next to its credential. */
	token: string;
}

export const concurrency = 50;

/** The concurrency that a call asks for. */
const called = "={{ $('Call').first().json.body.concurrency }}";

const serviceKey = 'LOYALTYDATA01';

/** The gift of one item, with the fields that this node sends. */
export const giftOf = (msisdn: string, amount: number) => {
	return { serviceKey, msisdn, clientId: `bench-${msisdn}`, amount };
};

/** Address and headers of a request for a gift. */
export const giftCall = ({ url, token }: Platform) => ({
	url: `${url}/datagifting/v1/service/transaction`,
	headers: { Authorization: `Bearer ${token}`, token },
});

/** A number of the sandbox that has no special behavior, such as 999001000007 for 7. */
export const msisdnOf = (first: number) => String(999_001_000_000 + first);

/** The path of a workflow's webhook. */
export const pathOf = (way: Way) => `gifting-${way}`;

/** The credential of n8n's HTTP Request node. */
export const headerCredential = ({ token }: Platform) => ({
	name: 'Gifting bench token',
	type: 'httpHeaderAuth',
	data: { name: 'Authorization', value: `Bearer ${token}` },
});

/**
 * A workflow that makes its own items: a call gives their number, and its answer is the time that the node took.
 * The clock starts when the items are made, and stops when the node has returned its items.
 */
export function giftingWorkflow(way: Way, platform: Platform): object {
	const call = { httpMethod: 'POST', path: pathOf(way), responseMode: 'lastNode', options: {} };
	const nodes = [
		{ ...basic('Call', 'webhook', 2, call), webhookId: pathOf(way) },
		basic('Rows', 'set', 3.4, { mode: 'raw', jsonOutput: `={{ { rows: ${items} } }}` }),
		basic('Items', 'splitOut', 1, { fieldToSplitOut: 'rows' }),
		clock('Started', 'at', '={{ Date.now() }}'),
		senders[way](platform),
		clock('Ended', 'milliseconds', "={{ Date.now() - $('Started').first().json.at }}"),
	].map((node, index) => ({ ...node, position: [index * 200, 0] }));
	const wires = {
		Call: to('Rows'),
		Rows: to('Items'),
		Gift: to('Ended'),
		// n8n finishes the first branch before it begins the second.
		Items: { main: [to('Started', 'Gift').main.flat()] },
	};
	return workflowOf(pathOf(way), nodes, wires, { saveDataSuccessExecution: 'none' });
}

const items = `Array.from({ length: $json.body.count }, (_, n) => ({ msisdn: String(${msisdnOf(0)} + $json.body.first + n), amount: 1 }))`;

function clock(name: string, field: string, value: string) {
	const assignments = [{ id: field, name: field, value, type: 'number' }];
	const node = basic(name, 'set', 3.4, { assignments: { assignments }, options: {} });
	return { ...node, executeOnce: true };
}

const senders: Record<Way, (platform: Platform) => object> = {
	node: () =>
		billing('Gift', 'mobileDataGifting', {
			resource: 'dataGift',
			operation: 'assign',
			duplicates: 'sendAgain',
			serviceKey: byId(serviceKey),
			msisdn: '={{ $json.msisdn }}',
			amount: '={{ $json.amount }}',
			options: { concurrency: called },
		}),
	bare: (platform) => ({
		...billing('Gift', '', { url: giftCall(platform).url, serviceKey, concurrency }),
		type: 'CUSTOM.bare',
	}),
	request: (platform) => ({
		...basic('Gift', 'httpRequest', 4.2, {
			method: 'POST',
			url: giftCall(platform).url,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'token', value: platform.token }] },
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `={{ { serviceKey: '${serviceKey}', msisdn: $json.msisdn, clientId: 'bench-' + $json.msisdn, amount: $json.amount } }}`,
			options: {},
		}),
		credentials: { httpHeaderAuth: { id: null, name: headerCredential(platform).name } },
	}),
	nobody: () => basic('Gift', 'noOp', 1),
};
