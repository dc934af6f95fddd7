import { actions } from '../../platform/recordFields';
import { actionGroups, passesFilter, transactionEvents } from '../../platform/transactionEvents';

const passing = (event: string, actionStatus: string | null, transactionState = 'FINISHED') => {
	const filter = transactionEvents[event];
	if (!filter) throw new Error(`no event ${event}`);
	return actions.filter((action) =>
		passesFilter({ action, actionStatus, transactionState }, filter),
	);
};

describe('the events of the polling trigger', () => {
	it.each<[string, string, string[]]>([
		['any', 'COMPLETED', [...actions]],
		['any', 'FAILED', [...actions]],
		['chargeFailed', 'FAILED', ['CHARGE', 'SUB_START', 'SUB_RENEW']],
		['chargeFailed', 'COMPLETED', []],
		['chargeFailed', 'CANCELED', []],
		['subscriptionStarted', 'COMPLETED', ['SUB_START']],
		['subscriptionStarted', 'FAILED', []],
		['subscriptionEnded', 'COMPLETED', ['SUB CANCEL', 'SUB_ADMIN CANCEL']],
		['subscriptionEnded', 'FAILED', []],
	])('%s lets pass, when the status is %s: %j', (event, status, expected) => {
		expect(passing(event, status)).toEqual(expected);
	});

	it('tell the result by the state when there is no status', () => {
		expect(passing('chargeFailed', null, 'FAILED')).toContain('CHARGE');
		expect(passing('subscriptionStarted', null, 'FINISHED')).toEqual(['SUB_START']);
		expect(passing('subscriptionStarted', null, 'CANCELED')).toEqual([]);
	});

	it('let an action pass that the contract does not know, when none is asked for', () => {
		const record = { action: 'SUB_UPGRADE', actionStatus: 'COMPLETED' };
		expect(passesFilter(record, { actions: [], results: [] })).toBe(true);
		expect(passesFilter(record, { actions: ['CHARGE'], results: [] })).toBe(false);
	});

	it('have groups of the contract’s own actions only', () => {
		for (const action of Object.values(actionGroups).flat()) expect(actions).toContain(action);
	});
});
