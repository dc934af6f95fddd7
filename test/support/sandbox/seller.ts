import { createHmac } from 'node:crypto';
import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import { createSandbox, type Sandbox } from '../../../sandbox/sandbox';
import type { Payment } from '../../../sandbox/payments/payment';
import type { SubscriptionRecord, TransactionRecord } from '../../../sandbox/payments/records';

export const OLDER = '/auth/realms/api/protocol/openid-connect/token';
export const NEWER = '/realms/api/protocol/openid-connect/token';
const A_YEAR = 365 * 86_400;

type Fields = Record<string, unknown>;

/** A merchant's program in tests: it never throws, whatever status it gets. */
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

	/** Resets the sandbox, and gets a token that outlives every move of the clock. */
	async fresh(): Promise<void> {
		await this.http.post('/_sandbox/reset');
		await this.set({ accessTokenLifetime: A_YEAR });
		await this.as();
	}

	askToken(form: Record<string, string>, address = NEWER): Promise<AxiosResponse> {
		const fields = { client_id: 'demo-client', client_secret: 'demo-secret', ...form };
		return this.http.post(address, new URLSearchParams(fields));
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
			...change,
		};
		return this.post('/datagifting/v1/service/transaction', body);
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

	advance(days: number): Promise<AxiosResponse> {
		return this.http.post('/_sandbox/clock', { advanceSeconds: days * 86_400 });
	}

	async readPin(msisdn = '33639980001'): Promise<string> {
		const text = this.sandbox.world.payments.handsets.messages(msisdn).at(-1)?.text ?? '';
		return Promise.resolve(/\d{4}/.exec(text)?.[0] ?? '');
	}

	answer(msisdn: string, text: string): Promise<AxiosResponse> {
		return this.http.post(`/_sandbox/handset/${msisdn}`, { text });
	}

	async payment(transactionId: string) {
		const payment = this.sandbox.world.payments.transactions.find(transactionId);
		if (!payment) throw new Error(`There is no transaction ${transactionId}`);
		return Promise.resolve(shown(payment));
	}

	/** Adds a transaction of a service that ended at a time, Unix milliseconds. */
	transact(
		action: TransactionRecord['action'],
		serviceKey: string,
		change: Partial<TransactionRecord>,
		at = Date.now(),
	): TransactionRecord {
		const { payments, catalogue } = this.sandbox.world;
		const msisdn = change.msisdn ?? '33639980001';
		const operator = catalogue.operator('FR_DEMOTEL');
		if (!operator) throw new Error('The seed has changed');
		const service = payments.services.named(serviceKey);
		const { record } = payments.transactions.begin({
			action,
			price: null,
			msisdn,
			at,
			service,
			operator,
		});
		return Object.assign(record, change);
	}

	/** Newest first. */
	async payments({ msisdn }: { msisdn?: unknown } = {}) {
		const { all } = this.sandbox.world.payments.transactions;
		return Promise.resolve(newest(all, msisdn).map(shown));
	}

	async subscriptions({ msisdn }: { msisdn?: unknown } = {}) {
		const { all } = this.sandbox.world.payments.subscriptions;
		const records = newest(all, msisdn).map(({ record }) => ({ ...record }));
		return Promise.resolve(records as [SubscriptionRecord, ...SubscriptionRecord[]]);
	}

	/** Subscribes by PIN. Returns the response of the opt-in. */
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
}

function newest<One extends { record: { msisdn: string } }>(all: One[], msisdn: unknown): One[] {
	return all.filter(({ record }) => !msisdn || record.msisdn === msisdn).reverse();
}

const shown = ({ record }: Payment) => ({ transaction: { ...record } });

/** Opens a sandbox for the tests of a file, and resets it before each. */
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

/** Signs by docs/platform-interface.md, "sign", independently of the sandbox. */
export function signatureFor(fields: Record<string, string>, algorithm: string, key: string) {
	const names = Object.keys(fields).filter((name) => name !== 'sign');
	const text = names.sort().reduce((joined, name) => joined + fields[name], '');
	return createHmac(algorithm.toLowerCase(), key).update(text).digest('hex');
}
