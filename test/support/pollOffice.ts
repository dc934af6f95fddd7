import axios from 'axios';
import type { IncomingHttpHeaders } from 'node:http';
import type { INodeParameters, INodeType, IRun } from 'n8n-workflow';
import type { TransactionRecord } from '../../sandbox/payments/records';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { utcText } from '../../sandbox/clock';
import { Seller } from './sandbox/seller';
import { startEndpoint, type Endpoint, type PlainAnswer, type SeenRequest } from './endpoint';
import { accountAt, loggedInWith } from './platform';
import { runNode } from './runNode';

/** A request as it left n8n. */
interface Sent {
	path: string;
	headers: IncomingHttpHeaders;
	body: Record<string, unknown>;
}

/** What stands between n8n and the platform: it writes down what is asked. */
interface Recorder {
	sent: Sent[];
	/** Answers in the platform's place; undefined lets the request through. */
	instead?: (sent: Sent) => PlainAnswer | undefined;
}

/** Who sells and looks at what was sold: an account, the sandbox behind it, and a recorder between them. */
export class Office {
	credentials = loggedInWith({}, '');

	readonly recorder: Recorder = { sent: [] };

	private constructor(
		readonly sandbox: Sandbox,
		readonly seller: Seller,
		private readonly door: Endpoint,
	) {}

	static async open(): Promise<Office> {
		const sandbox = await createSandbox({ port: 0 });
		const door = await startEndpoint(async (request) => await office.answer(request));
		const office: Office = new Office(sandbox, await Seller.on(sandbox), door);
		return office;
	}

	async close(): Promise<void> {
		await this.door.close();
		await this.sandbox.close();
	}

	/** Where n8n finds the platform. */
	get url(): string {
		return this.door.url;
	}

	/** The sandbox as at the start, the account logged in, no service credential, nothing asked yet. */
	async fresh(): Promise<void> {
		await this.seller.fresh();
		const { access_token: token } = (await this.seller.login()).data as { access_token: string };
		const account = { ...accountAt(this.sandbox.url), baseUrl: this.url };
		this.credentials = loggedInWith(account, token);
		this.recorder.instead = undefined;
		this.recorder.sent.length = 0;
	}

	/** Sets the service credential. */
	useService(serviceKey: string, signingSecret = ''): void {
		this.credentials.stored.mobileBillingServiceApi = { serviceKey, signingSecret };
	}

	/** The searches that were sent. */
	get searches(): Sent[] {
		return this.recorder.sent.filter(({ path }) => path.startsWith('/v1/'));
	}

	/** The body of the only search that was sent. */
	get onlyBody(): Record<string, unknown> {
		const [search, ...more] = this.searches;
		if (!search || more.length > 0) throw new Error(`${this.searches.length} searches were sent`);
		return search.body;
	}

	/** Answers every search in the platform's place. */
	answerWith(body: unknown, status = 200): void {
		this.recorder.instead = () => ({ status, body });
	}

	/** A transaction that is final at `at`, Unix milliseconds; the change makes it another. */
	sell(at: number, change: Partial<TransactionRecord> = {}): TransactionRecord {
		const { payments, catalogue } = this.sandbox.world;
		const service = payments.services.find(change.serviceKey ?? 'COINSHOP07');
		const operator = catalogue.subscriber(change.msisdn ?? '33639980001')?.operator;
		if (!service || !operator) throw new Error('the sandbox has no such service or number');
		const { record } = payments.transactions.begin({
			action: 'CHARGE',
			service,
			operator,
			price: { amount: 10, price: 0.99 },
			msisdn: change.msisdn ?? '33639980001',
			at,
		});
		return Object.assign(record, {
			actionStatus: 'COMPLETED',
			transactionState: 'FINISHED',
			timeUpdated: utcText(at),
			...change,
		});
	}

	/** Runs an operation once. */
	async run(node: INodeType, parameters: INodeParameters, items = [{}]): Promise<IRun> {
		return await runNode({ node, parameters, items, credentials: this.credentials });
	}

	private async answer({ method, path, headers, body }: SeenRequest): Promise<PlainAnswer> {
		const sent = { path, headers, body: body === '' ? {} : JSON.parse(body) };
		this.recorder.sent.push(sent);
		const instead = this.recorder.instead?.(sent);
		if (instead) return instead;
		// With its own "host", because a signed search covers the address it was sent to.
		const {
			status,
			data,
			headers: answered,
		} = await axios.request<string>({
			method,
			url: `${this.sandbox.url}${path}`,
			headers: Object.fromEntries(Object.entries(headers)) as Record<string, string>,
			...(body !== '' && { data: body }),
			responseType: 'text',
			transformResponse: (text: string) => text,
			validateStatus: () => true,
			proxy: false,
		});
		const { date = '' } = answered as Record<string, string>;
		return { status, body: data, headers: { 'content-type': 'application/json', date } };
	}
}
