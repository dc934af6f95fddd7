import axios from 'axios';
import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { Office } from '../support/pollOffice';
import { byKey, itemsOf } from '../support/stub';
import { PollHost } from '../support/triggers/pollHost';
import { payment, queryOf, signed, type Fields } from '../support/triggers/webhookEvents';
import { startHost } from '../support/triggers/webhookHost';

/** The time at which all samples are made. */
export const noon = Date.UTC(2026, 10, 21, 12, 0, 0);
const timestamp = String(noon / 1000);
const msisdn = '33639980001';
const returnurl = 'https://shop.example/back';

/** Runs every operation and trigger against a sandbox; the first item of each is the one to show. */
export async function makeSamples(): Promise<Record<string, IDataObject[]>> {
	const made: Record<string, IDataObject[]> = {};
	const office = await Office.open();
	const keep = (key: string, items: IDataObject[]) => {
		(made[key] ??= []).push(...items);
		return items[0] ?? {};
	};
	const runs = (node: INodeType, service?: string) => {
		return async (operation: string, fields: INodeParameters = {}, items = [{}]) => {
			const [resource = '', value = ''] = operation.split('.');
			const serviceKey = fields.serviceKey ?? (service ? byKey(service) : '');
			const parameters = { resource, operation: value, ...fields, serviceKey };
			const key = `${node.description.name}.${operation}`;
			return keep(key, itemsOf(await office.run(node, parameters, items)));
		};
	};
	const gifting = runs(new MobileDataGifting(), 'LOYALTYDATA01');
	const billing = runs(new MobileBilling());
	try {
		await office.fresh();
		const gift = { msisdn, amount: 500, campaign: 'spring-2026' };
		await gifting('dataGift.assign', gift);
		await gifting('dataGift.assign', gift);
		await gifting('dataGift.getMany');
		await gifting('service.getBalance', { operator: byKey('FR_DEMOTEL') });
		await gifting('service.getMany');

		office.useService('COINSHOP07', 'demo-signing-key-coinshop');
		const thanks = 'https://shop.example/thanks?order=17';
		const start = async (number: string, clientid: string) =>
			await billing('payment.start', {
				price: '0.99',
				msisdn: number,
				clientid,
				returnurl: thanks,
			});
		const transactionId = String((await start(msisdn, 'order-17')).transactionId);
		await start('999000000923', 'order-18');
		await start('999000000922', 'order-19');
		await start('999000000924', 'order-20');
		await start('999000000901', 'order-21');
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

		delete office.credentials.stored.mobileBillingServiceApi;
		const sold = await billing('transaction.getMany', { returnAll: true });
		await billing('transaction.get', { transactionId: String(sold.transactionId) });
		await billing('customer.resolveAlias', { msisdn });
		office.useService('COINSHOP07', 'demo-signing-key-coinshop');
		await billing('customer.createIdentificationLink', { returnurl });
		delete office.credentials.stored.mobileBillingServiceApi;
		await billing('account.checkSetup');

		const club = { serviceKey: 'GAMECLUB04', signingSecret: 'demo-signing-key-gameclub' };
		office.useService(club.serviceKey, club.signingSecret);
		const status = async () => await billing('subscription.checkStatus', { userid: 'user-1' });
		await status();
		await office.seller.optIn();
		await status();
		made['mobileBilling.subscription.checkStatus']?.reverse();
		const listed = await billing('subscription.getMany', { returnAll: true });
		const subscriptionId = String(listed.subscriptionId);
		await billing('subscription.get', { subscriptionId });
		await billing('subscription.createIdentificationLink', { returnurl });
		const back = signed({ userid: 'user-1', timestamp }, { ...club, signingAlgorithm: 'sha1' });
		for (const query of [back, { ...back, sign: '0' }]) {
			await billing('subscription.verifyIdentificationReturn', {}, [{ query }]);
		}
		await billing('subscription.cancel', { subscriptionId });
		await billing('subscription.cancel', { subscriptionId: '1' });

		await office.fresh();
		office.sell(noon - 1000, {
			...{ action: 'SUB_RENEW', merchantReference: 'order-7', subscriptionId: 500000001 },
			...{ actionStatus: 'FAILED', transactionState: 'FAILED' },
			...{ errorType: 'NOT_ENOUGH_CREDIT', errorMessage: 'Not enough credit' },
		});
		keep('mobileBillingTransactionTrigger', (await new PollHost(office).test()) ?? []);
		const receive = async (event: string, fields: Fields) =>
			keep(`mobileBillingTrigger.${event}`, await received(event, fields));
		await receive('paymentResult', payment(1));
		await receive('paymentResult', payment(2, { status: 'failed', errormessage: 'No credit' }));
		await receive('returnedFromPayment', {
			...{ status: 'success', trid: 'trx-1', reference: 'order 7', msisdn: '33639981234' },
			...{ operator: 'FR_ORANGE', timestamp: `${timestamp}000`, order: '7' },
		});
		await receive('returnedFromIdentification', { userid: 'player-1', timestamp });
		// Only the ports differ from run to run.
		return JSON.parse(
			JSON.stringify(made)
				.replaceAll(office.url, 'https://platform.example')
				.replaceAll(encodeURIComponent(office.url), 'https%3A%2F%2Fplatform.example'),
		) as typeof made;
	} finally {
		await office.close();
	}
}

/** The items of a signed call to the notification trigger. */
async function received(event: string, fields: Fields): Promise<IDataObject[]> {
	const host = await startHost({ parameters: { event } });
	try {
		await axios.get(`${host.url}?${queryOf(signed(fields))}`);
		return host.started.slice(0, 1);
	} finally {
		await host.close();
	}
}
