import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import type { Sandbox } from '../../sandbox/sandbox';

export const OLDER = '/auth/realms/api/protocol/openid-connect/token';
export const NEWER = '/realms/api/protocol/openid-connect/token';
export const FR_NUMBER = '33639980001';

/** A merchant's program as the tests play it: any status is an answer, nothing is thrown. */
export class Merchant {
	readonly http: AxiosInstance;

	constructor(sandbox: Sandbox) {
		this.http = axios.create({ baseURL: sandbox.url, validateStatus: () => true });
	}

	askToken(form: Record<string, string>, address = NEWER): Promise<AxiosResponse> {
		const client = { client_id: 'demo-client', client_secret: 'demo-secret' };
		return this.http.post(address, new URLSearchParams({ ...client, ...form }));
	}

	login(username = 'demo-merchant', password = 'demo-password'): Promise<AxiosResponse> {
		return this.askToken({ grant_type: 'password', username, password });
	}

	refresh(refreshToken: string): Promise<AxiosResponse> {
		return this.askToken({ grant_type: 'refresh_token', refresh_token: refreshToken });
	}

	/** Headers of a gifting assignment with a token of a new login. */
	async headers(username?: string, password?: string): Promise<Record<string, string>> {
		const { access_token: token } = (await this.login(username, password)).data;
		return { authorization: `Bearer ${token}`, token };
	}

	gift(headers: Record<string, string>, change: Record<string, unknown> = {}) {
		const body = { serviceKey: 'LOYALTYDATA01', msisdn: FR_NUMBER, clientId: 'c-1', amount: 100 };
		return this.http.post(
			'/datagifting/v1/service/transaction',
			{ ...body, ...change },
			{ headers },
		);
	}

	services(accessToken: string): Promise<AxiosResponse> {
		const headers = { authorization: `Bearer ${accessToken}` };
		return this.http.get('/datagifting/v1/services', { headers });
	}
}
