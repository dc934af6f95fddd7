import type { ICredentialDataDecryptedObject, ICredentialType } from 'n8n-workflow';
import { z } from 'zod';
import { MobileBillingApi } from '../../credentials/MobileBillingApi.credentials';
import { MobileBillingServiceApi } from '../../credentials/MobileBillingServiceApi.credentials';
import { accountOf, fingerprintOf, noTokens } from '../../platform/account';
import { ruleSchema } from '../../sandbox/faults/rule';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import type { Settings } from '../../sandbox/settings';
import { CredentialsInMemory } from './credentialsHelper';

export const giftRoute = 'POST /datagifting/v1/service/transaction';
export const [, giftPath = ''] = giftRoute.split(' ');
/** The path that lists gifts, also for look-ups. */
export const looks = '/datagifting/v1/transaction';

type FaultRule = z.input<typeof ruleSchema>;

/** The account of the sandbox's first merchant; one address is identity provider and platform. */
export function accountAt(url: string): ICredentialDataDecryptedObject {
	return {
		advanced: true,
		authUrl: url,
		baseUrl: url,
		giftHeader: 'token',
		clientId: 'demo-client',
		clientSecret: 'demo-secret',
		username: 'demo-merchant',
		password: 'demo-password',
	};
}

/** n8n with the account stored in it. */
export function n8nWith(
	account: ICredentialDataDecryptedObject,
	type: ICredentialType = new MobileBillingApi(),
): CredentialsInMemory {
	return new CredentialsInMemory({ mobileBillingApi: type }, { mobileBillingApi: account });
}

/** n8n with a logged-in account, as after an earlier run, and optionally a service credential. */
export function loggedInWith(
	account: ICredentialDataDecryptedObject,
	accessToken: string,
): CredentialsInMemory {
	const types = {
		mobileBillingApi: new MobileBillingApi(),
		mobileBillingServiceApi: new MobileBillingServiceApi(),
	};
	const tokenFingerprint = fingerprintOf(accountOf(account));
	const stored = { ...account, ...noTokens, accessToken, tokenFingerprint, issuedAt: Date.now() };
	return new CredentialsInMemory(types, { mobileBillingApi: stored });
}

/**
 * A sandbox on a port of its own, so that this process remembers nothing about its account from earlier tests.
 * Tests read its state directly; the code under test reaches it by HTTP only.
 */
export class Platform {
	sandbox!: Sandbox;

	/** A new one for each test of a file. */
	static forEach(): Platform {
		const platform = new Platform();
		beforeEach(() => platform.start());
		afterEach(() => platform.close());
		return platform;
	}

	async start(): Promise<this> {
		// A test wouldn't notice a misspelled filter that is ignored.
		this.sandbox = await createSandbox({ port: 0, unknownFilters: 'refused' });
		return this;
	}

	get url(): string {
		return this.sandbox.url;
	}

	get account(): ICredentialDataDecryptedObject {
		return accountAt(this.url);
	}

	set(settings: Partial<Settings>): void {
		Object.assign(this.sandbox.world.settings, settings);
	}

	faults(...rules: FaultRule[]): void {
		this.sandbox.world.faults.replace(z.array(ruleSchema).parse(rules));
	}

	revokeSessions(): void {
		this.sandbox.world.tokens.revokeSessions();
	}

	traffic() {
		return this.sandbox.world.traffic.report();
	}

	/** How many requests a route received, by the status of the answer. */
	requestsTo(route: string): Record<string, number> {
		return this.traffic().routes[route] ?? {};
	}

	/** The number of token requests, also of refused ones. */
	tokenRequestCount(): number {
		const routes = Object.entries(this.traffic().routes);
		const counts = routes.flatMap(([route, all]) => (route.endsWith('/token') ? [all] : []));
		return counts.flatMap(Object.values<number>).reduce((sum, one) => sum + one, 0);
	}

	/** Every gift that was given, in the order it was given. */
	gifts() {
		return this.sandbox.world.ledger.entries.flatMap(({ gift }) => (gift ? [gift] : []));
	}

	close(): Promise<void> {
		return this.sandbox.close();
	}
}
