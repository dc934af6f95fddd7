import { utcText } from '../clock';
import { balanceEntry } from '../gifting/pools';
import type { World } from '../world';

/** What `GET /_sandbox/state` shows: everything but passwords, client secrets and tokens. */
export function stateOf({ clock, catalogue, accounts, tokens, pools, ledger, payments }: World) {
	const { merchants, operators, numberRanges, unassignedNumbers, blacklistedNumbers, services } =
		catalogue.data;
	const gifts = ledger.entries.filter((entry) => entry.gift).length;
	return {
		now: utcText(clock.now()),
		merchants,
		accounts: accounts.all.map((account) => ({
			username: account.username,
			merchantId: account.merchantId,
			wrongPasswordsInARow: account.wrongPasswordsInARow,
			locked: account.locked,
			openSessions: tokens.sessions.filter((one) => one.account === account && !one.revoked).length,
		})),
		services,
		operators,
		numberRanges,
		unassignedNumbers,
		blacklistedNumbers,
		pools: pools.all.map((pool) => ({
			poolId: pool.poolId,
			serviceKey: pool.serviceKey,
			operator: pool.operator,
			...balanceEntry(pool),
		})),
		ledger: { gifts, refused: ledger.entries.length - gifts },
		payments: {
			transactions: payments.transactions.all.length,
			subscriptions: payments.subscriptions.all.length,
		},
	};
}
