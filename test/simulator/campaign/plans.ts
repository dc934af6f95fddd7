import type { PlanInput } from '../../../campaign/plan';
import type { Settings } from '../../../campaign/types';
import type { CampaignScenario } from './scenario';
import type { Truth } from './truth';

/** The plans of a scenario's campaigns, as somebody enters them. */
export class Plans {
	private count = 0;

	constructor(
		private readonly scenario: CampaignScenario,
		private readonly now: () => number,
	) {}

	/** The list of a truth, under a name, with other settings than the scenario's. */
	of(truth: Truth, name = 'Spring', own: Partial<Settings> = {}): PlanInput {
		const { budget, night, rowsPerSecond, startAfter, stopAfter, pieceRows } = this.scenario;
		const { country, reading, ...read } = truth.read;
		const now = this.now();
		const megabytes = [...truth.planned.values()].reduce((sum, row) => sum + row.megabytes, 0);
		const [quietFrom = '', quietTo = ''] = night.quiet;
		const settings: Settings = {
			name,
			serviceKey: 'LOYALTYDATA01',
			quietFrom,
			quietTo,
			rowsPerSecond,
			megabytesPerDay: truth.megabytesPerDay,
			giftsPerMonth: this.scenario.added?.isMonthly ? 1 : 0,
			sendAsEntered: false,
			leaveOutGiven: false,
			addsRows: false,
			country,
			reading,
			budget: Math.round(megabytes * budget * 1_000) / 1_000 || 1,
			startAt: new Date(now + startAfter).toISOString(),
			stopAt: stopAfter === undefined ? null : new Date(now + startAfter + stopAfter).toISOString(),
			...own,
		};
		const keys = { planId: `plan ${++this.count}`, viewKey: 'view', controlKey: 'control' };
		const optOuts = truth.phonesOf('optedOut').map((phone) => `00${phone}`);
		const givenBefore = new Set(truth.phonesOf('givenBefore'));
		return { settings, ...read, optOuts, givenBefore, keys, now, pieceRows };
	}
}
