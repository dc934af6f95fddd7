import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { Logins } from '../../credentials/login';
import { Journal } from '../../nodes/engine/journal';
import type { Clock } from '../../nodes/engine/send';
import { accountIn } from '../../nodes/engine/transport';
import { logInMark } from '../../platform/account';
import type { VirtualTime } from './clock';
import type { Execution, Letter } from './model';
import { never, type Network } from './network';
import type { CheckedLimiter } from './limiter';

/** What n8n keeps in its database: the account of the sandbox's demo merchant. */
export const newDatabase = () => ({
	credential: {
		authUrl: 'https://login.example',
		baseUrl: 'https://platform.example',
		clientId: 'demo-client',
		clientSecret: 'demo-secret',
		username: 'demo-merchant',
		password: 'demo-password',
		accessToken: '',
	} as IDataObject,
});

/** How long n8n takes to store a credential, in milliseconds. */
const storing = 3;

/** A process of n8n: its memory, and what n8n does for a node. After its death nothing it waits for happens. */
export class Process implements Clock {
	readonly journal = new Journal();
	isDead = false;
	/** So many calls of the clock or the network are left until it dies. */
	callsLeft = Infinity;
	private die!: () => void;
	readonly death = new Promise<void>((resolve) => {
		this.die = resolve;
	});

	private readonly logins: Logins;

	constructor(
		private readonly time: VirtualTime,
		private readonly network: Network,
		private readonly database: ReturnType<typeof newDatabase>,
		readonly limiter: CheckedLimiter,
	) {
		const now = time.now.bind(time);
		this.logins = new Logins(now, time.after.bind(time), now);
	}

	now(): number {
		return this.time.now();
	}

	async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
		await this.call();
		await this.time.sleep(milliseconds, signal);
		if (this.isDead) await never;
	}

	/** The account, by the node's own way through n8n's helpers. */
	async account(execution: Execution) {
		const context = {
			getCredentials: async () => await Promise.resolve({ ...this.database.credential }),
			helpers: {
				httpRequestWithAuthentication: async (
					_type: string,
					options: IHttpRequestOptions,
					{ credentialsDecrypted: { data } }: { credentialsDecrypted: { data: IDataObject } },
				) => await this.sendWithToken(execution, options, data),
			},
		};
		return await accountIn(context as unknown as IExecuteFunctions);
	}

	/** n8n's part: it logs in where the token is missing, and stores what the login brought. */
	private async sendWithToken(
		execution: Execution,
		options: IHttpRequestOptions,
		data: IDataObject,
	) {
		if (!data.accessToken) {
			const request = async (asked: IHttpRequestOptions) => await this.requestToken(asked);
			Object.assign(data, await this.logins.renew(request as never, data));
			await this.sleep(storing);
			this.database.credential = { ...data };
		}
		if (logInMark in (options.headers ?? {})) throw new Error('Logged in');
		const isRead = options.method === 'GET' || options.url.endsWith('/v1/transactions');
		const letter = { kind: isRead ? 'read' : 'write', execution } as const;
		return await this.send(letter, options, String(data.accessToken), options.abortSignal);
	}

	private async requestToken(options: IHttpRequestOptions) {
		const gaveUp = new AbortController();
		this.time.after(options.timeout ?? 0, () => {
			gaveUp.abort();
		});
		return await this.send({ kind: 'token' }, options, '', gaveUp.signal);
	}

	private async send(
		letter: Pick<Letter, 'kind' | 'execution'>,
		{ url, method = 'POST', qs, body }: IHttpRequestOptions,
		token: string,
		signal?: unknown,
	) {
		await this.call();
		const arrival = { method, path: new URL(url).pathname, query: qs, body, token };
		const sent = { ...letter, arrival, process: this, leftAt: this.now() };
		const reply = this.network.send(sent, signal as AbortSignal | undefined);
		reply.catch(() => undefined);
		await this.call();
		const { status, body: answer, headers = {} } = await reply;
		return { statusCode: status, body: answer, headers };
	}

	/** Counts down to the death of the process, which may come before or after a request leaves. */
	private async call(): Promise<void> {
		if (--this.callsLeft <= 0) {
			this.isDead = true;
			this.die();
		}
		if (this.isDead) await never;
	}
}
