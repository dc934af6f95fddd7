import type { Pool } from '../../campaign/check';
import { reportOf } from '../../campaign/report';
import type { Campaign } from '../../campaign/types';
import { warningsOf } from '../../campaign/warnings';
import { checked } from '../support/campaign/pages';
import { gives } from '../support/examples';

const [start, stop] = ['2027-01-20T08:00:00.000Z', '2027-02-10T08:00:00.000Z'];

/** What is said of when the pools of one operator end. */
function saidOf(pool: Partial<Pool>, times: Partial<Campaign>): string[] {
	const { campaign, ...more } = checked('ours');
	const pools = [{ operator: 'FR_DEMOTEL', megabytes: 550_000, ...pool }];
	const check = JSON.stringify({ ...(JSON.parse(campaign.check) as object), pools });
	const report = reportOf({ ...more, campaign: { ...campaign, startAt: start, ...times, check } });
	return warningsOf(report, 'Europe/Paris').filter((text) => text.includes('ends on'));
}

const lost = "data that isn't given by then is lost.";
const ends = (when: string, before: string) => [
	`A data pool of FR_DEMOTEL ends on ${when}, before the campaign's ${before}: ${lost}`,
];

describe('a planner', () => {
	gives<[Partial<Pool>, Partial<Campaign>]>('reads of a pool', saidOf, [
		[{ endsAt: '2027-01-31T00:00:00.000Z' }, { stopAt: stop }, ends('31 Jan 2027, 01:00', 'stop')],
		[{ endsAt: stop }, { stopAt: stop }, []],
		[{ endsAt: start }, { stopAt: stop }, ends('20 Jan 2027, 09:00', 'start')],
		[{ endsAt: '2027-01-19T08:00:00.000Z' }, { stopAt: null }, ends('19 Jan 2027, 09:00', 'start')],
		[{ endsAt: '2027-01-27T08:00:00.000Z' }, { stopAt: null }, []],
		[
			{ endsAt: '2027-01-27T07:59:00.000Z' },
			{ stopAt: null },
			[
				`A data pool of FR_DEMOTEL ends on 27 Jan 2027, 08:59, within 7 days of the campaign's start: ${lost}`,
			],
		],
		[{}, { stopAt: stop }, []],
		[{ operator: 'GB_SAMPLECELL', problem: 'No answer' }, { stopAt: stop }, []],
	]);
});
