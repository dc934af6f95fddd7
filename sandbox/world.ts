import type { Accounts } from './auth/accounts';
import type { Tokens } from './auth/tokens';
import type { Catalogue } from './catalogue';
import type { Clock } from './clock';
import type { Faults } from './faults/faults';
import type { Ledger } from './gifting/ledger';
import type { Pools } from './gifting/pools';
import type { Notifications } from './notifications/notifications';
import type { Payments } from './payments/payments';
import type { Indexes } from './queries/indexes';
import type { Settings } from './settings';
import type { Traffic } from './traffic';

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
	notifications: Notifications;
	indexes: Indexes;
	traffic: Traffic;
	faults: Faults;
}
