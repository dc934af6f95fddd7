import type { IDataObject, INode, INodeParameters, IRun } from 'n8n-workflow';
import { MobileBilling } from '../../../nodes/MobileBilling/MobileBilling.node';
import { createSandbox, type Sandbox } from '../../../sandbox/sandbox';
import { Seller } from '../../sandbox/seller';
import { CredentialsInMemory } from '../../support/credentialsHelper';
import { loggedInSeller } from '../../support/loggedInSeller';
import { accountAt } from '../../support/platform';
import { outputOf, runNode } from '../../support/runNode';

/** A customer in the PIN flow. */
export const CUSTOMER = '33639980001';
export const RETURN_URL = 'https://shop.example/thanks?order=17';

const PAYMENT = '/api/payment/1_4';
export const SUBSCRIBE_PATH = `${PAYMENT}/subscribe`;
export const PIN_PATH = `${PAYMENT}/transaction/*`;
export const STATUS_PATH = `${PAYMENT}/subscription`;
export const CANCEL_PATH = `${PAYMENT}/unsubscribe`;
export const SEARCHES = '/v1/*';
export const REFUND_PATH = `${PAYMENT}/refund`;

/** What a test may say of a run besides the operation's own fields. */
export interface Call {
	items?: IDataObject[];
	split?: boolean;
	concurrency?: number;
	settings?: Partial<INode>;
}

/** A request as the sandbox's log shows it. */
export interface Received {
	operation: 'subscribe' | 'pin' | 'subscription' | 'unsubscribe' | 'refund' | 'resolve';
	asked: Record<string, unknown>;
	httpStatus: number;
	status: string;
}

/** A merchant who sells with the node Mobile Billing, n8n's real engine in front and the sandbox behind. */
export class Shop {
	seller: Seller;
	credentials: CredentialsInMemory;

	private constructor(
		readonly sandbox: Sandbox,
		seller: Seller,
	) {
		this.seller = seller;
		this.credentials = new CredentialsInMemory({}, {});
	}

	static async open(): Promise<Shop> {
		const sandbox = await createSandbox({ port: 0 });
		return new Shop(sandbox, await Seller.on(sandbox));
	}

	async close(): Promise<void> {
		await this.sandbox.close();
	}

	/** The sandbox as at the start with its counts at zero, the account logged in, no service credential. */
	async fresh(): Promise<void> {
		await this.seller.fresh();
		this.credentials = await loggedInSeller(this.seller, accountAt(this.sandbox.url));
		await this.forgetRequests();
	}

	/** Sets the service credential; what is not told is left empty, as in n8n's form. */
	useService(fields: IDataObject): void {
		this.credentials.stored.mobileBillingServiceApi = {
			serviceKey: '',
			signingSecret: '',
			signingAlgorithm: 'sha1',
			moreServices: {},
			panelUsername: '',
			panelPasswordHash: '',
			...fields,
		};
	}

	/** Only the service credential is left: some operations need no account. */
	withoutAccount(): void {
		delete this.credentials.stored.mobileBillingApi;
	}

	/** Ten coins for the customer, who may be redirected, unless the fields say otherwise. */
	async start(fields: INodeParameters = {}, call: Call = {}): Promise<IRun> {
		const sale = {
			serviceKey: byKey('COINSHOP07'),
			price: '0.99',
			msisdn: CUSTOMER,
			returnurl: RETURN_URL,
		};
		return await this.run('payment', 'start', { ...sale, ...fields }, call);
	}

	async submitPin(fields: INodeParameters, call: Call = {}): Promise<IRun> {
		return await this.run('payment', 'submitPin', fields, call);
	}

	async checkStatus(fields: INodeParameters = {}, call: Call = {}): Promise<IRun> {
		const asked = { serviceKey: byKey('GAMECLUB04'), userid: 'user-1' };
		return await this.run('subscription', 'checkStatus', { ...asked, ...fields }, call);
	}

	async createLink(fields: INodeParameters = {}): Promise<IRun> {
		const asked = { serviceKey: byKey('GAMECLUB04'), returnurl: RETURN_URL };
		return await this.run('subscription', 'createIdentificationLink', { ...asked, ...fields }, {});
	}

	async verifyReturn(fields: INodeParameters, call: Call = {}): Promise<IRun> {
		return await this.run('subscription', 'verifyIdentificationReturn', fields, call);
	}

	async cancel(fields: INodeParameters, call: Call = {}): Promise<IRun> {
		const asked = { serviceKey: byKey('GAMECLUB04'), cancelBy: 'userId', userId: 'user-1' };
		return await this.run('subscription', 'cancel', { ...asked, ...fields }, call);
	}

	async refund(fields: INodeParameters, call: Call = {}): Promise<IRun> {
		const asked = { serviceKey: byKey('COINSHOP07') };
		return await this.run('payment', 'refund', { ...asked, ...fields }, call);
	}

	/** Starts a payment in the PIN flow through the node, and reads the PIN off the handset. */
	async awaitingPin(fields: INodeParameters = {}): Promise<{ transactionId: string; pin: string }> {
		const { transactionId, msisdn } = theItem(await this.start(fields));
		const pin = await this.seller.readPin(String(msisdn));
		return { transactionId: String(transactionId), pin };
	}

	/** Gives the payment a PIN that nothing else in a run can look like. */
	changePin(transactionId: string, pin: string): void {
		const session = this.sandbox.world.payments.transactions.find(transactionId)?.session;
		if (!session) throw new Error(`${transactionId} waits for no PIN`);
		Object.assign(session, { pin });
	}

	/** What reached the server-to-server endpoints, in order. */
	async received(): Promise<Received[]> {
		const { entries } = this.sandbox.world.payments.requests;
		return Promise.resolve(structuredClone(entries) as Received[]);
	}

	/** The body of the only request that reached them. */
	async onlyBody(): Promise<Record<string, unknown>> {
		const all = await this.received();
		if (all.length !== 1 || !all[0]) throw new Error(`${all.length} requests came`);
		return all[0].asked;
	}

	/** How many requests of any kind reached the platform. */
	async requestCount(): Promise<number> {
		const { data } = await this.seller.http.get<{ total: number }>('/_sandbox/requests');
		return data.total;
	}

	/** How many wrong PINs the platform would still take for a payment. */
	async attemptsLeft(transactionId: string): Promise<number> {
		return (await this.seller.payment(transactionId)).session.pinAttemptsLeft as number;
	}

	/** How many PINs left, whatever came of them. */
	async pinCount(): Promise<number> {
		const { data } = await this.seller.http.get<{
			routes: Record<string, Record<string, number>>;
		}>('/_sandbox/requests');
		return Object.entries(data.routes)
			.filter(([route]) => route.includes('/payment/1_4/transaction/'))
			.flatMap(([, byStatus]) => Object.values(byStatus))
			.reduce((sum, count) => sum + count, 0);
	}

	async forgetRequests(): Promise<void> {
		await this.seller.http.delete('/_sandbox/requests');
	}

	async breakWith(path: string, fault: object, rule: object = {}): Promise<void> {
		const { status } = await this.seller.http.put('/_sandbox/faults', [{ path, fault, ...rule }]);
		if (status !== 200) throw new Error('the sandbox does not take this fault');
	}

	async run(
		resource: string,
		operation: string,
		fields: INodeParameters,
		{ items = [{}], split, concurrency, settings }: Call = {},
	): Promise<IRun> {
		return await runNode({
			node: new MobileBilling(),
			parameters: {
				resource,
				operation,
				...fields,
				...(split && { splitByOutcome: true }),
				...(concurrency && { options: { concurrency } }),
			},
			items,
			credentials: this.credentials,
			settings,
		});
	}
}

/** A pick “By Service Key” or “By Operator Code”, as the editor stores it. */
export function byKey(value: string) {
	return { __rl: true as const, mode: 'id', value };
}

/** The only item on an output. */
export function theItem(run: IRun, output = 0): IDataObject {
	const [item, ...more] = outputOf(run, output);
	if (!item || more.length > 0) {
		const { error } = run.data.resultData;
		throw new Error(`${more.length + (item ? 1 : 0)} items came. ${error?.message ?? ''}`);
	}
	return item.json;
}

/** The items by the names of the outputs they left by; outputs without any are not named. */
export function leftBy(run: IRun, names: string[]): Record<string, IDataObject[]> {
	return Object.fromEntries(
		names
			.map((name, output) => [name, outputOf(run, output).map(({ json }) => json)] as const)
			.filter(([, items]) => items.length > 0),
	);
}
