import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { Logins } from '../../credentials/login';
import { Journal } from '../../nodes/engine/journal';
import { logInMark } from '../../platform/account';
import { RateLimiter } from '../../nodes/engine/rateLimit';
import type { Clock } from '../../nodes/engine/send';
import { accountIn } from '../../nodes/engine/transport';
import type { VirtualTime } from './clock';
import type { Letter, Network } from './network';
import type { Reply } from './platform';

/** What n8n keeps in its database. */
export interface Database {
	credential: IDataObject;
}

/** The account of the sandbox's demo merchant. */
export const newDatabase = (): Database => ({
	credential: {
		authUrl: 'https://login.example',
		baseUrl: 'https://platform.example',
		clientId: 'demo-client',
		clientSecret: 'demo-secret',
		username: 'demo-merchant',
		password: 'demo-password',
		accessToken: '',
	},
});

const never = new Promise<never>(() => undefined);

/** How long n8n takes to store a credential, in milliseconds. */
const storing = 3;

/** A process of n8n: its memory, and what n8n does for a node. After its death nothing it waits for happens. */
export class Process implements Clock {
	readonly journal = new Journal();

	readonly limiter = new RateLimiter();

	isDead = false;

	/** Resolves when the process dies. */
	readonly death: Promise<undefined>;

	/** So many calls of the clock or the network are left until it dies. */
	callsLeft = Infinity;

	private readonly logins: Logins;

	private die: () => void = () => undefined;

	constructor(
		private readonly time: VirtualTime,
		private readonly network: Network,
		private readonly database: Database,
	) {
		this.death = new Promise((resolve) => {
			this.die = () => {
				this.isDead = true;
				resolve(undefined);
			};
		});
		this.logins = new Logins(
			() => time.now(),
			(milliseconds, act) => {
				time.after(milliseconds, act);
			},
		);
	}

	now(): number {
		return this.time.now();
	}

	async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
		await this.call();
		await this.time.sleep(milliseconds, signal);
		if (this.isDead) await never;
	}

	/** The account, by the node's own way through n8n's helpers. @param execution names the letters it sends */
	async account(execution: string) {
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
	private async sendWithToken(execution: string, options: IHttpRequestOptions, data: IDataObject) {
		if (!data.accessToken) {
			const request = async (asked: IHttpRequestOptions) => await this.requestToken(asked);
			const tokens = await this.logins.renew(request as never, data);
			Object.assign(data, tokens);
			await this.sleep(storing);
			this.database.credential = { ...data };
		}
		const { url, method = 'GET', qs, body, headers } = options;
		if (headers && logInMark in headers) throw new Error('Logged in');
		const token = String(data.accessToken);
		const path = new URL(url).pathname;
		const isWrite = /\/(service\/transaction|subscribe|1_4\/transaction\/.*)$/.test(path);
		const giftToken = headers && 'token' in headers ? token : undefined;
		const arrival = { method, path, query: qs, body, token, giftToken };
		const kind = isWrite ? 'write' : 'read';
		const signal = options.abortSignal as AbortSignal | undefined;
		return answered(await this.send({ kind, execution, arrival }, signal));
	}

	private async requestToken({ url, body, timeout }: IHttpRequestOptions) {
		const path = new URL(url).pathname;
		const arrival = { method: 'POST', path, query: {}, body, token: '' };
		const gaveUp = new AbortController();
		this.time.after(timeout ?? 0, () => {
			gaveUp.abort();
		});
		return answered(await this.send({ kind: 'token', arrival }, gaveUp.signal));
	}

	private async send(
		letter: Pick<Letter, 'kind' | 'execution' | 'arrival'>,
		signal?: AbortSignal,
	): Promise<Reply> {
		await this.call();
		const reply = this.network.send({ ...letter, process: this, leftAt: this.now() }, signal);
		reply.catch(() => undefined);
		await this.call();
		return await reply;
	}

	/** Counts down to the death of the process, which may come before or after a request leaves. */
	private async call(): Promise<void> {
		if (--this.callsLeft <= 0) this.die();
		if (this.isDead) await never;
	}
}

function answered({ status, body, headers = {} }: Reply) {
	return { statusCode: status, body, headers };
}
