import axios, { type AxiosInstance } from 'axios';

/** One assignment request as the sandbox's ledger keeps it. */
export interface LedgerEntry {
	asked: { serviceKey?: string; msisdn?: string; clientId?: string; amount?: number };
	/** `ASSIGNED`, or the code of the refusal. */
	result: string;
	gift?: { msisdn: string; clientId: string | null; amount: number; operator: string };
}

/** Token requests by grant and result, as `{ password: { granted: 1 } }`. */
export type TokenRequests = Partial<Record<'password' | 'refresh_token', Record<string, number>>>;

/** The sandbox's control interface: what happened there, and what shall go wrong. */
export class SandboxControl {
	private readonly http: AxiosInstance;

	constructor(url: string) {
		this.http = axios.create({ baseURL: `${url}/_sandbox`, proxy: false, timeout: 30_000 });
	}

	/** Every assignment request, in order. */
	async ledger(): Promise<LedgerEntry[]> {
		return (await this.http.get<{ entries: LedgerEntry[] }>('/ledger')).data.entries;
	}

	/** Every token request since the sandbox started. */
	async tokenRequests(): Promise<TokenRequests> {
		return (await this.http.get<{ tokenRequests: TokenRequests }>('/requests')).data.tokenRequests;
	}

	/** Changes settings of the running sandbox. */
	async set(settings: Record<string, unknown>): Promise<void> {
		await this.http.patch('/settings', settings);
	}

	/** From now on no access token issued so far is valid; refresh tokens stay. */
	async expireAccessTokens(): Promise<void> {
		await this.http.post('/expire-access-tokens');
	}
}

/** How many token requests these are, of one grant or of all. */
export function countOf(requests: TokenRequests, grant?: keyof TokenRequests): number {
	const rows = grant === undefined ? Object.values(requests) : [requests[grant] ?? {}];
	return rows.flatMap((row) => Object.values(row)).reduce((sum, count) => sum + count, 0);
}
