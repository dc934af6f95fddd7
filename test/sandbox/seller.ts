import type { AxiosResponse } from 'axios';
import type { Sandbox } from '../../sandbox/sandbox';
import { Merchant } from './merchant';

const A_YEAR = 365 * 86_400;

/** What `stateOf` gives. */
export const PENDING = ['PENDING', 'PENDING', null, null];
export const PAID = ['COMPLETED', 'FINISHED', 'COMPLETED', null];
export const CANCELED = ['FAILED', 'CANCELED', 'CANCELED', 'CANCELED_BY_USER'];

/** A subscribe answer without anything in it. */
export const NOTHING = {
	errorMessage: null,
	transactionId: null,
	apiKey: null,
	clientId: null,
	price: null,
	countryCode: null,
	operatorCode: null,
	mcc: null,
	mnc: null,
	msisdn: null,
	action: null,
	sessionStatus: null,
	urlRedirect: null,
	premiumInstructions: null,
	shortCode: null,
	smsBody: null,
	handshakeInstructions: null,
	operatorType: null,
	wap: null,
	chargeURL: null,
	pinPattern: null,
	mtShortCode: null,
	message: null,
};

/** A merchant that sells, with a token that outlives every move of the clock. */
export class Seller extends Merchant {
	private authorization: Record<string, string> = {};

	static async on(sandbox: Sandbox): Promise<Seller> {
		const seller = new Seller(sandbox);
		await seller.fresh();
		return seller;
	}

	/** Everything as at the start, and a new token. */
	async fresh(username?: string, password?: string): Promise<void> {
		await this.http.post('/_sandbox/reset');
		await this.set({ accessTokenLifetime: A_YEAR });
		await this.as(username, password);
	}

	async as(username?: string, password?: string): Promise<void> {
		const { authorization = '' } = await this.headers(username, password);
		this.authorization = { authorization };
	}

	set(settings: Record<string, unknown>): Promise<AxiosResponse> {
		return this.http.patch('/_sandbox/settings', settings);
	}

	post(path: string, body: unknown): Promise<AxiosResponse> {
		return this.http.post(path, body, { headers: this.authorization });
	}

	subscribe(change: Record<string, unknown> = {}): Promise<AxiosResponse> {
		const body = { apikey: 'COINSHOP07', price: '0.99', msisdn: '33639980001', ...change };
		return this.post('/api/payment/1_4/subscribe', body);
	}

	pin(transactionId: string, pin: unknown, more: Record<string, unknown> = {}) {
		const path = `/api/payment/1_4/transaction/${encodeURIComponent(transactionId)}`;
		return this.post(path, { pin, ...more });
	}

	identify(change: Record<string, unknown> = {}): Promise<AxiosResponse> {
		const timestamp = String(Math.floor(Date.now() / 1000));
		const body = { apikey: 'GAMECLUB04', userid: 'user-1', timestamp, ...change };
		return this.post('/api/payment/1_4/subscription', body);
	}

	async advance(days: number): Promise<void> {
		await this.http.post('/_sandbox/clock', { advanceSeconds: days * 86_400 });
	}

	async inbox(msisdn: string): Promise<string[]> {
		const { messages } = (await this.http.get(`/_sandbox/handset/${msisdn}`)).data;
		return messages.map(({ text }: { text: string }) => text);
	}

	async readPin(msisdn = '33639980001'): Promise<string> {
		return /\d{4}/.exec((await this.inbox(msisdn)).at(-1) ?? '')?.[0] ?? '';
	}

	answer(msisdn: string, text: string): Promise<AxiosResponse> {
		return this.http.post(`/_sandbox/handset/${msisdn}`, { text });
	}

	async payment(transactionId: string) {
		const path = `/_sandbox/payments/${encodeURIComponent(transactionId)}`;
		return (await this.http.get(path)).data;
	}

	/** Of session, transaction and action, with the error type. */
	async stateOf(transactionId: string): Promise<unknown[]> {
		const { transaction, session } = await this.payment(transactionId);
		const { transactionState, actionStatus, errorType } = transaction;
		return [session.sessionStatus, transactionState, actionStatus, errorType];
	}

	/** Newest first. */
	async payments(params: Record<string, unknown> = {}) {
		return (await this.http.get('/_sandbox/payments', { params })).data.payments;
	}

	async subscriptions(params: Record<string, unknown> = {}) {
		return (await this.http.get('/_sandbox/subscriptions', { params })).data.subscriptions;
	}

	/** Subscribes by PIN and answers the opt-in's response. */
	async optIn(change: Record<string, unknown> = {}): Promise<AxiosResponse> {
		const asked = { apikey: 'GAMECLUB04', price: '2.99', userid: 'user-1', ...change };
		const started = await this.subscribe(asked);
		const { transactionId, msisdn } = started.data;
		return this.pin(transactionId, await this.readPin(msisdn));
	}

	/** `active` and `valid` of a user. */
	async cases(userid = 'user-1'): Promise<unknown[]> {
		const { active, valid } = (await this.identify({ userid })).data;
		return [active, valid];
	}

	/** What has happened, oldest first, such as `CHARGE COMPLETED`. */
	async history(): Promise<string[]> {
		const records: { action: string; actionStatus: string }[] = (await this.payments()).map(
			(payment: { transaction: unknown }) => payment.transaction,
		);
		return records.reverse().map(({ action, actionStatus }) => `${action} ${actionStatus}`);
	}
}
