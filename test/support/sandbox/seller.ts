import { createHmac } from 'node:crypto';
import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import { PIN_ATTEMPTS } from '../../../sandbox/payments/session';
import { createSandbox, type Sandbox } from '../../../sandbox/sandbox';
import type { Payment } from '../../../sandbox/payments/payment';
import type { SubscriptionRecord } from '../../../sandbox/payments/records';

export const OLDER = '/auth/realms/api/protocol/openid-connect/token';
export const NEWER = '/realms/api/protocol/openid-connect/token';
const A_YEAR = 365 * 86_400;

/** What `stateOf` gives. */
export const PENDING = ['PENDING', 'PENDING', null, null];
export const PAID = ['COMPLETED', 'FINISHED', 'COMPLETED', null];
export const CANCELED = ['FAILED', 'CANCELED', 'CANCELED', 'CANCELED_BY_USER'];

type Fields = Record<string, unknown>;

/** A merchant's program as the tests play it: any status is an answer, nothing is thrown. */
export class Seller {
	readonly http: AxiosInstance;
	private authorization: Record<string, string> = {};

	constructor(readonly sandbox: Sandbox) {
		this.http = axios.create({ baseURL: sandbox.url, validateStatus: () => true, maxRedirects: 0 });
	}

	static async on(sandbox: Sandbox): Promise<Seller> {
		const seller = new Seller(sandbox);
		await seller.fresh();
		return seller;
	}

	/** Everything as at the start, and a token that outlives every move of the clock. */
	async fresh(): Promise<void> {
		await this.http.post('/_sandbox/reset');
		await this.set({ accessTokenLifetime: A_YEAR });
		await this.as();
	}

	askToken(form: Record<string, string>, address = NEWER): Promise<AxiosResponse> {
		const client = { client_id: 'demo-client', client_secret: 'demo-secret' };
		return this.http.post(address, new URLSearchParams({ ...client, ...form }));
	}

	login(username = 'demo-merchant', password = 'demo-password'): Promise<AxiosResponse> {
		return this.askToken({ grant_type: 'password', username, password });
	}

	async as(username?: string, password?: string): Promise<void> {
		const { access_token: token } = (await this.login(username, password)).data;
		this.authorization = { authorization: `Bearer ${token}`, token };
	}

	set(settings: Fields): Promise<AxiosResponse> {
		return this.http.patch('/_sandbox/settings', settings);
	}

	get(path: string, params: Fields = {}): Promise<AxiosResponse> {
		return this.http.get(path, { params, headers: this.authorization });
	}

	post(path: string, body: unknown): Promise<AxiosResponse> {
		return this.http.post(path, body, { headers: this.authorization });
	}

	gift(change: Fields = {}): Promise<AxiosResponse> {
		const body = {
			serviceKey: 'LOYALTYDATA01',
			msisdn: '33639980001',
			clientId: 'c-1',
			amount: 100,
		};
		return this.post('/datagifting/v1/service/transaction', { ...body, ...change });
	}

	subscribe(change: Fields = {}): Promise<AxiosResponse> {
		const body = { apikey: 'COINSHOP07', price: '0.99', msisdn: '33639980001', ...change };
		return this.post('/api/payment/1_4/subscribe', body);
	}

	pin(transactionId: string, pin: unknown): Promise<AxiosResponse> {
		return this.post(`/api/payment/1_4/transaction/${encodeURIComponent(transactionId)}`, { pin });
	}

	identify(change: Fields = {}): Promise<AxiosResponse> {
		const timestamp = String(Math.floor(Date.now() / 1000));
		const body = { apikey: 'GAMECLUB04', userid: 'user-1', timestamp, ...change };
		return this.post('/api/payment/1_4/subscription', body);
	}

	async advance(days: number): Promise<void> {
		await this.http.post('/_sandbox/clock', { advanceSeconds: days * 86_400 });
	}

	inbox(msisdn: string): string[] {
		return this.world.payments.handsets.messages(msisdn).map(({ text }) => text);
	}

	async readPin(msisdn = '33639980001'): Promise<string> {
		return Promise.resolve(/\d{4}/.exec(this.inbox(msisdn).at(-1) ?? '')?.[0] ?? '');
	}

	answer(msisdn: string, text: string): Promise<AxiosResponse> {
		return this.http.post(`/_sandbox/handset/${msisdn}`, { text });
	}

	async payment(transactionId: string) {
		const payment = this.world.payments.transactions.find(transactionId);
		if (!payment) throw new Error(`There is no transaction ${transactionId}`);
		return Promise.resolve(shown(payment));
	}

	/** Of session, transaction and action, with the error type. */
	async stateOf(transactionId: string): Promise<unknown[]> {
		const { transaction, session } = await this.payment(transactionId);
		const { transactionState, actionStatus, errorType } = transaction;
		return [session.sessionStatus, transactionState, actionStatus, errorType];
	}

	/** Newest first. */
	async payments({ msisdn }: { msisdn?: unknown } = {}) {
		const { all } = this.world.payments.transactions;
		return Promise.resolve(newest(all, msisdn).map(shown));
	}

	/** Newest first. */
	async subscriptions({ msisdn }: { msisdn?: unknown } = {}) {
		const { all } = this.world.payments.subscriptions;
		const records = newest(all, msisdn).map(({ record }) => ({ ...record }));
		return Promise.resolve(records as [SubscriptionRecord, ...SubscriptionRecord[]]);
	}

	/** Subscribes by PIN and answers the opt-in's response. */
	async optIn(change: Fields = {}): Promise<AxiosResponse> {
		const asked = { apikey: 'GAMECLUB04', price: '2.99', userid: 'user-1', ...change };
		const { transactionId, msisdn } = (await this.subscribe(asked)).data;
		return this.pin(transactionId, await this.readPin(msisdn));
	}

	/** `active` and `valid` of a user. */
	async cases(userid = 'user-1'): Promise<unknown[]> {
		const { active, valid } = (await this.identify({ userid })).data;
		return [active, valid];
	}

	/** What has happened, oldest first, such as `CHARGE COMPLETED`. */
	async history(): Promise<string[]> {
		const records = (await this.payments()).map(({ transaction }) => transaction).reverse();
		return records.map(({ action, actionStatus }) => `${action} ${actionStatus}`);
	}

	private get world() {
		return this.sandbox.world;
	}
}

function newest<One extends { record: { msisdn: string } }>(all: One[], msisdn: unknown): One[] {
	return all
		.filter(({ record }) => [undefined, record.msisdn].includes(msisdn as string))
		.reverse();
}

function shown({ record, userId, session }: Payment) {
	const pinAttemptsLeft = PIN_ATTEMPTS - (session?.wrongPins ?? 0);
	const sessionStatus = session?.status ?? null;
	return { transaction: { ...record }, userId, session: { sessionStatus, pinAttemptsLeft } };
}

/** Opens a sandbox for the tests of a file; before each of them everything is as at the start. */
export function sellerForEach(): { readonly seller: Seller } {
	let seller: Seller;
	beforeAll(async () => {
		seller = new Seller(await createSandbox({ port: 0 }));
	});
	afterAll(() => seller.sandbox.close());
	beforeEach(() => seller.fresh());
	return {
		get seller() {
			return seller;
		},
	};
}

/** The recipe of docs/platform-interface.md, "sign", written out once more. */
export function signatureFor(
	fields: Record<string, string>,
	algorithm: string,
	key: string,
): string {
	const names = Object.keys(fields).filter((name) => name !== 'sign');
	const text = names.sort().reduce((joined, name) => joined + fields[name], '');
	return createHmac(algorithm.toLowerCase(), key).update(text).digest('hex');
}
