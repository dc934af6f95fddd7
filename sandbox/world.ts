import { Accounts } from './auth/accounts';
import { Tokens } from './auth/tokens';
import { Catalogue } from './catalogue';
import { Clock } from './clock';
import { Faults } from './faults/faults';
import { Ledger } from './gifting/ledger';
import { Pools } from './gifting/pools';
import { createPayments, type Payments } from './payments/payments';
import { catalogueData, poolData } from './seed';
import type { Settings } from './settings';
import { Traffic } from './traffic';

/**
 * Everything the platform knows. A reset replaces every part, so read parts from the world when they are
 * needed and do not keep them.
 */
export interface World {
	settings: Settings;
	clock: Clock;
	catalogue: Catalogue;
	accounts: Accounts;
	tokens: Tokens;
	pools: Pools;
	ledger: Ledger;
	payments: Payments;
	traffic: Traffic;
	faults: Faults;
}

/** The world as it is at the start. */
export function createWorld(settings: Settings): World {
	const clock = new Clock();
	return {
		settings: { ...settings },
		clock,
		catalogue: new Catalogue(catalogueData),
		accounts: new Accounts(catalogueData.logins),
		tokens: new Tokens(),
		pools: new Pools(poolData(clock.now())),
		ledger: new Ledger(),
		payments: createPayments(),
		traffic: new Traffic(),
		faults: new Faults(),
	};
}
