/** Who sends the gifts of an execution: this node, the least a node can be (`bare`), n8n's HTTP Request node, or nobody. */
export type Way = 'node' | 'bare' | 'request' | 'nobody';

/** What the workflows are made for. */
export interface Platform {
	url: string;
	/** An access token, for the header that n8n's own node sends besides its credential. */
	token: string;
}

export const concurrency = 50;

const path = '/datagifting/v1/service/transaction';
export const serviceKey = 'LOYALTYDATA01';

/** The gift of one item, as this node sends it too. */
export function giftOf(msisdn: string, amount: number) {
	return { serviceKey, msisdn, clientId: `bench-${msisdn}`, amount };
}

/** Where gifts are asked for, and with what besides the body. */
export function giftCall({ url, token }: Platform) {
	return { url: `${url}${path}`, headers: { Authorization: `Bearer ${token}`, token } };
}

/** The numbers are the sandbox's own, `first` on from the beginning of those that mean nothing. */
export function msisdnOf(first: number): string {
	return String(999_001_000_000 + first);
}

/**
 * A workflow that makes its items itself, the same for all: a call says how many, and hears how long the node took.
 * The clock starts behind the items, and stops when the node has handed on its own.
 */
export function giftingWorkflow(way: Way, platform: Platform): object {
	const nodes = [
		webhook(way),
		node('Rows', 'set', 3.4, { mode: 'raw', jsonOutput: rowsOutput }),
		node('Items', 'splitOut', 1, { fieldToSplitOut: 'rows' }),
		{ ...node('Started', 'set', 3.4, valueOf('at', '={{ Date.now() }}')), executeOnce: true },
		senders[way](platform),
		{ ...node('Ended', 'set', 3.4, valueOf('milliseconds', elapsed)), executeOnce: true },
	].map((one, index) => ({ id: `node-${index}`, position: [index * 200, 0], ...one }));
	const line = nodes.map(({ name }) => name).filter((name) => name !== 'Started');
	return {
		name: `Gifting bench: ${way}`,
		nodes,
		connections: {
			...Object.fromEntries(line.slice(0, -1).map((name, n) => [name, main(line[n + 1] ?? '')])),
			// n8n goes down the first branch before it begins the second.
			Items: main('Started', 'Gift'),
		},
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none' },
	};
}

const rowsOutput = `={{ { rows: Array.from({ length: $json.body.count }, (_, n) => ({ msisdn: String(${msisdnOf(0)} + $json.body.first + n), amount: 1 })) } }}`;
const elapsed = "={{ Date.now() - $('Started').first().json.at }}";

function node(name: string, type: string, typeVersion: number, parameters: object) {
	return { name, type: `n8n-nodes-base.${type}`, typeVersion, parameters };
}

function main(...names: string[]) {
	return { main: [names.map((name) => ({ node: name, type: 'main', index: 0 }))] };
}

function webhook(way: Way) {
	const parameters = {
		httpMethod: 'POST',
		path: pathOf(way),
		responseMode: 'lastNode',
		options: {},
	};
	return { ...node('Call', 'webhook', 2, parameters), webhookId: pathOf(way) };
}

/** The path of a workflow's webhook. */
export function pathOf(way: Way): string {
	return `gifting-${way}`;
}

function valueOf(name: string, value: string) {
	const assignments = [{ id: name, name, value, type: 'number' }];
	return { assignments: { assignments }, options: {} };
}

const account = { mobileBillingApi: { id: null, name: 'Mobile Billing account' } };

const senders: Record<Way, (platform: Platform) => object & { name: string }> = {
	node: () => ({
		...node('Gift', '', 1, {
			resource: 'dataGift',
			operation: 'assign',
			serviceKey: { __rl: true, mode: 'id', value: serviceKey },
			msisdn: '={{ $json.msisdn }}',
			amount: '={{ $json.amount }}',
			options: { batching: { batch: { concurrency } } },
		}),
		type: 'n8n-nodes-mobile-billing.mobileDataGifting',
		credentials: account,
	}),
	bare: (platform) => ({
		...node('Gift', '', 1, { url: giftCall(platform).url, serviceKey, concurrency }),
		type: 'n8n-nodes-bare.bare',
		credentials: account,
	}),
	request: (platform) => httpRequest(platform),
	nobody: () => node('Gift', 'noOp', 1, {}),
};

function httpRequest(platform: Platform) {
	const { url, headers } = giftCall(platform);
	return {
		...node('Gift', 'httpRequest', 4.2, {
			method: 'POST',
			url,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'token', value: headers.token }] },
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `={{ ${giftExpression} }}`,
			options: {},
		}),
		credentials: { httpHeaderAuth: { id: null, name: headerCredential } },
	};
}

const giftExpression = `{ serviceKey: '${serviceKey}', msisdn: $json.msisdn, clientId: 'bench-' + $json.msisdn, amount: $json.amount }`;

const headerCredential = 'Gifting bench token';

/** The credential of n8n's own node. */
export function headerAuth({ token }: Platform) {
	const data = { name: 'Authorization', value: `Bearer ${token}` };
	return { id: 'giftingBenchToken', name: headerCredential, type: 'httpHeaderAuth', data };
}
