import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { Logins } from '../../credentials/login';
import { Journal } from '../../nodes/engine/core/list/journal';
import type { Clock } from '../../nodes/engine/core/request/send';
import { accountIn } from '../../nodes/engine/n8n/transport';
import { logInHeader } from '../../platform/account';
import type { VirtualTime } from './clock';
import type { Execution, Letter } from './model';
import { never, type Network } from './network';
import type { Arrival } from './platform';
import type { CheckedLimiter } from './limiter';
import type { Scenario } from './scenario';

/** n8n's database with the accounts of the sandbox's demo merchant, one for each tenant of the host. */
export function newDatabase(tenants: Scenario['tenants']) {
	const isByPath = tenants === 'byPath';
	const credential = (tenant: number): IDataObject => ({
		authUrl: isByPath ? '' : 'https://login.example',
		baseUrl: `https://platform.example${isByPath && tenant > 0 ? '/second' : ''}`,
		clientId: 'demo-client',
		clientSecret: 'demo-secret',
		username: tenant > 0 && !isByPath ? secondUser : 'demo-merchant',
		password: 'demo-password',
		accessToken: '',
	});
	return { credentials: [credential(0), credential(1)] };
}

/** The user of another account on the same host. */
export const secondUser = 'second-merchant';

/** More than the longest wait of the node, in milliseconds. */
const longestWait = 60_000;
/** How long n8n takes to store a credential, in milliseconds. */
const storing = 3;

/** A process of n8n: its memory, and n8n's work for a node. After its death nothing it waits for happens. */
export class Process implements Clock {
	readonly journal = new Journal();
	isDead = false;
	/** The calls of the clock or the network that are left until it dies. */
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

	monotonic(): number {
		return this.time.monotonic();
	}

	async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
		if (milliseconds > longestWait) this.network.tells(`a wait of ${milliseconds} ms`);
		await this.call();
		await this.time.sleep(milliseconds, signal);
		if (this.isDead) await never();
	}

	/** Reads the account as the node does, by n8n's helpers. */
	async account(execution: Execution, searchSecret: string) {
		const { tenant, isSigned } = execution.list;
		const login = isSigned && { searchLogin: 'headers', searchUser: 'demo-search', searchSecret };
		const context = {
			getCredentials: async () => {
				await this.askDatabase();
				return { ...this.database.credentials[tenant], ...login };
			},
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

	private async askDatabase(): Promise<void> {
		await Promise.resolve();
		if (this.network.isDatabaseDown()) throw new Error('The database is locked');
	}

	/** Plays n8n: logs in if the token is missing, and stores the new tokens. */
	private async sendWithToken(
		execution: Execution,
		options: IHttpRequestOptions,
		data: IDataObject,
	) {
		const { list } = execution;
		const searchKey = list.isSigned ? String(data.searchSecret) : undefined;
		if (!data.accessToken && !list.isSigned) {
			const request = async (asked: IHttpRequestOptions) =>
				await this.requestToken(list.tenant, asked);
			Object.assign(data, await this.logins.renew(request as never, data));
			await this.sleep(storing);
			await this.askDatabase();
			this.database.credentials[list.tenant] = { ...data };
		}
		if (logInHeader in (options.headers ?? {})) throw new Error('Logged in');
		const isRead = options.method === 'GET' || /\/v1\/(?:trans|subscr)[a-z]+$/.test(options.url);
		const letter = { kind: isRead ? 'read' : 'write', execution, tenant: list.tenant } as const;
		const signal = options.abortSignal;
		return await this.send(letter, options, { token: String(data.accessToken), searchKey }, signal);
	}

	private async requestToken(tenant: number, options: IHttpRequestOptions) {
		const gaveUp = new AbortController();
		this.time.after(options.timeout ?? 0, () => {
			gaveUp.abort();
		});
		return await this.send({ kind: 'token', tenant }, options, { token: '' }, gaveUp.signal);
	}

	private async send(
		letter: Pick<Letter, 'kind' | 'execution' | 'tenant'>,
		{ url, method = 'POST', qs, body }: IHttpRequestOptions,
		login: Pick<Arrival, 'token' | 'searchKey'>,
		signal?: unknown,
	) {
		await this.call();
		const path = new URL(url).pathname.replace(/^\/second/, '');
		const arrival = { method, path, query: qs, body, ...login };
		const sent = { ...letter, arrival, process: this, leftAt: this.now() };
		const reply = this.network.send(sent, signal as AbortSignal | undefined);
		reply.catch(() => undefined);
		await this.call();
		const { status, body: answer, headers = {} } = await reply;
		const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
		return { statusCode: status, body: [Buffer.from(text)], headers };
	}

	/** Counts down to the death of the process, which may come before or after a request leaves. */
	private async call(): Promise<void> {
		if (--this.callsLeft <= 0) {
			this.isDead = true;
			this.die();
		}
		if (this.isDead) await never();
	}
}
