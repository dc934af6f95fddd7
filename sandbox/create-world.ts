import { Accounts } from './auth/accounts';
import { Tokens } from './auth/tokens';
import { Catalogue } from './catalogue';
import { Clock } from './clock';
import { Faults } from './faults/faults';
import { Ledger } from './gifting/ledger';
import { Pools } from './gifting/pools';
import { fillHistory } from './history/fill';
import { createNotifications } from './notifications/notifications';
import { createPayments } from './payments/payments';
import { createIndexes } from './queries/indexes';
import { catalogueData, poolData } from './seed';
import type { Settings } from './settings';
import { Traffic } from './traffic';
import type { World } from './world';

/** The world as it is at the start. */
export function createWorld(settings: Settings): World {
	const own = { ...settings };
	const clock = new Clock(() => own.clockSkewSeconds);
	const payments = createPayments();
	const world: World = {
		settings: own,
		clock,
		catalogue: new Catalogue(catalogueData),
		accounts: new Accounts(catalogueData.logins),
		tokens: new Tokens(),
		pools: new Pools(poolData(clock.now())),
		ledger: new Ledger(),
		payments,
		notifications: createNotifications(own, clock, payments.finals),
		indexes: createIndexes(payments),
		traffic: new Traffic(),
		faults: new Faults(),
	};
	const { history: transactions, historyDays: days, historySeed: seed } = own;
	if (transactions > 0) fillHistory(world, { transactions, days, seed });
	return world;
}
