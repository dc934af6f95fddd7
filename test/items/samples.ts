import axios from 'axios';
import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { byKey, CUSTOMER, REFUND_PATH, Shop, theItem } from '../engine/support/shop';
import { Office } from '../support/pollOffice';
import { fieldsOf, runNode } from '../support/runNode';
import { PollHost } from '../triggers/support/pollHost';
import { payment, queryOf, signed, type Fields } from '../triggers/support/webhookEvents';
import { startHost } from '../triggers/support/webhookHost';

/** Items by node, resource and operation, or node and event; the first of each is the one to show. */
export type Samples = Record<string, IDataObject[]>;

/** The time at which all samples are made. */
export const noon = Date.UTC(2026, 10, 21, 12, 0, 0);
const noonInSeconds = String(noon / 1000);
const signingSecret = 'demo-signing-key-gameclub';
const loyalty = byKey('LOYALTYDATA01');

/** Runs every operation and trigger against a sandbox of its own. */
export async function makeSamples(): Promise<Samples> {
	const shop = await Shop.open();
	try {
		await shop.fresh();
		const samples = {
			...(await giftSamples(shop)),
			...(await paymentSamples(shop)),
			...(await readSamples(shop)),
			...(await subscriptionSamples(shop)),
			...(await triggerSamples()),
		};
		// Only the port differs from run to run.
		const text = JSON.stringify(samples);
		return JSON.parse(
			text
				.replaceAll(shop.sandbox.url, 'https://platform.example')
				.replaceAll(encodeURIComponent(shop.sandbox.url), 'https%3A%2F%2Fplatform.example'),
		) as Samples;
	} finally {
		await shop.close();
	}
}

async function giftSamples({ credentials }: Shop): Promise<Samples> {
	const node = new MobileDataGifting();
	const run = async (resource: string, operation: string, fields: INodeParameters) =>
		fieldsOf(
			await runNode({
				node,
				credentials,
				items: [{}],
				parameters: { resource, operation, serviceKey: loyalty, ...fields },
			}),
		);
	const gift = { msisdn: CUSTOMER, amount: 500, campaign: 'spring-2026' };
	const operator = byKey('FR_DEMOTEL');
	return {
		'mobileDataGifting.dataGift.assign': [
			...(await run('dataGift', 'assign', gift)),
			...(await run('dataGift', 'assign', gift)),
		],
		'mobileDataGifting.dataGift.getMany': await run('dataGift', 'getMany', {}),
		'mobileDataGifting.service.getBalance': await run('service', 'getBalance', { operator }),
		'mobileDataGifting.service.getMany': await run('service', 'getMany', {}),
	};
}

async function paymentSamples(shop: Shop): Promise<Samples> {
	const start = async (fields: INodeParameters) => theItem(await shop.start(fields));
	const premium = { msisdn: '999000000923', clientid: 'order-18' };
	const started = [
		await start({ clientid: 'order-17' }),
		await start(premium),
		await start({ msisdn: '999000000922', clientid: 'order-19' }),
		await start({ msisdn: '999000000924', clientid: 'order-20' }),
		await start({ msisdn: '999000000901', clientid: 'order-21' }),
	];
	const transactionId = String(started[0]?.transactionId);
	const pin = await shop.seller.readPin(CUSTOMER);
	const submit = async (typed: string) =>
		theItem(await shop.submitPin({ transactionId, pin: typed, earlierAttempts: '0' }));
	const wrong = await submit('wr0ng');
	const right = await submit(pin);
	shop.useService({ serviceKey: 'COINSHOP07', signingSecret: 'demo-signing-key-coinshop' });
	const refunded = theItem(await shop.refund({ transactionId }));
	const body = { status: 'NOT_ACCEPTABLE', errorMessage: 'The transaction has expired' };
	await shop.breakWith(REFUND_PATH, { kind: 'answer', status: 406, body }, { times: 1 });
	const refused = theItem(await shop.refund({ transactionId: '820000001' }));
	return {
		'mobileBilling.payment.start': started,
		'mobileBilling.payment.submitPin': [right, wrong],
		'mobileBilling.payment.refund': [refunded, refused],
	};
}

async function readSamples(shop: Shop): Promise<Samples> {
	const run = async (resource: string, operation: string, fields: INodeParameters) =>
		fieldsOf(await shop.run(resource, operation, fields));
	const listed = await run('transaction', 'getMany', { returnAll: true });
	const { transactionId } = listed[0] ?? {};
	return {
		'mobileBilling.transaction.getMany': listed,
		'mobileBilling.transaction.get': await run('transaction', 'get', {
			transactionId: String(transactionId),
		}),
		'mobileBilling.customer.resolveAlias': await run('customer', 'resolveAlias', {
			msisdn: CUSTOMER,
		}),
		'mobileBilling.customer.createIdentificationLink': await run(
			'customer',
			'createIdentificationLink',
			{ serviceKey: byKey('COINSHOP07'), returnurl: 'https://shop.example/back' },
		),
		'mobileBilling.account.checkSetup': await run('account', 'checkSetup', {}),
	};
}

async function subscriptionSamples(shop: Shop): Promise<Samples> {
	shop.useService({ serviceKey: 'GAMECLUB04', signingSecret });
	const checked = async () => theItem(await shop.checkStatus());
	const nobody = await checked();
	await shop.seller.optIn();
	const subscribed = await checked();
	const list = async (operation: string, fields: INodeParameters = {}) =>
		fieldsOf(await shop.run('subscription', operation, fields));
	const listed = await list('getMany', { returnAll: true });
	const subscriptionId = String(listed[0]?.subscriptionId);
	const verified = async (query: Fields): Promise<IRun> =>
		await shop.verifyReturn({}, { items: [{ query }] });
	const gameClub = { serviceKey: 'GAMECLUB04', signingSecret, signingAlgorithm: 'sha1' };
	const back = signed({ userid: 'user-1', timestamp: noonInSeconds }, gameClub);
	return {
		'mobileBilling.subscription.checkStatus': [subscribed, nobody],
		'mobileBilling.subscription.getMany': listed,
		'mobileBilling.subscription.get': await list('get', { subscriptionId }),
		'mobileBilling.subscription.createIdentificationLink': fieldsOf(
			await shop.createLink({ returnurl: 'https://shop.example/back' }),
		),
		'mobileBilling.subscription.verifyIdentificationReturn': [
			theItem(await verified(back)),
			theItem(await verified({ ...back, sign: '0' })),
		],
		'mobileBilling.subscription.cancel': [
			theItem(await shop.cancel({ cancelBy: 'subscriptionId', subscriptionId })),
			theItem(await shop.cancel({ cancelBy: 'subscriptionId', subscriptionId: '1' })),
		],
	};
}

async function triggerSamples(): Promise<Samples> {
	const office = await Office.open();
	try {
		await office.fresh();
		const failed = { actionStatus: 'FAILED', transactionState: 'FAILED' } as const;
		const why = { errorType: 'NOT_ENOUGH_CREDIT', errorMessage: 'Not enough credit' };
		const renewal = { action: 'SUB_RENEW', merchantReference: 'order-7' } as const;
		office.sell(noon - 1000, { ...renewal, ...failed, ...why, subscriptionId: 500000001 });
		const polled = await new PollHost(office).test();
		const came = { userid: 'player-1', timestamp: noonInSeconds };
		return {
			mobileBillingTransactionTrigger: polled ?? [],
			'mobileBillingTrigger.paymentResult': [
				await received('paymentResult', payment(1)),
				await received(
					'paymentResult',
					payment(2, { status: 'failed', errormessage: 'No credit' }),
				),
			],
			'mobileBillingTrigger.returnedFromPayment': [
				await received('returnedFromPayment', {
					status: 'success',
					trid: 'trx-1',
					reference: 'order 7',
					msisdn: '33639981234',
					operator: 'FR_ORANGE',
					timestamp: `${noonInSeconds}000`,
					order: '7',
				}),
			],
			'mobileBillingTrigger.returnedFromIdentification': [
				await received('returnedFromIdentification', came),
			],
		};
	} finally {
		await office.close();
	}
}

/** The item of a signed call to the notification trigger. */
async function received(event: string, fields: Fields): Promise<IDataObject> {
	const host = await startHost({ parameters: { event } });
	try {
		await axios.get(`${host.url}?${queryOf(signed(fields))}`);
		const [item] = host.started;
		if (!item) throw new Error(`${event} started nothing`);
		return item;
	} finally {
		await host.close();
	}
}
