import type { LoginWorld } from './auth/grant';
import { Tokens } from './auth/tokens';
import { Catalogue } from './catalogue';
import { Clock } from './clock';
import { Faults } from './faults/rule';
import { type Giving, Ledger } from './gifting/assign';
import { fillHistory } from './history';
import type { Receiving } from './notifications/inboxes';
import { Notifier } from './notifications/notifier';
import type { Telling } from './notifications/routes';
import { Payments, type Selling } from './payments/payments';
import { catalogueData, LOGINS, poolsAt } from './seed';
import type { Settings } from './settings';
import { Traffic } from './traffic';

/** Everything the platform knows. A reset replaces every part: read parts when they are needed, and do not keep them. */
export interface World extends LoginWorld, Giving, Selling, Telling, Receiving {
	traffic: Traffic;
	faults: Faults;
}

/** The world as it is at the start. */
export function createWorld(initial: Settings): World {
	const settings = { ...initial };
	const clock = new Clock(() => settings.clockSkewSeconds);
	const world: World = {
		settings,
		clock,
		catalogue: new Catalogue(catalogueData),
		accounts: LOGINS,
		tokens: new Tokens(),
		pools: poolsAt(clock.now()),
		ledger: new Ledger(),
		payments: new Payments(),
		notifier: new Notifier(clock),
		inboxes: [],
		traffic: new Traffic(),
		faults: new Faults(),
	};
	const { notifier } = world;
	world.payments.onFinal = (payment) => notifier.notify(payment);
	const { history: transactions, historyDays: days } = settings;
	if (transactions > 0) fillHistory(world, { transactions, days, seed: 1 });
	return world;
}
