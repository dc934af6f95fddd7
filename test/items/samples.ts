import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';
import type { TransactionRecord } from '../../sandbox/payments/records';
import { hashOf } from '../../campaign/seal';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node.js';
import { MobileDataCampaign } from '../../nodes/MobileDataCampaign/MobileDataCampaign.node.js';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node.js';
import { noTokens } from '../../platform/account';
import { subjects } from '../faults/samples';
import { Office } from '../support/pollOffice';
import {
	execution,
	newRunner,
	runCampaign,
	storedCampaign,
	takenBy,
} from '../support/campaign/stored';
import { runNode } from '../support/runNode';
import { byKey, itemsOf } from '../support/stub';
import { PollHost } from '../support/triggers/pollHost';
import { gameClub, payment, signed, type Fields } from '../support/triggers/webhookEvents';
import { startHost } from '../support/triggers/webhookHost';

const msisdn = '33639980001';
const returnurl = 'https://shop.example/back';

/** A list that comes as items, as a spreadsheet has it. */
const list = [
	{
		Customer: 'C-1001',
		Name: 'Ada Sample',
		Mobile: '+33 6 39 98 00 01',
		MB: 500,
		Carrier: 'FR_DEMOTEL',
	},
];

type Made = Record<string, IDataObject[]>;
type Run = (
	operation: string,
	fields?: INodeParameters,
	items?: IDataObject[],
) => Promise<IDataObject>;
interface Maker {
	/** Unix milliseconds, at which the clock stands. */
	now: number;
	office: Office;
	made: Made;
	/** Keeps the items of an operation, and gives the first one. */
	gifting: Run;
	billing: Run;
}

/**
 * Runs every operation and trigger against a sandbox; the first item of each is the one to show.
 * @param now the clock stands still at this time, Unix milliseconds
 */
export async function makeSamples(now: number): Promise<Made> {
	const made: Made = {};
	const office = await Office.open();
	const runs = (node: INodeType, service?: string): Run => {
		return async (operation, fields = {}, items = [{}]) => {
			const [resource = '', value = ''] = operation.split('.');
			const serviceKey = fields.serviceKey ?? (service ? byKey(service) : '');
			const parameters = { resource, operation: value, ...fields, serviceKey };
			const { credentials } = office;
			const shown = itemsOf(await runNode({ node, parameters, items, credentials }));
			(made[`${node.description.name}.${operation}`] ??= []).push(...shown);
			return shown[0] ?? {};
		};
	};
	const gifting = runs(new MobileDataGifting(), 'LOYALTYDATA01');
	const maker: Maker = { now, office, made, gifting, billing: runs(new MobileBilling()) };
	try {
		await runs(new MobileDataCampaign())('list.readList', { source: 'items' }, list);
		const answers = { submittedAt: '2026-11-28T12:00:00Z' };
		await runs(new MobileDataCampaign())('list.checkList', { file: '', answers }, [answers]);
		await campaigns(maker);
		const failed = { row: 3, phone: '0660', reason: 'Too short', nextStep: 'Fix it.' };
		const rows = [{ outcome: 'given' }, failed];
		await runs(new MobileDataCampaign())('list.writeResult', { listName: 'spring' }, rows);
		for (const make of [gifts, payments, searches, subscriptions, customerPages, others, events])
			await make(maker);
		// Only the ports differ from run to run.
		return JSON.parse(
			JSON.stringify(made)
				.replaceAll(office.url, 'https://platform.example')
				.replaceAll(encodeURIComponent(office.url), 'https%3A%2F%2Fplatform.example'),
		) as Made;
	} finally {
		await office.close();
	}
}

/** The items of each operation of campaigns, from its first output that has some: mostly rows to store. */
async function campaigns({ now, office, made }: Maker): Promise<void> {
	await office.fresh();
	const { campaign, pieces, list: rows } = storedCampaign(1);
	const [first] = pieces;
	const token = `${execution}.1`;
	const run = async (operation: string, fields: object, items?: object[]) => {
		const parameters = { operation, ...fields };
		const { outputs } = await runCampaign(office.credentials, parameters, items);
		// A token is another one in each run.
		const filled = outputs.find((own) => own.length > 0) ?? [];
		const text = JSON.stringify(filled).replace(/test\.\w{12}\b/g, 'test.9f86d081884c');
		made[`mobileDataCampaign.campaign.${operation}`] = JSON.parse(text) as IDataObject[];
	};
	const planned = storedCampaign(1, {}, false).campaign;
	const pageUrl = 'https://n8n.example.com/webhook/mobile-data-campaign';
	const pressing = (action: string, more: object = {}) => {
		return { query: { key: 'control' }, body: { action, ...more } };
	};
	const approve = pressing('approve', { hash: hashOf(planned), by: 'Ada' });
	const approval = { campaign: planned, others: [{ json: planned }], request: approve };
	await run('answerPage', { ...approval, pieces: pieces.map((json) => ({ json })) });
	const started = new Date(now).toISOString();
	const next = { runner: newRunner, campaigns: [{ json: campaign }], started, pageUrl };
	await run('nextPiece', next, [first]);
	const settings = { campaign: 'spring', service: 'LOYALTYDATA01', budget: 50_000 };
	const reading = { country: 'international' };
	const body = { ...settings, rows: [{ phone: msisdn, megabytes: 500 }] };
	await run('plan', { reading, optOuts: [], campaigns: [], request: { body }, pageUrl });
	const [one] = made['mobileDataCampaign.campaign.plan'] ?? [];
	Object.assign(one ?? {}, { planId: '9f86d081884c7d65' });
	await run('sendPiece', {
		runner: takenBy(token, pieces, now, '2026-11-21'),
		step: {
			token,
			sendUntil: now + 2_000,
			campaigns: [{ ...campaign, budget: 1 }],
			changes: [],
			work: [{ piece: first }],
		},
		lists: [{ json: { planId: 'p1', number: 1, list: rows } }],
		optOuts: [],
	});
}

async function gifts({ office, gifting }: Maker): Promise<void> {
	await office.fresh();
	const gift = { msisdn, amount: 500, campaign: 'spring-2026' };
	await gifting('dataGift.assign', gift);
	await gifting('dataGift.assign', gift);
	await gifting('dataGift.getMany');
}

async function payments({ office, made, billing }: Maker): Promise<void> {
	office.useService('COINSHOP07', 'demo-signing-key-coinshop');
	const sale = { price: '0.99', returnurl: 'https://shop.example/thanks?order=17' };
	const numbers = [msisdn, ...['23', '22', '24', '01'].map((end) => `9990000009${end}`)];
	for (const [at, msisdn] of numbers.entries()) {
		await billing('payment.start', { ...sale, msisdn, clientReference: `order-${17 + at}` });
	}
	const transactionId = String(made['mobileBilling.payment.start']?.[0]?.transactionId);
	const right = await office.seller.readPin(msisdn);
	for (const pin of ['wr0ng', right]) {
		await billing('payment.submitPin', { transactionId, pin, earlierAttempts: '0' });
	}
	made['mobileBilling.payment.submitPin']?.reverse();
	await billing('payment.refund', { transactionId });
	const body = { status: 'NOT_ACCEPTABLE', errorMessage: 'The transaction has expired' };
	office.answerWith(body, 406);
	await billing('payment.refund', { transactionId: '820000001' });
	office.answerItself();
}

async function searches({ office, billing }: Maker): Promise<void> {
	delete office.credentials.stored.mobileBillingServiceApi;
	const sold = await billing('transaction.getMany', { returnAll: true });
	await billing('transaction.get', { transactionId: String(sold.transactionId) });
	office.useService('COINSHOP07', 'demo-signing-key-coinshop');
	await billing('customer.createIdentificationLink', { returnurl });
	delete office.credentials.stored.mobileBillingServiceApi;
	// As with a new credential.
	office.sandbox.world.settings.accessTokenLifetime = 300;
	Object.assign(office.credentials.stored.mobileBillingApi ?? {}, noTokens);
	await billing('account.checkSetup');
}

async function subscriptions({ now, office, made, billing }: Maker): Promise<void> {
	const club = { serviceKey: 'GAMECLUB04', signingSecret: 'demo-signing-key-gameclub' };
	office.useService(club.serviceKey, club.signingSecret);
	const status = async () => await billing('subscription.checkStatus', { userId: 'user-1' });
	await status();
	await office.seller.optIn();
	await status();
	made['mobileBilling.subscription.checkStatus']?.reverse();
	const listed = await billing('subscription.getMany', { returnAll: true });
	const subscriptionId = String(listed.subscriptionId);
	await billing('subscription.get', { subscriptionId });
	await billing('subscription.createIdentificationLink', { returnurl });
	const back = signed(
		{ userid: 'user-1', timestamp: String(now / 1000) },
		{ ...club, signingAlgorithm: 'sha1' },
	);
	for (const query of [back, { ...back, sign: '0' }]) {
		await billing('subscription.verifyIdentificationReturn', {}, [{ query }]);
	}
	await billing('subscription.cancel', { subscriptionId });
	await billing('subscription.cancel', { subscriptionId: '1' });
}

/** A customer opens the page that sells; the service has no part in it. */
async function customerPages({ billing }: Maker): Promise<void> {
	const address = (path: string) => `https://shop.example/${path}`;
	const links = { content: address('members'), cancellation: address('cancel') };
	const what = {
		name: 'Game Club',
		price: '2.99',
		currency: 'EUR',
		countries: 'FR',
		period: 'week',
	};
	const who = { seller: 'Sample Games Ltd, Vienna', support: 'help@shop.example' };
	const headers = { 'accept-language': 'de-AT' };
	const visit = { headers, query: {}, body: {}, webhookUrl: address('subscribe') };
	const { offer } = await billing('page.openPage', { ...what, ...who, ...links }, [visit]);
	// The page itself is too long to show.
	const location = { outcome: 'urlRedirect', urlRedirect: 'https://pay.example/17' };
	const request = { id: 17, phone: '33639981234', address: '192.0.2.1' };
	const limits = { perNumber: 3, perAddress: 10, perHour: 100 };
	await billing('page.checkLimits', { limits, requests: [{ json: request }] } as INodeParameters, [
		request,
	]);
	await billing('page.writePage', { offer } as INodeParameters, [location]);
	const none = { request: {}, subscriptions: [], transactions: [], gifts: [] };
	const record = await billing('page.writeRecord', none as INodeParameters, [{}]);
	record.body = `${String(record.body).slice(0, 100)}…`;
}

/** The other operations, with the parameters of the fault matrix. */
async function others({ office, made, gifting, billing }: Maker): Promise<void> {
	delete office.credentials.stored.mobileBillingServiceApi;
	// A phone number of its own, so that records of the other samples aren't found.
	const phone = '33639980009';
	for (const { node, resource, operation, parameters, prepare } of subjects) {
		const [name, key] = [node.description.name, `${resource}.${operation.value}`];
		if (made[`${name}.${key}`]) continue;
		const run = name === 'mobileBilling' ? billing : gifting;
		const prepared = prepare?.(office.sandbox.world, phone);
		await run(key, parameters, [{ phone, ...prepared }]);
	}
}

async function events({ now, office, made }: Maker): Promise<void> {
	await office.fresh();
	office.sell(now - 1000, {
		action: 'SUB_RENEW',
		merchantReference: 'order-7',
		subscriptionId: 500000001,
		actionStatus: 'FAILED',
		transactionState: 'FAILED',
		errorType: 'NOT_ENOUGH_CREDIT',
		errorMessage: 'Not enough credit',
	});
	made.mobileBillingTransactionTrigger = (await new PollHost(office).test()) ?? [];
	const receive = async (event: string, parameters: INodeParameters, ...calls: Fields[]) => {
		const items: IDataObject[] = [];
		for (const fields of calls) items.push(...(await received(office, event, parameters, fields)));
		made[`mobileBillingTrigger.${event}`] = items;
	};
	const confirm = { authentication: 'confirm' };
	const timestamp = String(now / 1000);
	const sold = office.sell(now - 1000, { action: 'SUB_START', merchantReference: 'order 7' });
	const poor = { actionStatus: 'FAILED', transactionState: 'FAILED', subscriptionId: 7 } as const;
	const why = { errorType: 'NOT_ENOUGH_CREDIT', errorMessage: 'Not enough credit' };
	const told = ({ transactionId, msisdn }: TransactionRecord, more: Fields = {}) =>
		payment(1, {
			...{ transactionid: String(transactionId), phone: msisdn, enduserprice: '0.99' },
			...{ service: 'COINSHOP07', ...more },
		});
	const failed = told(office.sell(now - 1000, { ...poor, ...why }), { status: 'failed' });
	const unknown = told(sold, { transactionid: '17' });
	await receive('paymentResult', confirm, told(sold), failed, unknown);
	await receive('returnedFromPayment', confirm, {
		status: 'success',
		trid: String(sold.transactionId),
		userid: 'player-1',
		reference: 'order 7',
		msisdn: sold.msisdn,
		operator: 'FR_DEMOTEL',
		timestamp: `${timestamp}000`,
		order: '7',
	});
	await receive('returnedFromIdentification', {}, { userid: 'player-1', timestamp });
}

/** The item of a signed call to the notification trigger, on whichever output. */
async function received(
	{ credentials: account }: Office,
	event: string,
	parameters: INodeParameters,
	fields: Fields,
): Promise<IDataObject[]> {
	const credential = { ...gameClub, serviceKey: fields.service ?? gameClub.serviceKey };
	const host = await startHost({ account, credential, parameters: { event, ...parameters } });
	try {
		await host.get(signed(fields), { timeout: 20_000 });
		return [...host.started, ...host.unconfirmed].slice(0, 1);
	} finally {
		await host.close();
	}
}
